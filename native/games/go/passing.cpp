#include "games/go/passing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tengen::go {

namespace {

constexpr float settled = 0.9F;   // a point that is one side's so often is its own
constexpr float decided = 0.8F;   // so is the fate of stones
constexpr float as_good = 0.03F;  // of winning: what chance alone makes of it
constexpr float gain = 0.4F;      // of points: less is none
constexpr float lost = 0.04F;
constexpr float winning = 0.6F;            // who wins anyway plays on while there is something to gain
constexpr std::int64_t enough_visits = 3;  // to know what a pass is worth

class Ending {
   public:
    Ending(const GoPosition& position, const Thoughts& thoughts)
        : position_(position), thoughts_(thoughts), cells_(position.cells()) {
        for (const Branch& branch : thoughts.branches) {
            if (branch.move == pass) pass_ = &branch;
            if (branch.move != pass && best_ == nullptr) best_ = &branch;
        }
    }

    [[nodiscard]] std::optional<Move> instead() const {
        if (best_ == nullptr || pass_ == nullptr) return std::nullopt;
        const bool is_first = thoughts_.branches.front().move == pass;
        const std::optional<Move> other = is_first ? std::optional(best_->move) : std::nullopt;
        if (thoughts_.ownership.empty()) return other;
        if (thoughts_.branches.front().visits == 0) return std::nullopt;
        if (position_.rules().dead_stones == DeadStones::none) return as_it_stands(is_first, other);
        const bool is_due = (is_settled() && passing_costs_nothing()) || nothing_gains();
        if (is_due) return is_first ? std::nullopt : std::optional(pass);
        return other;
    }

   private:
    // Every stone that is on the board will be counted as alive.
    [[nodiscard]] std::optional<Move> as_it_stands(bool is_first, std::optional<Move> other) const {
        const bool wins = wins_as_it_stands(position_);
        const bool is_end = is_settled() || nothing_gains();
        const bool is_due = (wins && passing_costs_nothing() && (is_end || win(*best_) < winning)) ||
                            (is_settled() && win(*best_) < lost);
        if (is_due) return is_first ? std::nullopt : std::optional(pass);
        if (!wins && is_settled()) {
            if (const Branch* taking = best_taking(); taking != nullptr) return taking->move;
        }
        return other;
    }

    [[nodiscard]] bool is_black() const { return position_.to_move() == Colour::black; }
    [[nodiscard]] float win(const Branch& branch) const {
        return is_black() ? branch.worth.win : 1 - branch.worth.win;
    }
    [[nodiscard]] float margin(const Branch& branch) const {
        return is_black() ? branch.worth.margin : -branch.worth.margin;
    }

    [[nodiscard]] bool is_settled() const {
        return std::all_of(thoughts_.ownership.begin(), thoughts_.ownership.end(),
                           [](float owner) { return std::abs(owner) > settled; });
    }
    [[nodiscard]] bool passing_costs_nothing() const {
        return pass_->visits >= enough_visits && win(*pass_) >= win(*best_) - as_good;
    }
    // Points that are neither's may be left where they count for nothing.
    [[nodiscard]] bool nothing_gains() const {
        for (std::size_t point = 0; point < cells_.size(); ++point) {
            if (cells_[point] != 0 && std::abs(thoughts_.ownership[point]) < decided) return false;
        }
        return passing_costs_nothing() && margin(*pass_) >= margin(*best_) - gain;
    }

    // The most visited move beside stones that are dead, and not much worse than the best.
    [[nodiscard]] const Branch* best_taking() const {
        const int side = position_.rules().size;
        const std::uint8_t hostile = is_black() ? 2 : 1;
        const float own = is_black() ? 1.0F : -1.0F;
        const auto is_dead = [&](int point) {
            const auto place = static_cast<std::size_t>(point);
            return cells_[place] == hostile && thoughts_.ownership[place] * own > settled;
        };
        for (const Branch& branch : thoughts_.branches) {
            if (branch.move == pass || branch.visits == 0 || win(branch) < win(*best_) - as_good) continue;
            const int x = branch.move % side;
            const int y = branch.move / side;
            const bool takes =
                (x > 0 && is_dead(branch.move - 1)) || (y > 0 && is_dead(branch.move - side)) ||
                (x < side - 1 && is_dead(branch.move + 1)) || (y < side - 1 && is_dead(branch.move + side));
            if (takes) return &branch;
        }
        return nullptr;
    }

    const GoPosition& position_;
    const Thoughts& thoughts_;
    std::vector<std::uint8_t> cells_;
    const Branch* pass_ = nullptr;
    const Branch* best_ = nullptr;  // beside a pass
};

}  // namespace

std::optional<Move> instead_of_first(const GoPosition& position, const Thoughts& thoughts) {
    return Ending(position, thoughts).instead();
}

bool wins_as_it_stands(const GoPosition& position) {
    GoPosition ended = position;
    while (!ended.is_over() && ended.is_legal(pass)) ended.play(pass);
    return ended.is_over() && ended.result().winner == position.to_move();
}

}  // namespace tengen::go
