#include "games/gomoku/searcher.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "games/gomoku/levels.h"
#include "games/gomoku/openings.h"
#include "games/gomoku/report.h"

namespace tengen::gomoku {

namespace {

constexpr int most_threads = 256;
constexpr int most_depth = 60;
constexpr int progress_ms = 100;
constexpr double growth = 1.6;                 // of the time of a round with its depth, at least
constexpr double growth_worth = 0.3;           // so much of it is worth beginning where time cannot be saved
constexpr double nodes_per_ms = 2'000;         // of threats and fours: for plans only
constexpr std::int64_t usual_nodes = 300'000;  // for threats, where neither time nor nodes are limited
constexpr double most_shares = 4;              // of the time planned, for a position that does not settle
constexpr double share_of_decided = 0.2;
constexpr std::int64_t nodes_for_defences = 20'000;  // in each line that was asked for

// Choosing a colour, and where to put two stones more.
constexpr float clearly_better = 0.54F;
constexpr int pairs_tried = 30;

}  // namespace

// One question.
struct GomokuSearcher::Task {
    Limits limits;
    const Stop* stop = nullptr;
    const Progress* progress = nullptr;
    const Grade* grade = nullptr;  // null: as well as it can
    bool chooses = false;
    int threads = 1;
    int memory_mb = 64;
};

// The tables of a search; three quarters for values.
struct GomokuSearcher::Memory {
    explicit Memory(int megabytes)
        : whole_mb(megabytes),
          values(part(3 * megabytes / 4)),
          fours(part(megabytes / 8)),
          threats(part(megabytes / 8)) {}

    [[nodiscard]] static std::size_t part(int megabytes) {
        return static_cast<std::size_t>(std::max(megabytes, 1));
    }
    void clear() {
        values.clear();
        fours.clear();
        threats.clear();
    }

