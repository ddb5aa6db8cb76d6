// Monte Carlo tree search by several threads on one tree of fixed memory: PUCT with priors and RAVE. Knows no
// game: it goes down a Walk, and asks an Evaluator what a leaf is worth.
#pragma once

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/position.h"

namespace tengen {

// What a position is worth to Black: a probability of winning, and points with their standard deviation.
struct Worth {
    float win = 0.5F;
    float margin = 0;
    float spread = 0;
};

// A position that goes forward from the root of a tree, again and again. Each thread has its own.
class Walk {
   public:
    virtual ~Walk() = default;

    // The same root, and at it.
    [[nodiscard]] virtual std::unique_ptr<Walk> clone() const = 0;
    virtual void back_to_root() = 0;

    [[nodiscard]] virtual Colour to_move() const = 0;
    // Precondition: the move is among the priors that were told of this position.
    virtual void play(Move move) = 0;
    // Where the game is over; nothing where it goes on.
    [[nodiscard]] virtual std::optional<Worth> end() const = 0;

   protected:
    Walk() = default;
    Walk(const Walk&) = default;
    Walk& operator=(const Walk&) = default;
};

struct Leaf {
    const Walk* walk = nullptr;
    int plies = 0;              // from the root
    bool wants_priors = false;  // it is to grow
};

// How likely a move looks; those of one position sum to 1.
struct Prior {
    Move move = pass;
    float share = 0;
};

struct Estimate {
    Worth worth;
    // Of all moves to look at, where they are wanted. With none the leaf stays one.
    std::vector<Prior> priors;
    // By points, -1 White's to 1 Black's; empty where it is not known.
    std::vector<float> ownership;
    // By points, the colour that came there first while this was found out, 0 for none; empty where nothing
    // was played.
    std::vector<std::uint8_t> first;

    // Keeps its memory.
    void clear() {
        worth = {};
        priors.clear();
        ownership.clear();
        first.clear();
    }
};

// Judges leaves. Each thread has its own.
class Evaluator {
   public:
    virtual ~Evaluator() = default;
    // As many cleared estimates as leaves.
    virtual void estimate(std::span<const Leaf> leaves, std::span<Estimate> estimates) = 0;

   protected:
    Evaluator() = default;
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;
};

// How a tree is searched.
struct TreeStyle {
    float exploration = 1.1F;
    float unvisited_loss = 0.1F;  // what was never tried is first guessed so much worse than where it starts
    float rave_bias = 0;          // of b^2 in the weight of RAVE (Gelly and Silver); 0 leaves RAVE out
    float rave_doubt = 8;         // so many games say about RAVE what the position says
    int virtual_visits = 0;       // that the priors count for
    int visits_to_grow = 1;
    // What more points than expected are worth beside winning, at most, and how many are half of that.
    float points_weight = 0;
    float half_points = 1;

    // So much are more points worth.
    [[nodiscard]] float worth_of_points(float more) const {
        return points_weight * more / (std::abs(more) + half_points);
    }
};

// A move of the root, as far as it was searched. Values are Black's.
struct Branch {
    Move move = pass;
    float prior = 0;
    Worth worth;
    float win_error = 0;  // the standard error of `worth.win`
    std::int64_t visits = 0;
};

class Tree {
   public:
    // Takes all its memory now and never more; pages come as they are first written. Throws std::bad_alloc.
    // Precondition: megabytes > 0.
    explicit Tree(std::size_t megabytes);
    ~Tree();
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;

    // Nothing is known of any position.
    void clear();
    // Goes on from the position after these moves, with what is known of it. Whether anything is.
    bool advance(std::span<const Move> moves);

    // Whether to go on, asked by every thread before each playout, with how many have begun in this search.
    // The thread of index 0 is the caller's.
    using GoesOn = std::function<bool(int index, std::int64_t begun)>;

    // Searches from the root, which is that of the tree, a thread for each evaluator. The first playout is
    // made whatever `goes_on` says, so that the root has branches. How many there were.
    std::int64_t search(const Walk& root, std::span<const std::unique_ptr<Evaluator>> evaluators,
                        const TreeStyle& style, const GoesOn& goes_on);

    // --- what was found; beside a search for its first thread only

    // All of the tree together: visits with those that were kept.
    [[nodiscard]] Branch root() const;
    // In the order of the priors they were told in.
    [[nodiscard]] std::vector<Branch> branches() const;
    // What is expected after these moves: the most visited moves, as long as they were visited so often.
    [[nodiscard]] std::vector<Move> line_after(std::span<const Move> moves, std::int64_t visits,
                                               std::size_t most) const;
    // The average over the playouts of the last search: of the first thread while it runs. May be empty.
    [[nodiscard]] std::vector<float> ownership() const;
    [[nodiscard]] int depth() const;
    [[nodiscard]] bool is_full() const;
    // How many nodes there are, and how many there can be.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    // Whether all visits add up and no thread has left a trace. For tests; not beside a search.
    [[nodiscard]] bool check() const;

   private:
    // All fields but `move`, `prior` and `count` are only touched through atomic_ref. Values are Black's, in
    // fixed point, so that sums are the same in any order.
    struct Node {
        std::int64_t wins;
        std::int64_t win_squares;
        std::int64_t margins;
        std::int64_t margin_squares;
        std::int64_t rave_wins;
        std::uint32_t visits;
        std::uint32_t rave_visits;
        std::uint32_t pending;   // threads below
        std::uint32_t children;  // place of the first; 0 for none, 1 while a thread makes them
        float prior;
        std::int16_t move;
        std::uint16_t count;  // of children
    };
    struct Worker;
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    [[nodiscard]] static Branch branch_of(const Node& node);
    void playout(Worker& worker, const TreeStyle& style);
    [[nodiscard]] std::uint32_t select(const Node& node, Colour mover, const TreeStyle& style) const;
    void grow(Node& node, std::span<const Prior> priors);
    void learn(Worker& worker, bool with_rave);
    void compact();
    [[nodiscard]] const Node* find(std::span<const Move> moves) const;
    [[nodiscard]] const Node* child_of(const Node& node, Move move) const;

    std::size_t capacity_;
    std::unique_ptr<Node, Free> nodes_;  // of which the first is the root, the second is none
    std::atomic<std::size_t> used_;
    std::atomic<bool> is_full_{false};
    std::vector<std::unique_ptr<Worker>> workers_;
    bool is_searching_ = false;
};

}  // namespace tengen
