#include "games/go/net_evaluator.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "games/go/seeing.h"
#include "games/go/value.h"

namespace tengen::go {

namespace {

// Answers, by every thread; one takes three kilobytes. Most that come again come soon.
constexpr std::size_t remembered = 64;

constexpr std::size_t at(int place) {
    return static_cast<std::size_t>(place);
}

// Where a point of a board comes from when it is turned one of eight ways.
Move source_of(Move point, int side, int turning) {
    int x = point % side;
    int y = point / side;
    if ((turning & 1) != 0) x = side - 1 - x;
    if ((turning & 2) != 0) y = side - 1 - y;
    if ((turning & 4) != 0) std::swap(x, y);
    return y * side + x;
}

Planes turned(const Planes& planes, int turning) {
    Planes found;
    found.side = planes.side;
    found.globals = planes.globals;
    for (Move point = 0; point < planes.side * planes.side; ++point) {
        const Move source = source_of(point, planes.side, turning);
        for (std::size_t plane = 0; plane < plane_count; ++plane) {
            if (has(planes.sets[plane], source)) add(found.sets[plane], point);
        }
    }
    return found;
}

NetAnswer turned_back(const NetAnswer& answer, int side, int turning) {
    NetAnswer found = answer;
    for (Move point = 0; point < side * side; ++point) {
        const Move source = source_of(point, side, turning);
        found.policy[at(source)] = answer.policy[at(point)];
        found.ownership[at(source)] = answer.ownership[at(point)];
    }
    return found;
}

template <int most_side>
class NetEvaluator final : public Evaluator {
   public:
    // Takes all its memory now.
    NetEvaluator(int side, std::shared_ptr<const Net> net, const Sight& sight,
                 std::vector<Unthought> unthought)
        : net_(std::move(net)),
          seeing_(sight, std::move(unthought)),
          ladder_plies_(sight.ladder_plies < usual_ladder_plies ? sight.ladder_plies : all_ladder_plies),
          memory_(remembered) {
        desk_.take(side);
    }

    void estimate(std::span<const Leaf> leaves, std::span<Estimate> estimates) override {
        for (std::size_t index = 0; index < leaves.size(); ++index) {
            const auto& walk = static_cast<const GoWalkOn<most_side>&>(*leaves[index].walk);
            const NetAnswer& answer = answer_of(walk);
            Estimate& estimate = estimates[index];
            if (leaves[index].wants_priors && !walk.has_stopped()) {
                const int points = walk.board().side() * walk.board().side();
                const float share_of_pass =
                    std::max(answer.policy[at(points)], usual_share_of_pass(walk.board()));
                seeing_.add_priors(walk, leaves[index].plies, answer.policy, share_of_pass, estimate.priors);
            }
            judge(walk, answer, estimate);
        }
    }

   private:
    struct Remembered {
        std::uint64_t key = 0;
        NetAnswer answer;
    };

    // What has been before and the last moves do not count for the key: they hardly change what is right.
    const NetAnswer& answer_of(const GoWalkOn<most_side>& walk) {
        const auto extra = static_cast<std::uint64_t>(walk.board().ko() * 3 + std::min(walk.now().passes, 2));
        const std::uint64_t key = mixed(walk.hash() ^ mixed(extra + 1)) | 1;
        Remembered& place = memory_[key >> 32 & (remembered - 1)];
        if (place.key == key) return place.answer;
        constexpr int turnings = 8;
        const int turning = static_cast<int>(key >> 61) & (turnings - 1);
        const Planes planes = planes_of(walk, ladder_plies_);
        place.key = key;
        place.answer = turned_back(net_->ask(turned(planes, turning), desk_), planes.side, turning);
        return place.answer;
    }

    void judge(const GoWalkOn<most_side>& walk, const NetAnswer& answer, Estimate& estimate) const {
        const bool is_black = walk.to_move() == Colour::black;
        const float sign = is_black ? 1.0F : -1.0F;
        const int points = walk.board().side() * walk.board().side();
        estimate.ownership.resize(at(points));
        int lead = 0;
        for (std::size_t point = 0; point < at(points); ++point) {
            estimate.ownership[point] = sign * answer.ownership[point];
            lead += (estimate.ownership[point] > 0) - (estimate.ownership[point] < 0);
        }
        if (walk.has_stopped()) {
            estimate.worth = worth_of(lead_of(walk.rules(), walk.now().score, lead));
        } else {
            const float win = answer.won + answer.drawn / 2;
            estimate.worth = {is_black ? win : 1 - win, sign * answer.lead};
        }
    }

    std::shared_ptr<const Net> net_;
    Seeing<most_side> seeing_;
    int ladder_plies_;
    Net::Desk desk_;
    std::vector<Remembered> memory_;
};

// Komi, bonus and button as the mover has them, and under territory rules the prisoners.
template <int most_side>
float points_beside(const GoWalkOn<most_side>& walk) {
    const Rules& rules = walk.rules();
    const Score& score = walk.now().score;
    // A count that finds nothing on the board is left with what lies beside it.
    double black = lead_of(rules, score, 0);
    if (rules.scoring == Scoring::territory) {
        const Board<most_side>& board = walk.board();
        for (Move point = 0; point < board.side() * board.side(); ++point) {
            const Stone there = board.at(board.cell_of(point));
            black += (there == Stone::black) - (there == Stone::white);
        }
    }
    return static_cast<float>(walk.to_move() == Colour::black ? black : -black);
}

}  // namespace

template <int most_side>
Planes planes_of(const GoWalkOn<most_side>& walk, int ladder_plies) {
    const Board<most_side>& board = walk.board();
    std::vector<Move> repetitions;
    if (walk.rules().ko != Ko::simple) {
        const Stone stone = stone_of(walk.to_move());
        for (int place = 0; place < board.empties(); ++place) {
            const int cell = board.empty(place);
            const Move point = board.point_of(cell);
            if (board.may_play(cell, stone, walk.rules().suicide) && !walk.is_legal(point)) {
                repetitions.push_back(point);
            }
        }
    }
    return planes_of(board, walk.rules(),
                     Outlook{.mover = stone_of(walk.to_move()),
                             .last_moves = walk.now().recent,
                             .repetitions = repetitions,
                             .points_beside = points_beside(walk),
                             .has_button = walk.rules().button && walk.now().score.button == 0,
                             .after_a_pass = walk.now().passes > 0,
                             .ladder_plies = ladder_plies});
}

std::unique_ptr<Evaluator> net_evaluator(int side, std::shared_ptr<const Net> net, const Sight& sight,
                                         const std::vector<Unthought>& unthought) {
    assert(side >= least_size && side <= most_size);
    const auto made = [&]<int most_side>() -> std::unique_ptr<Evaluator> {
        return std::make_unique<NetEvaluator<most_side>>(side, std::move(net), sight, unthought);
    };
    if (side <= 9) return made.template operator()<9>();
    if (side <= 13) return made.template operator()<13>();
    return made.template operator()<19>();
}

template Planes planes_of(const GoWalkOn<9>&, int);
template Planes planes_of(const GoWalkOn<13>&, int);
template Planes planes_of(const GoWalkOn<19>&, int);

}  // namespace tengen::go
