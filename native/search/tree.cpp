#include "search/tree.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <new>

#include "search/team.h"

namespace tengen {

namespace {

constexpr std::uint32_t no_children = 0;
constexpr std::uint32_t growing = 1;
constexpr std::size_t first_block = 2;

constexpr float win_unit = 1 << 20;
constexpr float margin_unit = 1 << 8;

template <typename Number>
Number read(const Number& field, std::memory_order order = std::memory_order_relaxed) {
    return std::atomic_ref(const_cast<Number&>(field)).load(order);
}

template <typename Number>
void write(Number& field, Number value, std::memory_order order = std::memory_order_relaxed) {
    std::atomic_ref(field).store(value, order);
}

template <typename Number>
void add(Number& field, Number amount) {
    std::atomic_ref(field).fetch_add(amount, std::memory_order_relaxed);
}

// What two threads add at once may be lost, for a count that need not be right to the last.
template <typename Number>
void add_roughly(Number& field, Number amount) {
    write(field, static_cast<Number>(read(field) + amount));
}

std::int64_t fixed(float value, float unit) {
    return static_cast<std::int64_t>(value * unit);
}

}  // namespace

// What one thread needs on its way down and up.
struct Tree::Worker {
    std::unique_ptr<Walk> walk;
    Evaluator* evaluator = nullptr;
    std::vector<Node*> path;
    std::vector<Colour> movers;  // in each node of the path but an end
    Estimate estimate;
    std::vector<float> ownership;
    std::int64_t owned = 0;  // playouts that told of ownership
    int depth = 0;
};

Tree::Tree(std::size_t megabytes)
    : capacity_(std::min<std::size_t>(megabytes * (std::size_t{1} << 20) / sizeof(Node),
                                      std::numeric_limits<std::uint32_t>::max())),
      nodes_(static_cast<Node*>(std::calloc(capacity_, sizeof(Node)))) {
    assert(megabytes > 0);
    if (nodes_ == nullptr) throw std::bad_alloc();
    clear();
}

Tree::~Tree() = default;

void Tree::clear() {
    *nodes_ = {};
    nodes_->move = pass;
    nodes_->prior = 1;
    used_ = first_block;
    is_full_ = false;
    workers_.clear();
}

std::size_t Tree::size() const {
    return used_.load(std::memory_order_relaxed) - (first_block - 1);
}

bool Tree::is_full() const {
    return is_full_.load(std::memory_order_relaxed);
}

// --- a search

std::int64_t Tree::search(const Walk& root, std::span<const std::unique_ptr<Evaluator>> evaluators,
                          const TreeStyle& style, const GoesOn& goes_on) {
    assert(!evaluators.empty());
    workers_.clear();
    for (const auto& evaluator : evaluators) {
        workers_.push_back(std::make_unique<Worker>());
        workers_.back()->walk = root.clone();
        workers_.back()->evaluator = evaluator.get();
    }
    std::atomic<std::int64_t> begun{1};
    std::atomic<bool> is_over{false};
    is_searching_ = true;
    try {
        playout(*workers_.front(), style);
        run_team(static_cast<int>(evaluators.size()), [&](int index) {
            try {
                while (!is_over.load(std::memory_order_relaxed)) {
                    if (!goes_on(index, begun.fetch_add(1, std::memory_order_relaxed))) {
                        begun.fetch_sub(1, std::memory_order_relaxed);
                        break;
                    }
                    playout(*workers_[static_cast<std::size_t>(index)], style);
                }
            } catch (...) {
                is_over = true;
                throw;
            }
        });
    } catch (...) {
        is_searching_ = false;
        clear();
        throw;
    }
    is_searching_ = false;
    return begun.load();
}

void Tree::playout(Worker& worker, const TreeStyle& style) {
    Walk& walk = *worker.walk;
    walk.back_to_root();
    worker.path.clear();
    worker.movers.clear();
    Node* node = nodes_.get();
    std::optional<Worth> end;
    for (;;) {
        worker.path.push_back(node);
        add(node->pending, std::uint32_t{1});
        if (worker.path.size() > 1) end = walk.end();
        if (end) break;
        worker.movers.push_back(walk.to_move());
        if (read(node->children, std::memory_order_acquire) <= growing) break;
        node = nodes_.get() + select(*node, walk.to_move(), style);
        walk.play(node->move);
    }
    worker.depth = std::max(worker.depth, static_cast<int>(worker.path.size()) - 1);

    Estimate& estimate = worker.estimate;
    estimate.clear();
    if (end) {
        estimate.worth = *end;
    } else {
        const bool is_due =
            worker.path.size() == 1 || read(node->visits) + 1 >= static_cast<unsigned>(style.visits_to_grow);
        std::uint32_t expected = no_children;
        const bool grows = is_due && !is_full() &&
                           std::atomic_ref(node->children)
                               .compare_exchange_strong(expected, growing, std::memory_order_relaxed);
        const Leaf leaf{&walk, static_cast<int>(worker.path.size()) - 1, grows};
        worker.evaluator->estimate({&leaf, 1}, {&estimate, 1});
        if (grows) grow(*node, estimate.priors);
    }
    if (!estimate.ownership.empty()) {
        worker.ownership.resize(estimate.ownership.size());
        for (std::size_t point = 0; point < estimate.ownership.size(); ++point) {
            worker.ownership[point] += estimate.ownership[point];
        }
        ++worker.owned;
    }
    learn(worker, style.rave_bias > 0 && !estimate.first.empty());
}

// The child that promises most to the mover.
std::uint32_t Tree::select(const Node& node, Colour mover, const TreeStyle& style) const {
    const std::uint32_t first = read(node.children);
    const bool is_black = mover == Colour::black;
    const auto own = [is_black](std::int64_t wins, std::uint32_t visits) {
        const float black = static_cast<float>(wins) / win_unit;
        return is_black ? black : static_cast<float>(visits) - black;
    };
    const std::uint32_t visits = read(node.visits);
    const float here = visits > 0 ? own(read(node.wins), visits) / static_cast<float>(visits) : Worth{}.win;
    const float guess = here - style.unvisited_loss;
    const float sign = is_black ? 1.0F : -1.0F;
    const float margin =
        visits > 0 ? static_cast<float>(read(node.margins)) / static_cast<float>(visits) : Worth{}.margin;
    const float all =
        static_cast<float>(visits + read(node.pending) + static_cast<std::uint32_t>(style.virtual_visits));
    const float effort = style.exploration * std::sqrt(all);
    std::uint32_t best = first;
    float highest = -std::numeric_limits<float>::infinity();
    for (std::uint32_t place = first; place < first + node.count; ++place) {
        const Node& child = nodes_.get()[place];
        const std::uint32_t seen = read(child.visits);
        // A thread that is still below counts as a lost game, so that others go elsewhere.
        const auto count = static_cast<float>(seen + read(child.pending));
        float value = count > 0 ? own(read(child.wins), seen) / count : guess;
        if (style.rave_bias > 0) {
            const auto games = static_cast<float>(read(child.rave_visits));
            const float rave =
                (own(read(child.rave_wins), read(child.rave_visits)) + style.rave_doubt * guess) /
                (games + style.rave_doubt);
            const float weight =
                (games + 1) / (games + 1 + count + 4 * style.rave_bias * (games + 1) * count);
            value += weight * (rave - value);
        }
        if (style.points_weight > 0 && seen > 0) {
            const float more = sign *
                               (static_cast<float>(read(child.margins)) / static_cast<float>(seen) - margin) /
                               margin_unit;
            value += style.worth_of_points(more);
        }
        const float worth = value + effort * child.prior / (1 + count);
        if (worth > highest) {
            highest = worth;
            best = place;
        }
    }
    return best;
}

void Tree::grow(Node& node, std::span<const Prior> priors) {
    const std::size_t count = priors.size();
    std::size_t begin = used_.load(std::memory_order_relaxed);
    do {
        if (begin + count > capacity_) {
            is_full_.store(true, std::memory_order_relaxed);
            write(node.children, no_children);
            return;
        }
    } while (count > 0 && !used_.compare_exchange_weak(begin, begin + count, std::memory_order_relaxed));
    if (count == 0) {
        write(node.children, no_children);
        return;
    }
    for (std::size_t place = 0; place < count; ++place) {
        Node& child = nodes_.get()[begin + place];
        child = {};
        child.move = static_cast<std::int16_t>(priors[place].move);
        child.prior = priors[place].share;
    }
    node.count = static_cast<std::uint16_t>(count);
    write(node.children, static_cast<std::uint32_t>(begin), std::memory_order_release);
}

// Carries the worth up the path; and what was played by whom, for the moves that might have been played
// earlier.
void Tree::learn(Worker& worker, bool with_rave) {
    const Worth& worth = worker.estimate.worth;
    const std::int64_t win = fixed(worth.win, win_unit);
    const std::int64_t win_square = fixed(worth.win * worth.win, win_unit);
    const std::int64_t margin = fixed(worth.margin, margin_unit);
    const std::int64_t margin_square =
        fixed(worth.margin * worth.margin + worth.spread * worth.spread, margin_unit);
    std::vector<std::uint8_t>& first = worker.estimate.first;
    for (std::size_t ply = worker.path.size(); ply-- > 0;) {
        Node& node = *worker.path[ply];
        if (with_rave && ply < worker.movers.size()) {
            const auto mover = static_cast<std::uint8_t>(worker.movers[ply]);
            if (ply + 1 < worker.path.size() && worker.path[ply + 1]->move != pass) {
                first[static_cast<std::size_t>(worker.path[ply + 1]->move)] = mover;
            }
            const std::uint32_t children = read(node.children, std::memory_order_acquire);
            const std::uint32_t end = children > growing ? children + node.count : children;
            for (std::uint32_t place = children; place < end; ++place) {
                Node& child = nodes_.get()[place];
                if (child.move == pass || first[static_cast<std::size_t>(child.move)] != mover) continue;
                add_roughly(child.rave_visits, std::uint32_t{1});
                add_roughly(child.rave_wins, win);
            }
        }
        add(node.visits, std::uint32_t{1});
        add(node.wins, win);
        add(node.win_squares, win_square);
        add(node.margins, margin);
        add(node.margin_squares, margin_square);
        std::atomic_ref(node.pending).fetch_sub(1, std::memory_order_relaxed);
    }
}

// --- going on

const Tree::Node* Tree::child_of(const Node& node, Move move) const {
    const std::uint32_t children = read(node.children, std::memory_order_acquire);
    if (children <= growing) return nullptr;
    for (std::uint32_t place = children; place < children + node.count; ++place) {
        if (nodes_.get()[place].move == move) return nodes_.get() + place;
    }
    return nullptr;
}

const Tree::Node* Tree::find(std::span<const Move> moves) const {
    const Node* node = nodes_.get();
    for (const Move move : moves) {
        node = child_of(*node, move);
        if (node == nullptr) return nullptr;
    }
    return node;
}

bool Tree::advance(std::span<const Move> moves) {
    workers_.clear();
    if (moves.empty()) return nodes_->visits > 0;
    const Node* node = find(moves);
    if (node == nullptr || node->visits == 0) {
        clear();
        return false;
    }
    *nodes_ = *node;
    compact();
    return true;
}

// Moves what hangs on the root to the beginning. A block of children lies behind its parent, so blocks can be
// moved in their order.
void Tree::compact() {
    struct Block {
        std::size_t begin = 0;
        std::size_t count = 0;
        std::size_t owner = 0;  // the block of the parent
        std::size_t place = 0;  // of the parent in it
    };
    std::vector<Block> blocks{{0, 1, 0, 0}};
    for (std::size_t done = 0; done < blocks.size(); ++done) {
        for (std::size_t place = 0; place < blocks[done].count; ++place) {
            const Node& node = nodes_.get()[blocks[done].begin + place];
            if (node.children > growing) blocks.push_back({node.children, node.count, done, place});
        }
    }
    std::vector<std::size_t> order(blocks.size());
    for (std::size_t index = 0; index < order.size(); ++index) order[index] = index;
    std::sort(order.begin(), order.end(),
              [&](std::size_t one, std::size_t two) { return blocks[one].begin < blocks[two].begin; });
    std::size_t end = first_block;
    for (const std::size_t index : order) {
        Block& block = blocks[index];
        if (index == 0) continue;
        std::copy_n(nodes_.get() + block.begin, block.count, nodes_.get() + end);
        block.begin = end;
        end += block.count;
        nodes_.get()[blocks[block.owner].begin + block.place].children =
            static_cast<std::uint32_t>(block.begin);
    }
    used_ = end;
    is_full_ = false;
}

// --- what was found

Branch Tree::branch_of(const Node& node) {
    Branch branch;
    branch.move = node.move;
    branch.prior = node.prior;
    const std::uint32_t visits = read(node.visits);
    branch.visits = visits;
    if (visits == 0) return branch;
    const auto count = static_cast<float>(visits);
    const auto mean = [count](std::int64_t sum, float unit) {
        return static_cast<float>(sum) / unit / count;
    };
    const auto deviation = [](float square, float root) {
        return std::sqrt(std::max(square - root * root, 0.0F));
    };
    branch.worth.win = mean(read(node.wins), win_unit);
    branch.worth.margin = mean(read(node.margins), margin_unit);
    branch.worth.spread = deviation(mean(read(node.margin_squares), margin_unit), branch.worth.margin);
    branch.win_error = deviation(mean(read(node.win_squares), win_unit), branch.worth.win) / std::sqrt(count);
    return branch;
}

Branch Tree::root() const {
    return branch_of(*nodes_);
}

std::vector<Branch> Tree::branches() const {
    std::vector<Branch> found;
    const std::uint32_t children = read(nodes_->children, std::memory_order_acquire);
    if (children <= growing) return found;
    for (std::uint32_t place = children; place < children + nodes_->count; ++place) {
        found.push_back(branch_of(nodes_.get()[place]));
    }
    return found;
}

std::vector<Move> Tree::line_after(std::span<const Move> moves, std::int64_t visits, std::size_t most) const {
    std::vector<Move> line;
    const Node* node = find(moves);
    while (node != nullptr && line.size() < most) {
        const std::uint32_t children = read(node->children, std::memory_order_acquire);
        if (children <= growing) break;
        const Node* best = nodes_.get() + children;
        for (std::uint32_t place = children; place < children + node->count; ++place) {
            const Node& child = nodes_.get()[place];
            if (read(child.visits) > read(best->visits)) best = &child;
        }
        if (read(best->visits) < visits) break;
        line.push_back(best->move);
        node = best;
    }
    return line;
}

std::vector<float> Tree::ownership() const {
    std::vector<float> found;
    std::int64_t owned = 0;
    const std::size_t told = is_searching_ ? std::min<std::size_t>(workers_.size(), 1) : workers_.size();
    for (std::size_t index = 0; index < told; ++index) {
        const Worker& worker = *workers_[index];
        if (worker.owned == 0) continue;
        found.resize(worker.ownership.size());
        for (std::size_t point = 0; point < found.size(); ++point) found[point] += worker.ownership[point];
        owned += worker.owned;
    }
    for (float& value : found) value /= static_cast<float>(owned);
    return found;
}

int Tree::depth() const {
    if (workers_.empty()) return 0;
    if (is_searching_) return workers_.front()->depth;
    int depth = 0;
    for (const auto& worker : workers_) depth = std::max(depth, worker->depth);
    return depth;
}

bool Tree::check() const {
    std::size_t found = 1;
    std::vector<const Node*> left{nodes_.get()};
    while (!left.empty()) {
        const Node& node = *left.back();
        left.pop_back();
        if (node.pending != 0 || node.children == growing) return false;
        if (node.children == no_children) continue;
        std::uint64_t visits = 0;
        for (std::uint32_t place = node.children; place < node.children + node.count; ++place) {
            const Node& child = nodes_.get()[place];
            visits += child.visits;
            left.push_back(&child);
            ++found;
        }
        // Some were made at the node itself, before it grew.
        if (visits > node.visits) return false;
    }
    return found <= size();
}

}  // namespace tengen
