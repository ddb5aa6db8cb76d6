#include "games/go/searcher.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>

#include "games/go/evaluator.h"
#include "games/go/marks.h"
#include "games/go/net_evaluator.h"
#include "games/go/passing.h"
#include "games/go/report.h"
#include "games/go/weights.h"
#include "search/time_plan.h"

namespace tengen::go {

namespace {

constexpr int most_threads = 256;
constexpr double progress_ms = 100;
constexpr std::int64_t playouts_between_looks = 64;
constexpr std::int64_t net_visits_between_looks = 4;
constexpr float least_share =
    0.05F;  // what looks less likely, against the likeliest, nobody plays unsearched
constexpr double share_in_doubt = 1.4;  // of the time planned, where the most visited move is not the best

// On the largest boards, the moves that decide the game.
constexpr int large_side = 17;
constexpr int deciding_from = 12;
constexpr int deciding_to = 60;
constexpr double share_of_deciding = 1.5;

constexpr TreeStyle playout_style{.exploration = 0.5F,
                                  .unvisited_loss = 0.1F,
                                  .rave_bias = 1e-4F,
                                  .virtual_visits = 20,
                                  .visits_to_grow = 8};

// With a net, whose every answer is worth many games of chance.
constexpr TreeStyle net_style{.exploration = 1.1F, .unvisited_loss = 0.2F, .points_weight = 0.1F};

TreeStyle style_for(const Rules& rules, bool has_net) {
    TreeStyle style = has_net ? net_style : playout_style;
    style.half_points = static_cast<float>(rules.size);
    return style;
}

}  // namespace

// One question.
struct GoSearcher::Task {
    Limits limits;
    const Stop* stop = nullptr;
    const Progress* progress = nullptr;
    std::optional<Grade> grade;  // none: as well as it can
    bool chooses = false;
    int threads = 1;
    int memory_mb = 64;
};

GoSearcher::GoSearcher(const Rules& rules, const Resources& resources)
    : rules_(rules), resources_(resources), net_(net_for(rules.size)), position_(rules) {
    resources_.threads = std::clamp(resources.threads, 1, most_threads);
    resources_.memory_mb = std::max(resources.memory_mb, 1);
}

GoSearcher::~GoSearcher() = default;

void GoSearcher::sync(const Setup* setup, std::span<const Play> plays) {
    std::optional<Setup> given;
    if (setup != nullptr) given.emplace(*setup);
    const bool goes_on = given == setup_ && plays.size() >= plays_.size() &&
                         std::equal(plays_.begin(), plays_.end(), plays.begin());
    GoPosition position = goes_on            ? position_
                          : setup != nullptr ? GoPosition(rules_, *setup)
                                             : GoPosition(rules_);
    for (const Play& play : plays.subspan(goes_on ? plays_.size() : 0)) {
        if (position.is_over()) throw std::invalid_argument("the game is over");
        if (play.colour != position.to_move()) throw std::invalid_argument("it is the other side's turn");
        if (!play.choice.empty()) throw std::invalid_argument("there is nothing to choose");
        if (!position.is_legal(play.move)) {
            throw std::invalid_argument("illegal move " + std::to_string(play.move));
        }
        position.play(play.move);
    }
    position_ = std::move(position);
    setup_ = std::move(given);
    plays_.assign(plays.begin(), plays.end());
    latest_.set({});
}

RecentMoves GoSearcher::recent() const {
    RecentMoves recent;
    recent.fill(pass);
    for (std::size_t back = 0; back < recent.size() && back < plays_.size(); ++back) {
        recent[back] = plays_[plays_.size() - 1 - back].move;
    }
    return recent;
}

// --- choosing

Choice GoSearcher::choose(int level, const Limits& limits, const Stop& stop) {
    if (level < lowest_searching_level || level > highest_level) throw std::invalid_argument("no such level");
    if (position_.is_over()) throw std::invalid_argument("the game is over");
    if (const std::optional<Move> stone = handicap_stone()) {
        Analysis analysis;
        analysis.best.push_back({.line = {*stone}});
        latest_.set(std::move(analysis));
        return {.move = *stone};
    }
    const Progress unheard;
    Task task{.limits = limits, .stop = &stop, .progress = &unheard, .grade = {}, .chooses = true};
    task.limits.lines = 1;
    if (level == highest_level) {
        task.threads = resources_.threads;
        task.memory_mb = resources_.memory_mb;
    } else {
        task.grade = grade_of(level, rules_.size, net_ != nullptr);
        task.limits.nodes = limits.nodes > 0 ? std::min(limits.nodes, task.grade->nodes) : task.grade->nodes;
        task.memory_mb = std::min(task.memory_mb, resources_.memory_mb);
    }
    std::vector<Branch> branches = run(task);
    if (task.grade) prefer_by_level(branches, *task.grade);
    const std::vector<float> ownership = tree_->ownership();
    if (const auto instead = instead_of_first(position_, {branches, ownership})) {
        const auto found = std::find_if(branches.begin(), branches.end(),
                                        [&](const Branch& branch) { return branch.move == *instead; });
        std::rotate(branches.begin(), found, found + 1);
    }
    publish(*tree_, branches, 1);
    return {.move = branches.front().move};
}

Analysis GoSearcher::think(const Limits& limits, const Stop& stop, const Progress& progress) {
    if (position_.is_over()) throw std::invalid_argument("the game is over");
    const std::vector<Branch> branches = run({.limits = limits,
                                              .stop = &stop,
                                              .progress = &progress,
                                              .grade = {},
                                              .threads = resources_.threads,
                                              .memory_mb = resources_.memory_mb});
    publish(*tree_, branches, limits.lines);
    Analysis analysis = latest_.get();
    analysis.marks = marks_of(position_, analysis.ownership);
    latest_.set(analysis);
    return analysis;
}

std::optional<Move> GoSearcher::handicap_stone() const {
    if (position_.handicap_to_come() == 0) return std::nullopt;
    const int stones = std::min(rules_.handicap_stones(), most_fixed_stones(rules_.size));
    for (const Move point : fixed_stones(rules_.size, stones)) {
        if (position_.is_legal(point)) return point;
    }
    return std::nullopt;
}

// One who is less than firm takes a good move as often as it was visited, or as likely as it looks, always
// the same in one position.
void GoSearcher::prefer_by_level(std::vector<Branch>& branches, const Grade& grade) const {
    const bool is_black = position_.to_move() == Colour::black;
    const auto win = [&](const Branch& branch) { return is_black ? branch.worth.win : 1 - branch.worth.win; };
    const float best = win(branches.front());
    // Where nothing was searched, a move is as good as it looks.
    const bool is_searched = branches.front().visits > 0;
    const auto weight = [is_searched](const Branch& branch) {
        return is_searched ? static_cast<double>(branch.visits) : static_cast<double>(branch.prior);
    };
    const auto is_good_enough = [&](const Branch& branch) {
        return is_searched ? branch.visits > 0 && win(branch) >= best - grade.slack
                           : branch.prior >= least_share * branches.front().prior;
    };
    const double most = weight(branches.front());
    std::vector<double> sums;
    double sum = 0;
    for (const Branch& branch : branches) {
        double odds = 0;
        if (is_good_enough(branch)) {
            odds = 1;
            for (int power = 0; power < grade.firmness; ++power) odds *= weight(branch) / most;
        }
        sum += odds;
        sums.push_back(sum);
    }
    Rng rng(mixed(resources_.seed) ^ walk_of(position_, recent())->hash());
    const double drawn = sum * rng.unit();
    const auto found = std::upper_bound(sums.begin(), sums.end(), drawn);
    if (found == sums.end()) return;
    const auto place = branches.begin() + (found - sums.begin());
    std::rotate(branches.begin(), place, place + 1);
}

// --- the search

Tree& GoSearcher::tree_of(int megabytes) {
    if (tree_ == nullptr || tree_mb_ != megabytes) {
        tree_.reset();  // never both at once
        tree_ = std::make_unique<Tree>(static_cast<std::size_t>(megabytes));
        tree_mb_ = megabytes;
        tree_knows_ = false;
    }
    return *tree_;
}

void GoSearcher::prepare(Tree& tree, const Task& task) {
    const bool is_plain = !task.grade && task.limits.avoid.empty();
    const bool goes_on = is_plain && tree_knows_ && tree_setup_ == setup_ &&
                         plays_.size() >= tree_plays_.size() &&
                         std::equal(tree_plays_.begin(), tree_plays_.end(), plays_.begin());
    if (goes_on) {
        std::vector<Move> moves;
        for (std::size_t ply = tree_plays_.size(); ply < plays_.size(); ++ply) {
            moves.push_back(plays_[ply].move);
        }
        tree.advance(moves);
    } else {
        tree.clear();
    }
    tree_setup_ = setup_;
    tree_plays_ = plays_;
    tree_knows_ = is_plain;
}

namespace {

// When a search has to end.
class Pace {
   public:
    Pace(const Limits& limits, const Stop& stop, double share, bool is_planned)
        : limits_(limits), plan_(limits, stop, share), share_(share), is_planned_(is_planned) {}

