// A search from its root: which moves are worth a look, what is proven of them, and rounds of looking ahead
// by one thread or several. Knows no level, no opening and no set-up.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis.h"
#include "games/gomoku/defences.h"

namespace tengen::gomoku {

struct RootMove {
    int point = 0;
    int value = 0;          // the root side's
    bool is_bound = false;  // not worth more than `value`, which is all that is known
    bool was_searched = false;
    bool is_settled = false;  // decided before any round, by a proof
    bool is_checked = false;  // the other side was looked for a win by threats after it
    std::int64_t nodes = 0;
    std::vector<int> line;  // of a proof: what follows the move
    std::vector<Defence> defences = {};
};

class Root {
   public:
    // `legal` are the moves that may be made; at least one. `searches`: one for each thread, all at the same
    // position.
    Root(std::vector<std::unique_ptr<Search>>& searches, Colour mover, const std::vector<Move>& legal);

    // Best first.
    [[nodiscard]] const std::vector<RootMove>& moves() const { return moves_; }
    [[nodiscard]] int depth() const { return depth_; }
    // Whether the best move wins for certain, or all moves lose for certain.
    [[nodiscard]] bool is_decided() const;
    // Whether there is nothing to think about.
    [[nodiscard]] bool is_forced() const { return moves_.size() == 1; }

    // Looks for a win of the side to move: five, fours, then threats within so many nodes.
    void look_for_win(std::int64_t four_nodes, std::int64_t threat_nodes);
    // Looks at the moves, the most promising first, for those after which the other side wins by fours or
    // threats, if it would win so were it to move now. A move gets so many nodes and its share of
    // `most_nodes` at most; one that got less is looked at again when it comes out best.
    void look_for_dangers(std::int64_t four_nodes, std::int64_t threat_nodes, std::int64_t most_nodes);
    // Whether the best move stands up to a search for the other side's win after it. Otherwise it is settled
    // as lost, and another may be the best now.
    [[nodiscard]] bool best_stands(std::int64_t four_nodes, std::int64_t threat_nodes);

    // Finds what else the losing side can do in the proven lines among the first moves, within so many nodes
    // in all; without any it only lists it.
    void look_for_defences(int moves, std::int64_t most_nodes);

    // Whether the round was finished. One that was cut off still counts where its first move was looked at.
    // `lines`: how many moves to value in full.
    bool look(int depth, int lines);

   private:
    void choose_points(const std::vector<Move>& legal);
    void settle(RootMove& move, int plies_to_lose, std::vector<int> line);
    [[nodiscard]] bool loses(RootMove& move, std::int64_t four_nodes, std::int64_t threat_nodes);
    void one_round(int depth, int lines, Search& search, std::vector<RootMove>& moves) const;
    [[nodiscard]] int in_full(Search& search, int guess, int depth) const;
    [[nodiscard]] Search& first() { return *searches_.front(); }
    static void sort(std::vector<RootMove>& moves);

    std::vector<std::unique_ptr<Search>>& searches_;
    Colour mover_;
    std::vector<RootMove> moves_;
    int depth_ = 0;
    bool holds_all_replies_ = false;  // what was left out loses at once
};

}  // namespace tengen::gomoku
