// A position of Go that a search goes down from and comes back to: the board with as much of the past as the
// rules ask for. GoPosition is the referee, this is for trees.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "games/go/board.h"
#include "games/go/position.h"
#include "games/go/value.h"
#include "search/tree.h"

namespace tengen::go {

// The last moves as points, the latest first; `pass` for a pass and for none.
inline constexpr std::size_t recent_moves = 5;
using RecentMoves = std::array<Move, recent_moves>;

// All but the board.
struct Situated {
    Rules rules;
    Colour to_move = Colour::black;
    int passes = 0;
    int handicap_to_come = 0;
    Score score;
    RecentMoves recent{pass, pass, pass, pass, pass};
    bool has_stopped = false;
    bool is_void = false;
};

class GoWalk : public Walk {
   public:
    [[nodiscard]] Colour to_move() const final { return now_.to_move; }
    [[nodiscard]] const Situated& now() const { return now_; }
    [[nodiscard]] const Rules& rules() const { return now_.rules; }
    // Of the board and the side to move.
    [[nodiscard]] virtual std::uint64_t hash() const = 0;
    // Precondition: 0 <= point < size * size.
    [[nodiscard]] virtual bool is_legal(Move point) const = 0;
    [[nodiscard]] bool may_pass() const { return now_.handicap_to_come == 0; }
    // Whether the play has stopped; what the count is then is for the players to say where they agree on dead
    // stones.
    [[nodiscard]] bool has_stopped() const { return now_.has_stopped; }
    // What White is to be thought better off by.
    void shift(double points) { shift_ = points; }
    [[nodiscard]] double shift() const { return shift_; }

   protected:
    explicit GoWalk(Situated now) : now_(now) {}

    Situated now_;
    double shift_ = 0;
};

template <int most_side>
class GoWalkOn final : public GoWalk {
   public:
    // `recent` are the last moves of the game.
    GoWalkOn(const GoPosition& position, const Board<most_side>& board, const RecentMoves& recent);

    [[nodiscard]] const Board<most_side>& board() const { return board_; }

    [[nodiscard]] std::unique_ptr<Walk> clone() const override;
    void back_to_root() override;
    void play(Move move) override;
    [[nodiscard]] std::optional<Worth> end() const override;
    [[nodiscard]] std::uint64_t hash() const override;
    [[nodiscard]] bool is_legal(Move point) const override;

   private:
    // What does not change below the root.
    struct Root {
        Board<most_side> board;
        Situated now;
        std::vector<std::uint64_t> past;         // sorted
        std::vector<std::uint64_t> passed_from;  // sorted
        int most_stones = 0;
    };

    explicit GoWalkOn(std::shared_ptr<const Root> root);
    void place(Move point);
    void pass_turn();
    void remember();
    [[nodiscard]] std::uint64_t hash_with(std::uint64_t stones, Colour to_move) const;
    [[nodiscard]] int times_before(std::uint64_t hash) const;
    [[nodiscard]] bool is_repetition(int cell, Stone stone) const;
    [[nodiscard]] int stones() const { return board_.side() * board_.side() - board_.empties(); }

    std::shared_ptr<const Root> root_;
    Board<most_side> board_;
    std::vector<std::uint64_t> path_;
    std::vector<std::uint64_t> passed_from_;
    bool forgets_past_ =
        false;  // a pass under simple ko, a handicap stone or the button makes it count no more
    int most_stones_ = 0;
};

// At the position. Precondition: the game is not over.
[[nodiscard]] std::unique_ptr<GoWalk> walk_of(const GoPosition& position, const RecentMoves& recent);

extern template class GoWalkOn<9>;
extern template class GoWalkOn<13>;
extern template class GoWalkOn<19>;

}  // namespace tengen::go