    [[nodiscard]] bool is_over(std::int64_t begun) const {
        return (limits_.nodes > 0 && begun >= limits_.nodes) || plan_.is_over();
    }
    [[nodiscard]] double spent_ms() const { return plan_.spent_ms(); }

    // Looked at now and then: whether the choice is as good as made. `branches` are best first.
    [[nodiscard]] bool is_settled(std::span<const Branch> branches, bool is_in_doubt, std::int64_t begun) {
        if (!is_planned_) return false;
        if (plan_.has_time_limit() && !plan_.may_begin(0)) {
            if (!is_in_doubt || is_stretched_) return true;
            is_stretched_ = true;
            plan_.rescale(share_ * share_in_doubt);
        }
        if (branches.size() < 2) return true;
        double left = limits_.nodes > 0 ? static_cast<double>(limits_.nodes - begun) : -1;
        if (plan_.has_time_limit()) {
            const double spent = std::max(plan_.spent_ms(), 1.0);
            const double in_time = static_cast<double>(begun) * (plan_.soft_ms() - spent) / spent;
            left = left < 0 ? in_time : std::min(left, in_time);
        }
        return left >= 0 && static_cast<double>(branches[0].visits - branches[1].visits) > left;
    }

   private:
    const Limits& limits_;
    TimePlan plan_;
    double share_;
    bool is_planned_;
    bool is_stretched_ = false;
};

// Whether another move than the most visited one has turned out better.
bool is_in_doubt(std::span<const Branch> branches, Colour mover) {
    const float sign = mover == Colour::black ? 1.0F : -1.0F;
    return std::any_of(branches.begin(), branches.end(), [&](const Branch& branch) {
        return branch.visits > branches.front().visits / 4 &&
               sign * branch.worth.win > sign * branches.front().worth.win;
    });
}

}  // namespace

std::vector<Branch> GoSearcher::run(const Task& task) {
    const Colour mover = position_.to_move();
    const int moves = static_cast<int>(plays_.size());
    const bool is_handicapped = task.chooses && mover == Colour::white && rules_.handicap_stones() > 0;
    const std::unique_ptr<GoWalk> walk = walk_of(position_, recent());
    if (is_handicapped && net_ == nullptr) walk->shift(handicap_shift(rules_, moves));
    Tree& tree = tree_of(task.memory_mb);
    prepare(tree, task);

    const std::uint64_t seed = mixed(resources_.seed) ^ walk->hash();
    const Sight sight = task.grade ? sight_of(*task.grade, mixed(resources_.seed)) : Sight{};
    std::vector<Unthought> unthought;
    for (const Avoid& avoid : task.limits.avoid) {
        unthought.push_back({avoid.colour, avoid.moves, avoid.plies});
    }
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    for (int index = 0; index < task.threads; ++index) {
        if (net_ != nullptr) {
            evaluators.push_back(net_evaluator(rules_.size, net_, sight, unthought));
        } else {
            evaluators.push_back(playout_evaluator(
                rules_.size, current_weights(), seed + static_cast<std::uint64_t>(index), sight, unthought));
        }
    }

    const bool is_deciding = rules_.size >= large_side && moves >= deciding_from && moves <= deciding_to;
    const bool has_spare_time = task.limits.most_ms > task.limits.ms;
    Pace pace(task.limits, *task.stop, is_deciding && has_spare_time ? share_of_deciding : 1.0,
              task.chooses && !task.grade);
    const std::int64_t between_looks = net_ == nullptr ? playouts_between_looks : net_visits_between_looks;
    std::atomic<bool> is_done{false};
    double told_ms = 0;
    const auto goes_on = [&](int index, std::int64_t begun) {
        if (is_done.load(std::memory_order_relaxed) || pace.is_over(begun)) return false;
        if (index != 0 || begun % between_looks != 0) return true;
        const std::vector<Branch> branches = best_first(tree, mover);
        if (pace.is_settled(branches, is_in_doubt(branches, mover), begun) ||
            (task.limits.depth > 0 && tree.depth() >= task.limits.depth)) {
            is_done = true;
            return false;
        }
        if (pace.spent_ms() - told_ms >= progress_ms) {
            told_ms = pace.spent_ms();
            playouts_ = begun;
            publish(tree, branches, task.limits.lines);
            if (*task.progress) (*task.progress)(latest_.get());
        }
        return true;
    };
    const TreeStyle style = style_for(rules_, net_ != nullptr);
    playouts_ = tree.search(*walk, evaluators, style, goes_on);
    std::vector<Branch> branches = best_first(tree, mover);
    if (net_ != nullptr && !task.grade) surest_first(branches, mover, style);
    return branches;
}

void GoSearcher::publish(const Tree& tree, std::span<const Branch> branches, int lines) {
    latest_.set(report_of(tree, branches, std::max(lines, 1), playouts_));
}

}  // namespace tengen::go
