// What several threads do at once: the table, the team, and the searchers of all games; and how a search is
// stopped. Also run under the thread sanitizer, so it stays short. Counts nodes and no time: other machines
// are slower.
#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "core/registry.h"
#include "core/rng.h"
#include "search/table.h"
#include "search/team.h"

namespace {

using namespace tengen;

void threads_never_read_half_an_entry() {
    Table table(1);
    run_team(4, [&](int index) {
        Rng rng(static_cast<std::uint64_t>(index));
        for (int count = 0; count < 200'000; ++count) {
            const std::uint64_t key = mixed(rng.below(30'000));
            if (const auto found = table.probe(key)) CHECK_EQUAL(*found, key >> 16);
            table.store(key, static_cast<int>(rng.below(8)), key >> 16);
        }
    });
}

void what_a_thread_throws_is_thrown_to_the_caller() {
    bool thrown = false;
    try {
        run_team(3, [](int index) {
            if (index == 2) throw std::runtime_error("two");
        });
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    CHECK(thrown);
}

// --- searchers

// A game's usual board and one that may go another way.
const std::vector<Options> boards{{}, {{"size", std::int64_t{10}}}};

// After some random moves, so that there is something to think about.
class Question {
   public:
    Question(const Kind& kind, const Options& options, int threads, std::uint64_t seed = 1)
        : position_(kind.start(options, nullptr)),
          searcher_(kind.searcher(options, {.seed = seed, .threads = threads, .memory_mb = 2})) {
        if (searcher_ == nullptr) return;
        Rng rng(seed);
        std::vector<Play> plays;
        for (int ply = 0; ply < 6; ++ply) {
            const std::vector<Move> moves = position_->legal_moves();
            const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
            plays.push_back({position_->to_move(), move, {}});
            position_->play(move);
        }
        searcher_->sync(nullptr, plays);
    }

    [[nodiscard]] bool is_played() const { return searcher_ != nullptr; }
    [[nodiscard]] const Position& position() const { return *position_; }
    [[nodiscard]] Searcher& searcher() { return *searcher_; }

   private:
    std::unique_ptr<Position> position_;
    std::unique_ptr<Searcher> searcher_;
};

// `nodes` are worth a moment's work in every game: in some a node is a whole game played out.
void two_threads_answer_with_a_legal_move(Question question, std::int64_t nodes) {
    const Stop stop;
    const Choice choice = question.searcher().choose(highest_level, {.nodes = nodes}, stop);
    CHECK(question.position().is_legal(choice.move));
    const Analysis analysis = question.searcher().think({.nodes = nodes}, stop, {});
    CHECK(!analysis.best.empty() && question.position().is_legal(analysis.best.front().line.front()));
}

// One thread asks what is thought so far, and stops two that think; then the same searcher is asked again.
void a_search_is_read_and_stopped_from_another_thread(Question question) {
    for (int round = 0; round < 10; ++round) {
        Stop stop;
        std::jthread reader([&] {
            const auto begun = SteadyClock::now();
            while (question.searcher().latest().best.empty() && elapsed_ms(begun) < 10'000) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            stop.stop();
        });
        CHECK(!question.searcher().think({}, stop, {}).best.empty());
    }
}

// Nodes that a search may still visit once it is told to stop: it looks every 1,024 and then takes itself
// back.
constexpr std::int64_t most_after_stop = 4'096;

void a_search_that_was_stopped_before_it_began_visits_next_to_nothing(Question question) {
    Stop stop;
    stop.stop();
    const Analysis analysis = question.searcher().think({}, stop, {});
    CHECK(analysis.nodes <= most_after_stop);
    CHECK(!analysis.best.empty());
    for (const int level : {lowest_searching_level, 7, highest_level}) {
        CHECK(question.position().is_legal(question.searcher().choose(level, {}, stop).move));
        CHECK(question.searcher().latest().nodes <= most_after_stop);
    }
}

// Whether it came to be stopped: a game that is decided ends the search by itself.
bool a_stop_ends_the_search_within_some_thousand_nodes(Question question) {
    constexpr std::int64_t enough = 500;  // before it is told
    Stop stop;
    std::int64_t before = 0;
    const Analysis analysis = question.searcher().think({}, stop, [&](const Analysis& so_far) {
        if (stop.stopped() || so_far.nodes < enough) return;
        before = so_far.nodes;
        stop.stop();
    });
    if (!stop.stopped()) {
        CHECK(analysis.best.front().proof != Proof::open);
        return false;
    }
    CHECK(analysis.nodes >= before && analysis.nodes <= before + most_after_stop);
    return true;
}

void each_searcher_stops_and_shares(const Kind& kind) {
    for (const Options& options : boards) {
        if (!Question(kind, options, 1).is_played()) continue;
        two_threads_answer_with_a_legal_move(
            {kind, options, 2},
            std::min<std::int64_t>(100'000, kind.nodes(options, lowest_searching_level) * 20));
        a_search_is_read_and_stopped_from_another_thread({kind, options, 2});
        a_search_that_was_stopped_before_it_began_visits_next_to_nothing({kind, options, 1});
        int stopped = 0;
        for (std::uint64_t seed = 1; seed <= 40 && stopped < 3; ++seed) {
            if (a_stop_ends_the_search_within_some_thousand_nodes({kind, options, 1, seed})) ++stopped;
        }
        CHECK(stopped == 3);
    }
}

}  // namespace

int main() {
    threads_never_read_half_an_entry();
    what_a_thread_throws_is_thrown_to_the_caller();
    for (const std::string& name : Registry::instance().names()) {
        const Kind& kind = *Registry::instance().find(name);
        if (kind.searcher != nullptr) each_searcher_stops_and_shares(kind);
    }
    return tengen::test::result();
}
