// What a counted board is worth under the rules: prisoners, komi, bonus, tax and button in. No search.
#pragma once

#include <cstdint>
#include <span>

#include "games/go/rules.h"
#include "search/tree.h"

namespace tengen::go {

// What the count takes from the game beside the board.
struct Score {
    // Stones that Black has put down less those of White, since the board was empty; of a set-up, its stones
    // and prisoners. What a territory count makes of an area: every move costs its stone.
    int put_down = 0;
    std::uint8_t button = 0;  // the colour that has it
};

// Black's lead in the count that the rules make, from Black's stones and surrounded points less White's,
// taxed as by `taxed_lead`.
[[nodiscard]] double lead_of(const Rules& rules, const Score& score, int area_lead);

// Black's stones and surrounded points on a board less White's, after the tax on what is surrounded.
[[nodiscard]] int taxed_lead(const Rules& rules, std::span<const std::uint8_t> cells);

// `shift` is given to White on top, where a search shall think the game more even than it is.
[[nodiscard]] Worth worth_of(double lead, double shift = 0);

// What White is better off by than the rules say, as a search for White shall think after so many moves of a
// game with handicap: most of what the stones are worth at first, nothing after a hundred moves.
[[nodiscard]] double handicap_shift(const Rules& rules, int moves);

}  // namespace tengen::go