    int whole_mb;
    Table values;
    Table fours;
    Table threats;
};

GomokuSearcher::GomokuSearcher(const Rules& rules, const Resources& resources)
    : rules_(rules), resources_(resources), position_(rules) {
    resources_.threads = std::clamp(resources.threads, 1, most_threads);
    resources_.memory_mb = std::max(resources.memory_mb, 1);
}

GomokuSearcher::~GomokuSearcher() = default;

void GomokuSearcher::sync(const Setup* setup, std::span<const Play> plays) {
    GomokuPosition position = setup != nullptr ? GomokuPosition(rules_, *setup) : GomokuPosition(rules_);
    int last = -1;
    for (const Play& play : plays) {
        if (position.is_over()) throw std::invalid_argument("the game is over");
        if (play.colour != position.to_move()) throw std::invalid_argument("it is the other side's turn");
        if (!play.choice.empty()) {
            const std::vector<std::string> words = position.choices();
            if (std::find(words.begin(), words.end(), play.choice) == words.end()) {
                throw std::invalid_argument("'" + play.choice + "' is not among the choices");
            }
            position.choose(play.choice);
            continue;
        }
        if (!position.is_legal(play.move)) {
            throw std::invalid_argument("illegal move " + std::to_string(play.move));
        }
        position.play(play.move);
        last = play.move;
    }
    position_ = position;
    last_ = last;
    latest_.set({});
}

GomokuSearcher::Memory& GomokuSearcher::memory_of(int megabytes) {
    if (memory_ == nullptr || memory_->whole_mb != megabytes) {
        memory_.reset();  // never both at once
        memory_ = std::make_unique<Memory>(megabytes);
    }
    return *memory_;
}

std::vector<Move> GomokuSearcher::allowed_moves(const Limits& limits, const GomokuPosition& position) const {
    std::vector<Move> moves = position.legal_moves();
    for (const Avoid& avoid : limits.avoid) {
        if (avoid.colour != position.next_stone()) continue;
        std::vector<Move> left;
        std::copy_if(moves.begin(), moves.end(), std::back_inserter(left), [&](Move move) {
            return std::find(avoid.moves.begin(), avoid.moves.end(), move) == avoid.moves.end();
        });
        if (!left.empty()) moves = std::move(left);
    }
    return moves;
}

Choice GomokuSearcher::choose(int level, const Limits& limits, const Stop& stop) {
    if (level < lowest_searching_level || level > highest_level) throw std::invalid_argument("no such level");
    if (position_.is_over()) throw std::invalid_argument("the game is over");
    const Progress unheard;
    Task task{.limits = limits, .stop = &stop, .progress = &unheard, .chooses = true};
    task.limits.lines = 1;
    if (level == highest_level) {
        task.threads = resources_.threads;
        task.memory_mb = resources_.memory_mb;
    } else {
        task.grade = &grade_of(level);
        task.limits.nodes = limits.nodes > 0 ? std::min(limits.nodes, task.grade->nodes) : task.grade->nodes;
        task.memory_mb = std::min(task.grade->table_mb, resources_.memory_mb);
        memory_of(task.memory_mb).clear();
    }
    if (position_.phase() != Phase::play && rules_.opening != Opening::pro) return choose_in_opening(task);
    const Analysis analysis = run(task, position_);
    return {.move = analysis.best.front().line.front()};
}

Analysis GomokuSearcher::think(const Limits& limits, const Stop& stop, const Progress& progress) {
    if (position_.is_over()) throw std::invalid_argument("the game is over");
    GomokuPosition position = position_;
    // Whoever takes which colour, the stones go on.
    if (position.phase() == Phase::choice) position.choose(choose_black);
    return run({.limits = limits,
                .stop = &stop,
                .progress = &progress,
                .threads = resources_.threads,
                .memory_mb = resources_.memory_mb},
               position);
}

// --- the openings that ask for more than a move

namespace {

constexpr int pictures = 8;  // of one position, turned and mirrored

// The points of steps from the middle in one of the pictures; none where they leave the board.
template <std::size_t count>
std::optional<std::array<int, count>> points_of(const std::array<Step, count>& steps, int size, int picture) {
    std::array<int, count> points{};
    for (std::size_t index = 0; index < count; ++index) {
        int columns = (picture & 1) != 0 ? -steps[index].columns : steps[index].columns;
        int rows = (picture & 2) != 0 ? -steps[index].rows : steps[index].rows;
        if ((picture & 4) != 0) std::swap(columns, rows);
        const int x = size / 2 + columns;
        const int y = size / 2 + rows;
        if (x < 0 || x >= size || y < 0 || y >= size) return std::nullopt;
        points[index] = y * size + x;
    }
    return points;
}

// Whether the first stones of a beginning are those on the board.
bool begins_with(std::span<const int> points, const GomokuPosition& position) {
    for (std::size_t index = 0; index < static_cast<std::size_t>(position.stones()); ++index) {
        const auto colour = static_cast<std::uint8_t>(index % 2 == 0 ? Colour::black : Colour::white);
        if (position.board().cell(points[index]) != colour) return false;
    }
    return true;
}

// The next stone of one of the beginnings that go on from here.
template <std::size_t count>
std::optional<Move> next_of(std::span<const std::array<Step, count>> beginnings,
                            const GomokuPosition& position, std::uint64_t seed) {
    const auto stones = static_cast<std::size_t>(position.stones());
    if (stones >= count) return std::nullopt;
    std::vector<Move> next;
    for (const std::array<Step, count>& steps : beginnings) {
        for (int picture = 0; picture < pictures; ++picture) {
            const auto points = points_of(steps, position.rules().size, picture);
            if (points && begins_with(*points, position)) next.push_back((*points)[stones]);
        }
    }
    if (next.empty()) return std::nullopt;
    Rng rng(seed + stones);
    return next[rng.below(static_cast<std::uint32_t>(next.size()))];
}

}  // namespace

Choice GomokuSearcher::choose_in_opening(const Task& task) {
    const bool has_fouls = rules_.line == LineRule::renju;
    const std::uint64_t seed = mixed(resources_.seed);
    // Half of the time is enough: more of it settles little, and more choices follow.
    if (position_.phase() == Phase::choice) {
        GomokuPosition decided = position_;
        decided.choose(choose_black);
        Task half = task;
        half.limits.ms = (task.limits.ms + 1) / 2;
        half.limits.most_ms = (task.limits.most_ms + 1) / 2;
        const float black = run(half, decided).win;
        const std::vector<std::string> words = position_.choices();
        const bool may_place = std::find(words.begin(), words.end(), place_two) != words.end();
        if (may_place && std::max(black, 1 - black) < clearly_better) return {.word = std::string(place_two)};
        return {.word = std::string(black > 0.5F ? choose_black : choose_white)};
    }
    auto known = next_of(even_triples(has_fouls), position_, seed);
    if (!known && !has_fouls) known = next_of(even_fives(), position_, seed);
    if (known && position_.is_legal(*known)) {
        Analysis analysis;
        analysis.best.push_back({.line = {*known}});
        latest_.set(analysis);
        return {.move = *known};
    }
    // What leaves the position as even as can be.
    const Lines lines(position_.board());
    PointSet around = lines.near();
    for (int point = 0; point < lines.points(); ++point) {
        if (!lines.is_empty(point))
            around |= lines.board().geometry().around[static_cast<std::size_t>(point)];
    }
    std::vector<Move> points;
    for_each(around & lines.empty(), [&](int point) { points.push_back(point); });
    if (points.empty()) points = position_.legal_moves();
    Rng rng(seed ^ lines.hash());
    Task small = task;
    small.limits.nodes = 2'000;
    small.limits.ms = task.limits.ms > 0 ? std::max(task.limits.ms / pairs_tried, 1) : 0;
    small.limits.most_ms = task.limits.most_ms > 0 ? std::max(task.limits.most_ms / pairs_tried, 1) : 0;
    small.threads = 1;
    const TimePlan plan(task.limits, *task.stop, 0.5);
    Move chosen = points.front();
    float closest = 1;
    for (int tries = 0; tries < pairs_tried && plan.may_begin(0); ++tries) {
        GomokuPosition tried = position_;
        const Move first = points[rng.below(static_cast<std::uint32_t>(points.size()))];
        tried.play(first);
        while (tried.phase() == Phase::opening) {
            const Move next = points[rng.below(static_cast<std::uint32_t>(points.size()))];
            if (tried.is_legal(next)) tried.play(next);
        }
        if (tried.phase() == Phase::choice) tried.choose(choose_black);
        const float away = std::abs(run(small, tried).win - 0.5F);
        if (away < closest) {
            closest = away;
            chosen = first;
        }
    }
    Analysis analysis;
    analysis.best.push_back({.line = {chosen}});
    latest_.set(analysis);
    return {.move = chosen};
}

// --- the search

Analysis GomokuSearcher::run(const Task& task, const GomokuPosition& position) {
    const Limits& limits = task.limits;
    const Colour mover = position.next_stone();
    const std::vector<Move> legal = allowed_moves(limits, position);
    const Lines lines(position.board());
    Manner manner;
    Blindness blindness;
    const Grade* grade = task.grade;
    if (grade != nullptr) {
        manner.fours = grade->fours;
        manner.width = grade->width;
        manner.threat_nodes =
            grade->threat_nodes > 0 ? std::min<std::int64_t>(grade->threat_nodes / 10, 500) : 0;
        if (grade->misses_four + grade->misses_three + grade->misses_broken > 0) {
            blindness = blindness_of(*grade, lines, last_, resources_.seed);
            manner.blindness = &blindness;
        }
    }
    TimePlan plan(limits, *task.stop);
    Memory& memory = memory_of(task.memory_mb);
    memory.values.begin_search();
    memory.fours.begin_search();
    memory.threats.begin_search();
    const std::shared_ptr<const Weights> weights = current_weights();
    std::vector<std::unique_ptr<Search>> searches;
    for (int index = 0; index < task.threads; ++index) {
        const std::int64_t nodes =
            limits.nodes > 0 ? std::max<std::int64_t>(limits.nodes / task.threads, 1) : 0;
        searches.push_back(std::make_unique<Search>(
            lines, Tables3{memory.values, memory.fours, memory.threats}, plan, nodes, manner, weights));
    }
    const int wanted = std::max(limits.lines, 1);
    Root root(searches, mover, legal);
    double told_ms = -progress_ms;
    const auto tell = [&] {
        Analysis analysis = report_of(root, *searches.front(), mover, wanted);
        for (const auto& search : searches) analysis.nodes += search->pulse().nodes();
        latest_.set(analysis);
        if (*task.progress && plan.spent_ms() - told_ms >= progress_ms) {
            told_ms = plan.spent_ms();
            (*task.progress)(analysis);
        }
    };
    if (task.chooses && root.is_forced()) {
        tell();
        return latest_.get();
    }
    const auto finish = [&] {
        if (grade == nullptr) root.look_for_defences(wanted, wanted * nodes_for_defences);
        tell();
        return latest_.get();
    };

    // What is certain first.
    std::int64_t threat_nodes = usual_nodes;
    if (limits.nodes > 0) threat_nodes = limits.nodes / 8;
    if (plan.has_time_limit()) {
        const auto in_time = static_cast<std::int64_t>(plan.soft_ms() * nodes_per_ms * 0.15);
        threat_nodes = limits.nodes > 0 ? std::min(threat_nodes, in_time) : in_time;
    }
    std::int64_t four_nodes = std::max<std::int64_t>(threat_nodes / 2, 20);
    if (grade != nullptr) {
        threat_nodes = std::min(threat_nodes, grade->threat_nodes);
        if (grade->fours == 0) four_nodes = 0;
    }
    root.look_for_win(four_nodes, threat_nodes);
    const bool is_won = is_win(root.moves().front().value);
    if (!is_won && four_nodes > 0) {
        root.look_for_dangers(four_nodes / 4, threat_nodes / 8, 2 * threat_nodes);
    }
    tell();
    const bool is_all_known = std::all_of(root.moves().begin(), root.moves().end(),
                                          [](const RootMove& move) { return move.is_settled; });
    if (is_all_known || (is_won && wanted == 1) || (root.is_decided() && task.chooses)) return finish();

    int deepest = limits.depth > 0 ? std::min(limits.depth, most_depth) : most_depth;
    if (grade != nullptr) deepest = std::min(deepest, grade->depth);
    const std::int64_t check_nodes =
        grade == nullptr ? std::max<std::int64_t>(threat_nodes / 8, 500) : threat_nodes / 8;
    const double needed = limits.most_ms > limits.ms ? growth : growth_worth;
    double last_ms = 0;
    double restless = 0;
    int best = root.moves().front().point;
    for (int depth = 1; depth <= deepest; ++depth) {
        if (depth > 1 && !plan.may_begin(last_ms * needed)) break;
        const double begun_ms = plan.spent_ms();
        const bool is_whole = root.look(depth, wanted);
        last_ms = plan.spent_ms() - begun_ms;
        tell();
        if (!is_whole) break;
        if (threat_nodes > 0 && depth >= 4) {
            while (!root.best_stands(check_nodes, check_nodes) && !searches.front()->pulse().is_stopped()) {
            }
        }
        const RootMove& front = root.moves().front();
        if (task.chooses && (is_decided(front.value) || root.moves().size() == 1)) {
            // A win that was seen needs no more; a loss is hardly to be helped.
            if (is_win(front.value) || depth >= 12) break;
        }
        restless = front.point != best ? restless * 0.7 + 0.6 : restless * 0.7;
        best = front.point;
        if (task.chooses && limits.most_ms > limits.ms) {
            plan.rescale(is_decided(front.value) ? share_of_decided : std::min(1 + restless, most_shares));
        }
    }
    return finish();
}

}  // namespace tengen::gomoku
