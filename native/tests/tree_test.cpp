// The tree by itself, on a small game whose values stand in a table: what it finds, what it keeps, and that
// it stays within its memory.
#include "search/tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <latch>
#include <memory>
#include <utility>
#include <vector>

#include "check.h"
#include "core/rng.h"

namespace {

using namespace tengen;

constexpr int moves_each = 5;
constexpr int last_ply = 4;

// Two sides choose in turn among five moves, four times; then the game is over. What each of its ends is
// worth is drawn by the seed.
class TableGame final : public Walk {
   public:
    explicit TableGame(std::uint64_t seed, std::vector<Move> before = {})
        : seed_(seed), root_(std::move(before)), moves_(root_) {}

    [[nodiscard]] std::unique_ptr<Walk> clone() const override {
        return std::make_unique<TableGame>(seed_, root_);
    }
    void back_to_root() override { moves_ = root_; }
    [[nodiscard]] Colour to_move() const override {
        return moves_.size() % 2 == 0 ? Colour::black : Colour::white;
    }
    void play(Move move) override { moves_.push_back(move); }
    [[nodiscard]] std::optional<Worth> end() const override {
        if (static_cast<int>(moves_.size()) < last_ply) return std::nullopt;
        return Worth{value(), value() - 0.5F};
    }

    // Of the position: at an end what it is worth, before it what a bad judge would say.
    [[nodiscard]] float value() const {
        std::uint64_t hash = seed_;
        for (const Move move : moves_) hash = mixed(hash + static_cast<std::uint64_t>(move));
        return static_cast<float>(hash >> 40) * 0x1p-24F;
    }
    // By looking at all of it.
    [[nodiscard]] float best_value() {
        if (const auto worth = end()) return worth->win;
        const bool is_black = to_move() == Colour::black;
        float best = is_black ? 0.0F : 1.0F;
        for (Move move = 0; move < moves_each; ++move) {
            moves_.push_back(move);
            const float value = best_value();
            best = is_black ? std::max(best, value) : std::min(best, value);
            moves_.pop_back();
        }
        return best;
    }

