#include "games/go/evaluator.h"

#include <cassert>
#include <utility>

#include "games/go/features.h"
#include "games/go/heavy.h"
#include "games/go/seeing.h"

namespace tengen::go {

namespace {

std::size_t at(int place) {
    return static_cast<std::size_t>(place);
}

template <int most_side>
Recent recent_of(const GoWalkOn<most_side>& walk) {
    const auto cell = [&](Move move) { return move == pass ? 0 : walk.board().cell_of(move); };
    return {cell(walk.now().recent[0]), cell(walk.now().recent[1])};
}

template <int most_side>
class PlayoutEvaluator final : public Evaluator {
   public:
    PlayoutEvaluator(std::shared_ptr<const Weights> weights, std::uint64_t seed, const Sight& sight,
                     std::vector<Unthought> unthought)
        : weights_(std::move(weights)),
          odds_(odds_of(weights_)),
          playout_(*odds_),
          rng_(seed),
          ladder_plies_(sight.ladder_plies),
          seeing_(sight, std::move(unthought)) {}

    void estimate(std::span<const Leaf> leaves, std::span<Estimate> estimates) override {
        for (std::size_t index = 0; index < leaves.size(); ++index) {
            const auto& walk = static_cast<const GoWalkOn<most_side>&>(*leaves[index].walk);
            if (leaves[index].wants_priors && !walk.has_stopped()) {
                add_priors(walk, leaves[index].plies, estimates[index].priors);
            }
            play_out(walk, estimates[index]);
        }
    }

   private:
    void play_out(const GoWalkOn<most_side>& walk, Estimate& estimate) {
        Board<most_side> board = walk.board();
        const int points = board.side() * board.side();
        first_.fill(0);
        playout_.play(board, walk.to_move(), recent_of(walk), rng_, first_);
        estimate.ownership.resize(at(points));
        const Area area = area_of(board, estimate.ownership);
        const Rules& rules = walk.rules();
        // Nothing is taxed where all is somebody's, but for two points of every group.
        const bool is_taxed = rules.tax == Tax::all || (rules.tax == Tax::seki && area.has_neutral);
        const int lead = is_taxed ? taxed_lead(rules, board.cells()) : area.lead;
        estimate.worth = worth_of(lead_of(rules, walk.now().score, lead), walk.shift());
        estimate.first.resize(at(points));
        for (Move point = 0; point < points; ++point) {
            estimate.first[at(point)] = first_[at(board.cell_of(point))];
        }
    }

    void add_priors(const GoWalkOn<most_side>& walk, int plies, std::vector<Prior>& found) {
        const Board<most_side>& board = walk.board();
        shares_.assign(at(board.side() * board.side()), 0.0F);
        priors(board, stone_of(walk.to_move()), recent_of(walk), *weights_, shares_, ladder_plies_);
        seeing_.add_priors(walk, plies, shares_, usual_share_of_pass(board), found);
    }

    std::shared_ptr<const Weights> weights_;
    std::shared_ptr<const ShapeOdds> odds_;
    Playout<most_side> playout_;
    Rng rng_;
    int ladder_plies_;
    Seeing<most_side> seeing_;
    std::vector<float> shares_;
    typename Playout<most_side>::FirstStones first_{};
};

}  // namespace

std::unique_ptr<Evaluator> playout_evaluator(int side, std::shared_ptr<const Weights> weights,
                                             std::uint64_t seed, const Sight& sight,
                                             const std::vector<Unthought>& unthought) {
    assert(side >= least_size && side <= most_size);
    const auto made = [&]<int most_side>() -> std::unique_ptr<Evaluator> {
        return std::make_unique<PlayoutEvaluator<most_side>>(std::move(weights), seed, sight, unthought);
    };
    if (side <= 9) return made.template operator()<9>();
    if (side <= 13) return made.template operator()<13>();
    return made.template operator()<19>();
}

}  // namespace tengen::go
