#include "games/othello/searcher.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/rng.h"
#include "games/othello/levels.h"
#include "games/othello/wide_engine.h"

namespace tengen::othello {

namespace {

constexpr int most_threads = 256;
constexpr int varied_plies = 8;  // so long any move will do that is almost as good as the best
constexpr int longest_line = 12;
constexpr int progress_ms = 100;
constexpr double growth = 2.6;            // of the time of a round with its depth
constexpr double solved_per_ms = 25'000;  // nodes a thread: for plans only
constexpr double prudence = 1.4;          // solutions may take so much longer than foretold

// What a margin means for winning: sharp at the end, flat before. Exact arithmetic alone, so that it is the
// same everywhere.
float win_of(double margin, int empties) {
    const double x = margin / (1.5 + 0.16 * empties);
    return static_cast<float>(0.5 + 0.5 * x / std::sqrt(1 + x * x));
}

Proof proof_of(int black_margin) {
    return black_margin > 0 ? Proof::won : black_margin < 0 ? Proof::lost : Proof::drawn;
}

float certain_win(Proof proof) {
    return proof == Proof::won ? 1.0F : proof == Proof::lost ? 0.0F : 0.5F;
}

}  // namespace

// One question.
struct OthelloSearcher::Task {
    Limits limits;
    const Stop* stop = nullptr;
    const Progress* progress = nullptr;
    const Grade* grade = nullptr;  // null: as well as it can
    bool chooses = false;
    int threads = 1;
    int table_mb = 64;
};

OthelloSearcher::OthelloSearcher(const Rules& rules, const Resources& resources)
    : rules_(rules), resources_(resources), position_(rules) {
    resources_.threads = std::clamp(resources.threads, 1, most_threads);
    resources_.memory_mb = std::max(resources.memory_mb, 1);
}

void OthelloSearcher::sync(const Setup* setup, std::span<const Play> plays) {
    OthelloPosition position = setup != nullptr ? OthelloPosition(rules_, *setup) : OthelloPosition(rules_);
    for (const Play& play : plays) {
        if (play.colour != position.to_move()) throw std::invalid_argument("it is the other side's turn");
        if (!play.choice.empty()) throw std::invalid_argument("there is nothing to choose");
        if (!position.is_legal(play.move)) {
            throw std::invalid_argument("illegal move " + std::to_string(play.move));
        }
        position.play(play.move);
    }
    position_ = position;
    latest_.set({});
}

Table& OthelloSearcher::table_of(int megabytes) {
    if (table_ == nullptr || table_mb_ != megabytes) {
        table_.reset();  // never both at once
        table_ = std::make_unique<Table>(static_cast<std::size_t>(megabytes));
        table_mb_ = megabytes;
    }
    return *table_;
}

Choice OthelloSearcher::choose(int level, const Limits& limits, const Stop& stop) {
    if (level < lowest_searching_level || level > highest_level) throw std::invalid_argument("no such level");
    const std::vector<Move> moves = position_.legal_moves();
    if (moves.empty()) throw std::invalid_argument("the game is over");
    if (moves.size() == 1) {
        Analysis analysis;
        analysis.best.push_back({.line = {moves[0]}});
        latest_.set(analysis);
        return {.move = moves[0]};
    }
    const Progress unheard;
    Task task{.limits = limits, .stop = &stop, .progress = &unheard, .chooses = true};
    if (level == highest_level) {
        task.threads = resources_.threads;
        task.table_mb = resources_.memory_mb;
    } else {
        task.grade = &grade_of(level);
        task.limits.nodes = limits.nodes > 0 ? std::min(limits.nodes, task.grade->nodes) : task.grade->nodes;
        task.table_mb = std::min(task.grade->table_mb, resources_.memory_mb);
        table_of(task.table_mb).clear();
    }
    Choice choice{.move = moves[0]};
    run(task, &choice.move);
    return choice;
}

Analysis OthelloSearcher::think(const Limits& limits, const Stop& stop, const Progress& progress) {
    if (position_.is_over()) throw std::invalid_argument("the game is over");
    return run({.limits = limits,
                .stop = &stop,
                .progress = &progress,
                .threads = resources_.threads,
                .table_mb = resources_.memory_mb},
               nullptr);
}

Analysis OthelloSearcher::run(const Task& task, Move* chosen) {
    if (const Board* board = std::get_if<Board>(&position_.board()))
        return run_on<Engine8>(*board, task, chosen);
    return run_on<WideEngine>(std::get<WideBoard>(position_.board()), task, chosen);
}

// --- what is thought, in the words of core/analysis.h

namespace {

template <typename Engine>
class Report {
   public:
    using Position = typename Engine::Position;