   private:
    std::uint64_t seed_;
    std::vector<Move> root_;
    std::vector<Move> moves_;
};

class TableEvaluator final : public Evaluator {
   public:
    void estimate(std::span<const Leaf> leaves, std::span<Estimate> estimates) override {
        for (std::size_t index = 0; index < leaves.size(); ++index) {
            const auto& game = static_cast<const TableGame&>(*leaves[index].walk);
            estimates[index].worth = {game.value(), 0};
            estimates[index].ownership = {1, -1};
            if (!leaves[index].wants_priors) continue;
            for (Move move = 0; move < moves_each; ++move) {
                estimates[index].priors.push_back({move, 1.0F / moves_each});
            }
        }
    }
};

std::vector<std::unique_ptr<Evaluator>> judges(int count) {
    std::vector<std::unique_ptr<Evaluator>> made;
    for (int index = 0; index < count; ++index) made.push_back(std::make_unique<TableEvaluator>());
    return made;
}

Tree::GoesOn until(std::int64_t playouts) {
    return [playouts](int, std::int64_t begun) { return begun < playouts; };
}

Branch most_visited(const Tree& tree) {
    const std::vector<Branch> branches = tree.branches();
    return *std::max_element(branches.begin(), branches.end(),
                             [](const Branch& one, const Branch& two) { return one.visits < two.visits; });
}

void it_finds_the_best_move_of_a_game_in_a_table() {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        TableGame game(seed);
        Tree tree(8);
        CHECK_EQUAL(tree.search(game, judges(1), {.exploration = 0.5F}, until(60'000)), 60'000);
        const Branch best = most_visited(tree);
        TableGame after(seed, {best.move});
        CHECK(std::abs(after.best_value() - game.best_value()) < 0.02F);
        CHECK(std::abs(best.worth.win - game.best_value()) < 0.05F);
        CHECK_EQUAL(tree.root().visits, 60'000);
        CHECK_EQUAL(tree.depth(), last_ply);
        CHECK(tree.check());
        CHECK((tree.ownership() == std::vector<float>{1, -1}));
    }
}

void one_thread_finds_the_same_each_time() {
    const TableGame game(7);
    Tree one(1);
    Tree two(1);
    one.search(game, judges(1), {}, until(5'000));
    two.search(game, judges(1), {}, until(5'000));
    const std::vector<Branch> first = one.branches();
    const std::vector<Branch> second = two.branches();
    CHECK_EQUAL(first.size(), second.size());
    for (std::size_t index = 0; index < first.size(); ++index) {
        CHECK_EQUAL(first[index].visits, second[index].visits);
        CHECK_EQUAL(first[index].worth.win, second[index].worth.win);
    }
}

// A game without end, of many moves, to fill a tree with.
class LongGame final : public Walk {
   public:
    [[nodiscard]] std::unique_ptr<Walk> clone() const override { return std::make_unique<LongGame>(*this); }
    void back_to_root() override { hash_ = 1; }
    [[nodiscard]] Colour to_move() const override { return hash_ % 2 == 0 ? Colour::black : Colour::white; }
    void play(Move move) override { hash_ = mixed(hash_ + static_cast<std::uint64_t>(move)); }
    [[nodiscard]] std::optional<Worth> end() const override { return std::nullopt; }
    [[nodiscard]] float value() const { return static_cast<float>(hash_ >> 40) * 0x1p-24F; }

   private:
    std::uint64_t hash_ = 1;
};

class LongEvaluator final : public Evaluator {
   public:
    void estimate(std::span<const Leaf> leaves, std::span<Estimate> estimates) override {
        constexpr Move moves = 300;
        estimates[0].worth = {static_cast<const LongGame&>(*leaves[0].walk).value(), 0};
        estimates[0].first.assign(moves, 1);
        if (!leaves[0].wants_priors) return;
        ++grown;
        for (Move move = 0; move < moves; ++move) estimates[0].priors.push_back({move, 1.0F / moves});
    }
    int grown = 0;
};

void a_full_tree_is_searched_on_without_growing() {
    Tree tree(1);
    std::vector<std::unique_ptr<Evaluator>> one;
    one.push_back(std::make_unique<LongEvaluator>());
    tree.search(LongGame(), one, {.rave_bias = 1e-4F}, until(2'000));
    CHECK(tree.is_full());
    CHECK(tree.size() <= tree.capacity());
    CHECK(tree.capacity() < (1 << 20) / 40);
    CHECK_EQUAL(tree.root().visits, 2'000);
    const int grown = static_cast<const LongEvaluator&>(*one.front()).grown;
    CHECK(grown < 1'000);
    CHECK(tree.check());
    // What is left behind makes room.
    const Branch best = most_visited(tree);
    CHECK(tree.advance(std::vector<Move>{best.move}));
    CHECK(!tree.is_full());
    CHECK_EQUAL(tree.root().visits, best.visits);
    CHECK(tree.check());
}

void leaves_grow_at_so_many_visits() {
    Tree tree(8);
    std::vector<std::unique_ptr<Evaluator>> one;
    one.push_back(std::make_unique<LongEvaluator>());
    tree.search(LongGame(), one, {.visits_to_grow = 8}, until(400));
    // The root grew at once, and no other has been seen eight times by then.
    CHECK(static_cast<const LongEvaluator&>(*one.front()).grown < 50);
    CHECK(tree.size() > 300);
    CHECK(tree.check());
}

void what_is_known_is_kept_after_the_moves_that_were_made() {
    const TableGame game(3);
    Tree tree(8);
    tree.search(game, judges(1), {}, until(3'000));
    const Branch best = most_visited(tree);
    const std::vector<Move> line = tree.line_after({}, 1, 9);
    CHECK_EQUAL(line.front(), best.move);
    const std::vector<Move> after = tree.line_after(std::vector<Move>{best.move}, 1, 9);
    CHECK(std::equal(after.begin(), after.end(), line.begin() + 1, line.end()));
    CHECK(tree.advance(std::vector<Move>{line[0], line[1]}));
    const Branch root = tree.root();
    CHECK(root.visits > 0 && root.visits < best.visits);
    CHECK(tree.line_after({}, 1, 9) == std::vector<Move>(line.begin() + 2, line.end()));
    CHECK(tree.check());
    // And searched on.
    tree.search(TableGame(3, {line[0], line[1]}), judges(1), {}, until(1'000));
    CHECK_EQUAL(tree.root().visits, root.visits + 1'000);
    CHECK(tree.check());
    CHECK(!tree.advance(std::vector<Move>{99}));
    CHECK_EQUAL(tree.root().visits, 0);
    CHECK_EQUAL(tree.size(), 1U);
}

void threads_leave_no_trace_but_their_visits() {
    const TableGame game(5);
    Tree tree(8);
    const std::int64_t made = tree.search(game, judges(4), {}, until(20'000));
    CHECK_EQUAL(made, 20'000);
    CHECK_EQUAL(tree.root().visits, made);
    CHECK(tree.check());
}

// Two threads are below the root at the same time, where every move looks alike.
void threads_go_different_ways() {
    class Meeting final : public Evaluator {
       public:
        explicit Meeting(std::latch& both) : both_(both) {}
        void estimate(std::span<const Leaf> leaves, std::span<Estimate> estimates) override {
            if (leaves[0].plies > 0) both_.arrive_and_wait();
            if (!leaves[0].wants_priors) return;
            for (Move move = 0; move < 4; ++move) estimates[0].priors.push_back({move, 0.25F});
        }

       private:
        std::latch& both_;
    };
    std::latch both(2);
    std::vector<std::unique_ptr<Evaluator>> two;
    for (int index = 0; index < 2; ++index) two.push_back(std::make_unique<Meeting>(both));
    Tree tree(1);
    std::array<bool, 2> was_down{};
    tree.search(LongGame(), two, {}, [&](int index, std::int64_t) {
        return !std::exchange(was_down[static_cast<std::size_t>(index)], true);
    });
    const std::vector<Branch> branches = tree.branches();
    CHECK_EQUAL(tree.root().visits, 3);
    CHECK_EQUAL(branches[0].visits, 1);
    CHECK_EQUAL(branches[1].visits, 1);
    CHECK(tree.check());
}

void a_stop_is_obeyed_at_the_next_playout() {
    Tree tree(1);
    std::int64_t asked = 0;
    const std::int64_t made = tree.search(TableGame(1), judges(1), {}, [&](int, std::int64_t begun) {
        asked = begun;
        return begun < 123;
    });
    CHECK_EQUAL(made, 123);
    CHECK_EQUAL(asked, 123);
    // Told at once, it still knows the moves.
    tree.clear();
    CHECK_EQUAL(tree.search(TableGame(1), judges(1), {}, [](int, std::int64_t) { return false; }), 1);
    CHECK_EQUAL(tree.branches().size(), static_cast<std::size_t>(moves_each));
}

// Black has one move of two, after which the game is over and won as often; they differ in points.
class PointsGame final : public Walk {
   public:
    [[nodiscard]] std::unique_ptr<Walk> clone() const override { return std::make_unique<PointsGame>(*this); }
    void back_to_root() override { played_.reset(); }
    [[nodiscard]] Colour to_move() const override { return Colour::black; }
    void play(Move move) override { played_ = move; }
    [[nodiscard]] std::optional<Worth> end() const override {
        if (!played_) return std::nullopt;
        return Worth{.win = 0.75F, .margin = *played_ == 0 ? 2.0F : 10.0F, .spread = 3};
    }

   private:
    std::optional<Move> played_;
};

class PointsEvaluator final : public Evaluator {
   public:
    void estimate(std::span<const Leaf>, std::span<Estimate> estimates) override {
        estimates[0].worth = {.win = 0.75F, .margin = 6, .spread = 3};
        estimates[0].priors = {{0, 0.5F}, {1, 0.5F}};
    }
};

std::vector<Branch> branches_of_points(const TreeStyle& style) {
    Tree tree(1);
    std::vector<std::unique_ptr<Evaluator>> one;
    one.push_back(std::make_unique<PointsEvaluator>());
    tree.search(PointsGame(), one, style, until(401));
    return tree.branches();
}

void between_moves_that_win_alike_points_decide_where_they_count() {
    const std::vector<Branch> without = branches_of_points({});
    CHECK_EQUAL(without[0].visits, without[1].visits);
    const std::vector<Branch> with = branches_of_points({.points_weight = 0.1F, .half_points = 9});
    CHECK(with[1].visits > 2 * with[0].visits);
}

void how_sure_it_is_is_told() {
    for (const Branch& branch : branches_of_points({})) {
        CHECK_EQUAL(branch.worth.win, 0.75F);
        CHECK_EQUAL(branch.win_error, 0.0F);
        CHECK(std::abs(branch.worth.spread - 3) < 0.01F);
    }
    Tree tree(8);
    tree.search(TableGame(9), judges(1), {.exploration = 4}, until(2'000));
    for (const Branch& branch : tree.branches()) {
        CHECK(branch.win_error > 0 && branch.win_error < 0.5F / std::sqrt(static_cast<float>(branch.visits)));
    }
}

}  // namespace

int main() {
    it_finds_the_best_move_of_a_game_in_a_table();
    one_thread_finds_the_same_each_time();
    a_full_tree_is_searched_on_without_growing();
    leaves_grow_at_so_many_visits();
    what_is_known_is_kept_after_the_moves_that_were_made();
    threads_leave_no_trace_but_their_visits();
    threads_go_different_ways();
    a_stop_is_obeyed_at_the_next_playout();
    between_moves_that_win_alike_points_decide_where_they_count();
    how_sure_it_is_is_told();
    return tengen::test::result();
}
