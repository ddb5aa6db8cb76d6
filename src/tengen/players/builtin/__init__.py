"""The players that come with the program: chance, a game's own hint, generic tree search; and the judgement of life."""
