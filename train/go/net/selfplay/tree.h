// The search of one move: Gumbel's choice among candidates at the root, PUCT below, improved policies as
// targets (Danihelka et al. 2022). Knows moves as numbers, values as wishes of the side to move; no rules, no
// board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/position.h"
#include "core/rng.h"

namespace tengen::go::selfplay {

struct SearchPlan {
    int visits = 32;
    int candidates = 16;
    bool has_noise = true;  // without it the same position always gives the same move
};

// A move with how much of the policy it has.
struct Share {
    Move move = pass;
    float share = 0;
};

// A way down: the edges taken from the root. The last one has no node yet, or leads to the game's end.
using Way = std::vector<int>;

class Tree {
   public:
    explicit Tree(const SearchPlan& plan) : plan_(plan) {}

    // Begins with a root of these moves. `logits` has one number a move; `value` is between -1 and 1.
    // Precondition: there are moves.
    void begin(std::span<const Move> moves, std::span<const float> logits, float value, Rng& rng);

    [[nodiscard]] bool is_begun() const { return !nodes_.empty(); }
    [[nodiscard]] bool is_done() const { return visits_ >= budget_; }

    // The edge to go down from a node (0 is the root). Precondition: is_begun(), !is_done().
    [[nodiscard]] int choose(int node) const;
    [[nodiscard]] Move move_of(int edge) const { return edges_[static_cast<std::size_t>(edge)].move; }
    // The node an edge leads to; -1 where there is none yet.
    [[nodiscard]] int node_of(int edge) const { return edges_[static_cast<std::size_t>(edge)].node; }

    // Puts a node at the end of a way: its moves, with shares of the policy that need not add up to one.
    void expand(const Way& way, std::span<const Share> moves);
    // Counts a visit; `value` is what the side to move at the end of the way thinks of it, between -1 and 1.
    void back_up(const Way& way, float value);

    // The move to play. Precondition: is_begun().
    [[nodiscard]] Move best() const;
    // The policy as the search improved it, largest shares first; they add up to one. As best().
    [[nodiscard]] std::vector<Share> improved() const;
    // What the side to move at the root may expect.
    [[nodiscard]] float value() const;

    void clear();

   private:
    struct Edge {
        Move move = pass;
        float share = 0;
        float logit = 0;  // at the root, with the noise in `gumbel`
        float gumbel = 0;
        float sum = 0;  // of values, of the side that takes this edge
        int visits = 0;
        int node = -1;
    };
    struct Node {
        int first = 0;
        int count = 0;
        int visits = 0;
        float sum = 0;  // of values, of the side to move here
    };

    [[nodiscard]] std::span<const Edge> edges_of(int node) const;
    [[nodiscard]] int choose_at_root() const;
    [[nodiscard]] int choose_below(int node) const;
    [[nodiscard]] int most_visits() const;
    // The value that edges without visits are given.
    [[nodiscard]] float mixed_value() const;

    SearchPlan plan_;
    int budget_ = 0;
    int visits_ = 0;
    float root_value_ = 0;
    std::vector<int> schedule_;  // how many visits a candidate has that is to be visited next
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
};

// How many visits the candidate has that gets each visit in turn: all candidates once, then the better half
// of them, and so on (sequential halving). Precondition: candidates > 0.
[[nodiscard]] std::vector<int> halving(int candidates, int visits);

}  // namespace tengen::go::selfplay
