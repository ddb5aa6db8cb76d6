#include "go/net/selfplay/slot.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "go/net/selfplay/numbers.h"

namespace tengen::go::selfplay {

namespace {

// Below the root only the likeliest moves are thought of.
constexpr std::size_t most_moves_below = 32;
// How much the lead counts beside winning, so that play goes on sensibly where the winner is settled.
constexpr float lead_weight = 0.15F;
// Records hardly ever pass. From this share of the points on, a pass is thought of at least so much.
constexpr float board_filled = 0.6F;
constexpr float least_pass_share = 0.05F;

int sign_of(Colour colour) {
    return colour == Colour::black ? 1 : -1;
}

std::size_t place_of(Move move, int side) {
    return static_cast<std::size_t>(move == pass ? side * side : move);
}

}  // namespace

Slot::Slot(const Plan& plan, int side, int number, std::uint64_t seed)
    : plan_(plan),
      side_(side),
      number_(number),
      // Both games of a pair are drawn alike.
      rng_(mixed(seed + 0x9e37ULL * static_cast<std::uint64_t>(plan.is_match ? number / 2 : number))),
      game_(Rules{.size = side}),
      tree_(plan.search),
      scratch_(Rules{.size = side}) {
    begin_game();
}

int Slot::net() const {
    if (!plan_.is_match) return 0;
    const bool is_first_black = number_ % 2 == 0;
    // The opening is the first net's for both colours, so that a pair has the same one.
    if (static_cast<int>(game_.moves().size()) < opening_moves_) return 0;
    return (game_.position().to_move() == Colour::black) == is_first_black ? 0 : 1;
}

std::vector<Finished> Slot::take_finished() {
    return std::exchange(finished_, {});
}

void Slot::begin_game() {
    game_ = Game(draw_rules(plan_.mix, side_, rng_));
    opening_moves_ = static_cast<int>(rng_.below(static_cast<std::uint32_t>(plan_.most_opening_moves + 1)));
    recorder_.clear();
    tree_.clear();
}

void Slot::end_game() {
    Finished finished;
    const bool is_turned = plan_.is_match && number_ % 2 != 0;
    const double lead = is_turned ? -game_.lead() : game_.lead();
    finished.outcome = {.side = side_,
                        .slot = number_,
                        .winner = (lead > 0) - (lead < 0),
                        .half_lead = static_cast<int>(std::lround(2 * lead)),
                        .moves = static_cast<int>(game_.moves().size()),
                        .is_cut = game_.is_cut(),
                        .is_played_out = game_.rules() != game_.position().rules()};
    if (!plan_.is_match) {
        finished.samples = recorder_.samples(game_);
        finished.record = recorder_.record(game_);
    }
    finished_.push_back(std::move(finished));
    if (plan_.is_match) {
        is_idle_ = true;
    } else {
        begin_game();
    }
}

void Slot::run(const Reply* reply) {
    assert(!is_idle_);
    if (reply != nullptr) take(*reply);
    while (!is_idle_) {
        if (!tree_.is_begun()) {
            if (show_root()) return;
        } else if (tree_.is_done()) {
            play_best();
        } else if (find_leaf()) {
            return;
        }
    }
}

bool Slot::show_root() {
    if (game_.is_over()) {
        end_game();
        return false;
    }
    view_ = view_of(game_.position(), game_.moves());
    if (view_.moves.size() > 1) return true;
    // Passing where nothing else is left is to be learnt as well.
    const Share only{view_.moves.front(), 1};
    recorder_.note(game_, view_, policy_of({&only, 1}, side_));
    play(only.move);
    return false;
}

void Slot::play(Move move) {
    game_.play(move);
    tree_.clear();
}

void Slot::play_best() {
    recorder_.note(game_, root_view_, policy_of(tree_.improved(), side_));
    play(tree_.best());
}

void Slot::take(const Reply& reply) {
    if (tree_.is_begun()) {
        take_leaf(reply);
    } else {
        take_root(reply);
    }
}

void Slot::take_root(const Reply& reply) {
    if (static_cast<int>(game_.moves().size()) < opening_moves_) {
        play(drawn_by_policy(reply.logits));
        return;
    }
    logits_.clear();
    float most = reply.logits[place_of(view_.moves.back(), side_)];
    for (const Move move : view_.moves) {
        logits_.push_back(reply.logits[place_of(move, side_)]);
        most = std::max(most, logits_.back());
    }
    const bool is_late =
        static_cast<float>(game_.moves().size()) > board_filled * static_cast<float>(side_ * side_);
    if (is_late && view_.moves.front() == pass) {
        float sum = 0;
        for (const float logit : logits_) sum += exp_of(logit - most);
        logits_.front() = std::max(logits_.front(), most + log_of(least_pass_share * sum));
    }
    tree_.begin(view_.moves, logits_, wish(reply.win, reply.lead), rng_);
    root_view_ = view_;
}

// Of the useful moves by their chances; the pass does not belong to an opening.
Move Slot::drawn_by_policy(std::span<const float> logits) {
    float most = logits[place_of(view_.moves.back(), side_)];
    for (const Move move : view_.moves) most = std::max(most, logits[place_of(move, side_)]);
    const auto chance = [&](Move move) {
        return move == pass ? 0 : exp_of(logits[place_of(move, side_)] - most);
    };
    float sum = 0;
    for (const Move move : view_.moves) sum += chance(move);
    float left = rng_.unit() * sum;
    for (const Move move : view_.moves) {
        left -= chance(move);
        if (left < 0 && move != pass) return move;
    }
    return view_.moves.back();
}

bool Slot::find_leaf() {
    scratch_ = game_.position();
    line_.assign(game_.moves().begin(), game_.moves().end());
    way_.clear();
    for (int node = 0; node >= 0;) {
        const int edge = tree_.choose(node);
        const Move move = tree_.move_of(edge);
        advance(scratch_, move);
        way_.push_back(edge);
        line_.push_back(move);
        if (scratch_.is_over()) {
            tree_.back_up(way_, value_of_end(scratch_, sign_of(scratch_.to_move())));
            return false;
        }
        node = tree_.node_of(edge);
    }
    view_ = view_of(scratch_, line_);
    return true;
}

void Slot::take_leaf(const Reply& reply) {
    shares_.clear();
    for (const Move move : view_.moves) shares_.push_back({move, reply.logits[place_of(move, side_)]});
    const auto likelier = [](const Share& one, const Share& two) {
        return one.share != two.share ? one.share > two.share : one.move < two.move;
    };
    const std::size_t kept = std::min(shares_.size(), most_moves_below);
    std::partial_sort(shares_.begin(), shares_.begin() + static_cast<std::ptrdiff_t>(kept), shares_.end(),
                      likelier);
    shares_.resize(kept);
    const float most = shares_.front().share;
    for (Share& share : shares_) share.share = exp_of(share.share - most);
    tree_.expand(way_, shares_);
    float value = wish(reply.win, reply.lead);
    // Who may end the game by a pass has at least what that brings.
    if (view_.planes[Global::after_a_pass] > 0 && scratch_.rules().dead_stones == DeadStones::none) {
        value = std::max(value, value_of_ending());
    }
    tree_.back_up(way_, value);
}

float Slot::wish(float win, float lead) const {
    const float far = lead / static_cast<float>(side_);
    return (win + lead_weight * far / (1 + std::abs(far))) / (1 + lead_weight);
}

float Slot::value_of_end(const GoPosition& position, int sign) const {
    const auto lead = static_cast<float>(sign * position.result().margin.value_or(0));
    return wish(static_cast<float>((lead > 0) - (lead < 0)), lead);
}

float Slot::value_of_ending() const {
    GoPosition ended = scratch_;
    ended.play(pass);
    return value_of_end(ended, sign_of(scratch_.to_move()));
}

}  // namespace tengen::go::selfplay
