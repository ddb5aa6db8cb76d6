#include "games/go/marks.h"

#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include "games/go/ladder.h"
#include "games/go/ownership.h"
#include "games/go/planes.h"

namespace tengen::go {

namespace {

constexpr int games_played_out = 100;
constexpr float lost = 0.8F;   // how much the points of a chain become the other side's, in the mean
constexpr float alive = 0.5F;  // how much a search leaves them to their own: a net sees the dead too seldom

template <int most_side>
class Reader {
   public:
    Reader(const Board<most_side>& board, Colour mover, std::span<const float> played_out,
           std::span<const float> ownership)
        : board_(board),
          without_ko_(board),
          mover_(stone_of(mover)),
          played_out_(played_out),
          ownership_(ownership) {
        without_ko_.pass();
    }

    [[nodiscard]] bool is_dead(int chain) const {
        return hostile_share(chain, played_out_) > lost &&
               (ownership_.empty() || hostile_share(chain, ownership_) > -alive);
    }

    [[nodiscard]] bool is_in_ladder(int chain) const {
        const bool is_own = board_.at(chain) == mover_;
        // The ko binds the side to move alone.
        if (board_.in_atari(chain)) return runs_in_vain(is_own ? board_ : without_ko_, chain);
        return !is_own && is_taken_in_ladder(board_, chain, all_ladder_plies);
    }

   private:
    // From -1 to 1, in the mean of the chain's points.
    [[nodiscard]] float hostile_share(int chain, std::span<const float> owners) const {
        float black = 0;
        int here = chain;
        do {
            black += owners[static_cast<std::size_t>(board_.point_of(here))];
            here = board_.next_in_chain(here);
        } while (here != chain);
        const float mean = black / static_cast<float>(board_.length(chain));
        return board_.at(chain) == Stone::black ? -mean : mean;
    }

    // Precondition: the chain is in atari.
    [[nodiscard]] static bool runs_in_vain(const Board<most_side>& board, int chain) {
        return !board.is_self_atari(board.last_liberty(chain), board.at(chain)) &&
               !gets_away(board, chain, all_ladder_plies);
    }

    const Board<most_side>& board_;
    Board<most_side> without_ko_;
    Stone mover_;
    std::span<const float> played_out_;
    std::span<const float> ownership_;
};

template <int most_side>
std::vector<Mark> marks_on(const Board<most_side>& board, const Reader<most_side>& reader) {
    // By the roots of chains.
    std::vector<bool> is_dead(Board<most_side>::cell_count);
    std::vector<bool> is_in_ladder(Board<most_side>::cell_count);
    const auto each_stone = [&board](const auto& work) {
        for (Move point = 0; point < board.side() * board.side(); ++point) {
            const int cell = board.cell_of(point);
            if (board.at(cell) != Stone::none) work(point, cell, static_cast<std::size_t>(board.root(cell)));
        }
    };
    each_stone([&](Move, int cell, std::size_t root) {
        if (static_cast<std::size_t>(cell) != root) return;
        is_dead[root] = reader.is_dead(cell);
        is_in_ladder[root] = !is_dead[root] && reader.is_in_ladder(cell);
    });
    Mark dead{"dead", {}};
    Mark ladder{"ladder", {}};
    each_stone([&](Move point, int, std::size_t root) {
        if (is_dead[root]) dead.points.push_back(point);
        if (is_in_ladder[root]) ladder.points.push_back(point);
    });
    std::vector<Mark> marks;
    if (!dead.points.empty()) marks.push_back(std::move(dead));
    if (!ladder.points.empty()) marks.push_back(std::move(ladder));
    return marks;
}

}  // namespace

std::vector<Mark> marks_of(const GoPosition& position, std::span<const float> ownership) {
    const std::vector<float> played_out = owners_played_out(position.board(), games_played_out, 1);
    return std::visit(
        [&](const auto& board) {
            return marks_on(board, Reader(board, position.to_move(), played_out, ownership));
        },
        position.board());
}

}  // namespace tengen::go