    // `has_all_moves`: none is left out of the root to be avoided.
    Report(const Root<Engine>& root, const Table& table, Colour mover, bool has_passed, bool has_all_moves,
           int lines)
        : root_(root),
          table_(table),
          sign_(mover == Colour::black ? 1 : -1),
          has_passed_(has_passed),
          has_all_moves_(has_all_moves),
          lines_(lines) {}

    [[nodiscard]] Analysis analysis(std::int64_t nodes) const {
        Analysis analysis;
        analysis.nodes = nodes;
        analysis.depth = root_.finished().solves ? Engine::empties(root_.position()) : root_.finished().depth;
        for (const RootMove& move : root_.moves()) {
            if (static_cast<int>(analysis.best.size()) >= lines_) break;
            if (move.is_bound && !analysis.best.empty()) continue;
            analysis.best.push_back(candidate(move));
        }
        const Candidate& first = analysis.best.front();
        analysis.win = first.win;
        analysis.margin = first.margin;
        // A round that was cut off may have proven some moves, and know nothing of the others; nothing is
        // known of moves to avoid either.
        const auto is_settled = [](const RootMove& move) { return move.is_proven; };
        if (has_all_moves_ && std::all_of(root_.moves().begin(), root_.moves().end(), is_settled)) {
            const int lead = root_.moves().front().value / Engine::unit;
            analysis.exact = has_passed_ ? -lead : lead;
        }
        return analysis;
    }

   private:
    [[nodiscard]] Candidate candidate(const RootMove& move) const {
        Candidate candidate;
        const double lead = sign_ * static_cast<double>(move.value) / Engine::unit;
        candidate.margin = static_cast<float>(lead);
        candidate.visits = move.nodes;
        if ((move.is_proven || move.is_decided) && !move.is_bound) {
            candidate.proof = proof_of(sign_ * move.value);
            candidate.win = certain_win(candidate.proof);
        } else {
            candidate.win = win_of(lead, Engine::empties(root_.position()));
        }
        if (has_passed_) candidate.line.push_back(pass);
        add_line(candidate.line, move);
        return candidate;
    }

    // The move, and what the table expects to follow.
    void add_line(std::vector<Move>& line, const RootMove& move) const {
        line.push_back(move.point);
        Position board = Engine::after(root_.position(), move.point);
        while (static_cast<int>(line.size()) < longest_line) {
            const std::vector<int> moves = Engine::moves(board);
            if (moves.empty()) {
                board = Engine::passed(board);
                if (Engine::moves(board).empty()) return;
                line.push_back(pass);
                continue;
            }
            std::optional<int> next;
            if (moves.size() == 1) {
                next = moves[0];
            } else {
                next = Engine::expected_move(table_, board, root_.finished().solves);
            }
            if (!next || std::find(moves.begin(), moves.end(), *next) == moves.end()) return;
            line.push_back(*next);
            board = Engine::after(board, *next);
        }
    }

