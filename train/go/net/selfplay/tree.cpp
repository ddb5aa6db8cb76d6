#include "go/net/selfplay/tree.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "go/net/selfplay/numbers.h"

namespace tengen::go::selfplay {

namespace {

// Of the transformation of values into logits, for values between 0 and 1.
constexpr float value_visits = 50;
constexpr float value_scale = 0.5F;
// Of PUCT, for values between -1 and 1.
constexpr float exploration = 1.1F;
constexpr float first_play_loss = 0.2F;

// How much a value weighs beside logits: more the more visits there are.
float worth(float value, int most_visits) {
    return (value_visits + static_cast<float>(most_visits)) * value_scale * value / 2;
}

float gumbel(Rng& rng) {
    const float chance = rng.unit() + 0x1p-25F;  // never 0, never 1
    return -log_of(-log_of(chance));
}

}  // namespace

std::vector<int> halving(int candidates, int visits) {
    assert(candidates > 0);
    std::vector<int> schedule;
    int rounds = 0;
    while ((1 << rounds) < candidates) ++rounds;
    std::vector<int> had(static_cast<std::size_t>(candidates), 0);
    int considered = candidates;
    while (static_cast<int>(schedule.size()) < visits) {
        const int each = std::max(1, rounds == 0 ? visits : visits / (rounds * considered));
        for (int time = 0; time < each; ++time) {
            for (int place = 0; place < considered; ++place) {
                schedule.push_back(had[static_cast<std::size_t>(place)]++);
            }
        }
        considered = std::min(candidates, std::max(2, considered / 2));
    }
    schedule.resize(static_cast<std::size_t>(visits));
    return schedule;
}

void Tree::clear() {
    nodes_.clear();
    edges_.clear();
    visits_ = 0;
    budget_ = 0;
}

void Tree::begin(std::span<const Move> moves, std::span<const float> logits, float value, Rng& rng) {
    assert(!moves.empty() && moves.size() == logits.size());
    clear();
    root_value_ = value;
    const float most = *std::max_element(logits.begin(), logits.end());
    float sum = 0;
    for (std::size_t place = 0; place < moves.size(); ++place) {
        Edge edge{.move = moves[place], .logit = logits[place] - most};
        edge.share = exp_of(edge.logit);
        edge.gumbel = plan_.has_noise ? gumbel(rng) : 0.0F;
        sum += edge.share;
        edges_.push_back(edge);
    }
    for (Edge& edge : edges_) edge.share /= sum;
    nodes_.push_back(Node{.first = 0, .count = static_cast<int>(moves.size()), .visits = 1, .sum = value});
    // A single move needs no search.
    budget_ = moves.size() == 1 ? 0 : plan_.visits;
    if (budget_ > 0) {
        schedule_ = halving(std::min(plan_.candidates, static_cast<int>(moves.size())), budget_);
    }
}

std::span<const Tree::Edge> Tree::edges_of(int node) const {
    const Node& here = nodes_[static_cast<std::size_t>(node)];
    return std::span(edges_).subspan(static_cast<std::size_t>(here.first),
                                     static_cast<std::size_t>(here.count));
}

int Tree::choose(int node) const {
    return node == 0 ? choose_at_root() : choose_below(node);
}

int Tree::choose_at_root() const {
    const int wanted = schedule_[static_cast<std::size_t>(visits_)];
    const int most = most_visits();
    int best = -1;
    float best_score = 0;
    const std::span<const Edge> edges = edges_of(0);
    for (std::size_t place = 0; place < edges.size(); ++place) {
        const Edge& edge = edges[place];
        if (edge.visits != wanted) continue;
        const float value = edge.visits == 0 ? 0 : edge.sum / static_cast<float>(edge.visits);
        const float score = edge.logit + edge.gumbel + worth(value, most);
        if (best < 0 || score > best_score) {
            best = static_cast<int>(place);
            best_score = score;
        }
    }
    assert(best >= 0);
    return best;
}

int Tree::choose_below(int node) const {
    const Node& here = nodes_[static_cast<std::size_t>(node)];
    const std::span<const Edge> edges = edges_of(node);
    float tried = 0;
    for (const Edge& edge : edges) {
        if (edge.visits > 0) tried += edge.share;
    }
    const float first = here.sum / static_cast<float>(here.visits) - first_play_loss * std::sqrt(tried);
    const float reach = exploration * std::sqrt(static_cast<float>(here.visits));
    int best = 0;
    float best_score = 0;
    for (std::size_t place = 0; place < edges.size(); ++place) {
        const Edge& edge = edges[place];
        const float value = edge.visits > 0 ? edge.sum / static_cast<float>(edge.visits) : first;
        const float score = value + reach * edge.share / static_cast<float>(1 + edge.visits);
        if (place == 0 || score > best_score) {
            best = static_cast<int>(place);
            best_score = score;
        }
    }
    return here.first + best;
}

void Tree::expand(const Way& way, std::span<const Share> moves) {
    assert(!way.empty() && !moves.empty() && node_of(way.back()) < 0);
    edges_[static_cast<std::size_t>(way.back())].node = static_cast<int>(nodes_.size());
    nodes_.push_back(Node{.first = static_cast<int>(edges_.size()), .count = static_cast<int>(moves.size())});
    float sum = 0;
    for (const Share& move : moves) sum += move.share;
    for (const Share& move : moves) edges_.push_back(Edge{.move = move.move, .share = move.share / sum});
}

void Tree::back_up(const Way& way, float value) {
    ++visits_;
    for (auto edge = way.rbegin(); edge != way.rend(); ++edge) {
        Edge& taken = edges_[static_cast<std::size_t>(*edge)];
        if (taken.node >= 0) {
            Node& there = nodes_[static_cast<std::size_t>(taken.node)];
            ++there.visits;
            there.sum += value;
        }
        value = -value;
        ++taken.visits;
        taken.sum += value;
    }
    ++nodes_[0].visits;
    nodes_[0].sum += value;
}

int Tree::most_visits() const {
    int most = 0;
    for (const Edge& edge : edges_of(0)) most = std::max(most, edge.visits);
    return most;
}

// The net's value, and those that were searched by their shares of the policy.
float Tree::mixed_value() const {
    float shares = 0;
    float values = 0;
    int visits = 0;
    for (const Edge& edge : edges_of(0)) {
        if (edge.visits == 0) continue;
        visits += edge.visits;
        shares += edge.share;
        values += edge.share * edge.sum / static_cast<float>(edge.visits);
    }
    if (visits == 0 || shares <= 0) return root_value_;
    return (root_value_ + static_cast<float>(visits) * values / shares) / static_cast<float>(1 + visits);
}

Move Tree::best() const {
    const std::span<const Edge> edges = edges_of(0);
    const int most = most_visits();
    const Edge* best = nullptr;
    float best_score = 0;
    for (const Edge& edge : edges) {
        if (edge.visits != most) continue;
        const float value = most == 0 ? 0 : edge.sum / static_cast<float>(edge.visits);
        const float score = edge.logit + edge.gumbel + worth(value, most);
        if (best == nullptr || score > best_score) {
            best = &edge;
            best_score = score;
        }
    }
    return best->move;
}

std::vector<Share> Tree::improved() const {
    const std::span<const Edge> edges = edges_of(0);
    const float mixed = mixed_value();
    const int most = most_visits();
    std::vector<Share> shares;
    for (const Edge& edge : edges) {
        const float value = edge.visits > 0 ? edge.sum / static_cast<float>(edge.visits) : mixed;
        shares.push_back({edge.move, edge.logit + worth(value, most)});
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const Share& one, const Share& two) { return one.share > two.share; });
    const float highest = shares.front().share;
    float sum = 0;
    for (Share& share : shares) {
        share.share = exp_of(share.share - highest);
        sum += share.share;
    }
    for (Share& share : shares) share.share /= sum;
    return shares;
}

float Tree::value() const {
    return nodes_[0].sum / static_cast<float>(nodes_[0].visits);
}

}  // namespace tengen::go::selfplay