    const Root<Engine>& root_;
    const Table& table_;
    int sign_;
    bool has_passed_;
    bool has_all_moves_;
    int lines_;
};

}  // namespace

// --- the search

template <typename Engine>
Move OthelloSearcher::pick(const Root<Engine>& root, const Task& task) const {
    const std::vector<RootMove>& moves = root.moves();
    const int slack = moves.front().is_proven ? 0 : Engine::unit;
    std::vector<Move> good;
    for (const RootMove& move : moves) {
        if (move.was_searched && !move.is_bound && move.value >= moves.front().value - slack) {
            good.push_back(move.point);
        }
    }
    const int plies = rules_.size * rules_.size - Engine::empties(root.position()) - 4;
    if (!task.chooses || plies >= varied_plies || good.size() < 2) return moves.front().point;
    Rng rng(mixed(resources_.seed) ^ Engine::hash(root.position()));
    return good[rng.below(static_cast<std::uint32_t>(good.size()))];
}

template <typename Engine>
Analysis OthelloSearcher::run_on(const typename Engine::Position& given, const Task& task, Move* chosen) {
    const Limits& limits = task.limits;
    typename Engine::Position board = given;
    std::vector<int> points = Engine::moves(board);
    const bool has_passed = points.empty();
    bool has_all_moves = true;
    Colour mover = position_.to_move();
    if (has_passed) {
        board = Engine::passed(board);
        mover = other(mover);
        points = Engine::moves(board);
    } else {
        for (const Avoid& avoid : limits.avoid) {
            if (avoid.colour != mover) continue;
            std::vector<int> left;
            std::copy_if(points.begin(), points.end(), std::back_inserter(left), [&](int point) {
                return std::find(avoid.moves.begin(), avoid.moves.end(), point) == avoid.moves.end();
            });
            if (left.empty() || left.size() == points.size()) continue;
            points = std::move(left);
            has_all_moves = false;
        }
    }
    const int empties = Engine::empties(board);
    const int plies = rules_.size * rules_.size - empties - 4;
    // The middle of the game decides it.
    const double middle = (plies >= 14 && plies <= 36) ? 1.5 : 1.0;
    TimePlan plan(limits, *task.stop, task.chooses && limits.most_ms > limits.ms ? middle : 1.0);
    Table& table = table_of(task.table_mb);
    table.begin_search();
    Busy busy;
    std::vector<std::unique_ptr<Worker>> workers;
    for (int index = 0; index < task.threads; ++index) {
        workers.push_back(std::make_unique<Worker>(table, plan, current_weights()));
        if (task.grade != nullptr) {
            workers.back()->misjudgement = {mixed(resources_.seed),
                                            static_cast<int>(task.grade->misjudged * Engine::unit),
                                            task.grade->greed};
        }
    }
    const auto nodes_spent = [&] {
        std::int64_t nodes = 0;
        for (const auto& worker : workers) nodes += worker->nodes;
        return nodes;
    };

    const bool is_varied = task.chooses && plies < varied_plies;
    const int lines = std::max(limits.lines, 1);
    Root<Engine> root(board, points, {.lines = lines, .slack = is_varied ? Engine::unit : 0});
    double told_ms = -progress_ms;
    const auto tell = [&] {
        const Analysis analysis =
            Report<Engine>(root, table, mover, has_passed, has_all_moves, lines).analysis(nodes_spent());
        latest_.set(analysis);
        if (*task.progress && plan.spent_ms() - told_ms >= progress_ms) {
            told_ms = plan.spent_ms();
            (*task.progress)(analysis);
        }
    };
    const auto finishes = [&](const Round& round) {
        if (limits.nodes > 0) {
            const auto count = static_cast<std::int64_t>(root.workers_for(round, workers.size()));
            const std::int64_t share = std::max<std::int64_t>((limits.nodes - nodes_spent()) / count, 1);
            for (const auto& worker : workers) worker->most_nodes = worker->nodes + share;
        }
        const bool is_whole = root.look(round, workers, busy);
        tell();
        return is_whole;
    };
    const auto is_affordable = [&](int selectivity) {
        if (limits.exact) return true;
        if (task.grade != nullptr) return empties <= task.grade->exact_from;
        const double nodes = Engine::nodes_to_solve(board, selectivity);
        if (limits.nodes > 0 && nodes * prudence > static_cast<double>(limits.nodes - nodes_spent()))
            return false;
        if (plan.has_time_limit()) {
            const double speed = solved_per_ms * (1 + 0.7 * (task.threads - 1));
            return plan.may_begin_last(prudence * nodes / speed);
        }
        return limits.nodes > 0 || nodes < 1e11;
    };

    // Looking ahead, until the rest can be solved. What comes of no search at all is the first move.
    int deepest = limits.depth > 0 ? std::min(limits.depth, empties - 1) : empties - 1;
    if (task.grade != nullptr) deepest = std::min(deepest, task.grade->depth);
    const int enough = std::max(2, std::min(12, empties / 2));
    bool may_go_on = true;
    double last_ms = 0;
    for (int depth = 1; depth <= deepest; ++depth) {
        if (depth > enough && is_affordable(0)) break;
        if (depth > 1 && !plan.may_begin(last_ms * growth)) break;
        const double begun_ms = plan.spent_ms();
        may_go_on = finishes({.depth = depth, .selectivity = Engine::is_selective ? 0 : full_width});
        last_ms = plan.spent_ms() - begun_ms;
        if (!may_go_on) break;
    }
    if (may_go_on && (limits.depth == 0 || limits.depth >= empties)) {
        for (int selectivity = Engine::is_selective && empties > 14 ? 0 : full_width;
             selectivity <= full_width; ++selectivity) {
            if (!is_affordable(selectivity)) {
                if (task.chooses && selectivity == full_width && is_affordable(full_width - 1)) {
                    finishes({.selectivity = full_width, .solves = true, .only_who_wins = true});
                }
                break;
            }
            if (!finishes({.selectivity = selectivity, .solves = true})) break;
        }
    }
    if (chosen != nullptr && !has_passed) {
        *chosen = pick(root, task);
        root.prefer(*chosen);
    } else if (chosen != nullptr) {
        *chosen = pass;
    }
    tell();
    return latest_.get();
}

}  // namespace tengen::othello
