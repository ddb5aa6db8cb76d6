#include "bindings/game.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tengen::bindings {

namespace {

// One call at a time: Python's threads do not wait for each other while a search runs.
class Turn {
   public:
    explicit Turn(std::atomic<bool>& busy) : busy_(busy) {
        if (busy_.exchange(true)) throw std::logic_error("this searcher is at work");
    }
    ~Turn() { busy_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    std::atomic<bool>& busy_;
};

int points_of(const Position& position) {
    return position.columns() * position.rows();
}

bool is_move(const Position& position, Move move) {
    return move >= pass && move < points_of(position);
}

void check_setup(const Position& start, const Setup& setup) {
    if (setup.cells.size() != static_cast<std::size_t>(points_of(start))) {
        throw std::invalid_argument("the set-up has " + std::to_string(setup.cells.size()) + " cells");
    }
    if (std::any_of(setup.cells.begin(), setup.cells.end(), [](std::uint8_t cell) { return cell > 2; })) {
        throw std::invalid_argument("the set-up has a cell that is none");
    }
    if (setup.black_prisoners < 0 || setup.white_prisoners < 0) {
        throw std::invalid_argument("prisoners must not be negative");
    }
}

void apply(Position& position, const Play& play) {
    if (position.is_over()) throw std::invalid_argument("the game is over");
    if (play.colour != position.to_move()) throw std::invalid_argument("it is the other side's turn");
    if (!play.choice.empty()) {
        choose_word(position, play.choice);
    } else if (is_move(position, play.move) && position.is_legal(play.move)) {
        position.play(play.move);
    } else {
        throw std::invalid_argument("illegal move " + std::to_string(play.move));
    }
}

}  // namespace

const Kind& kind_named(std::string_view name) {
    const Kind* kind = Registry::instance().find(name);
    if (kind == nullptr) throw std::invalid_argument("no native game of kind '" + std::string(name) + "'");
    return *kind;
}

Colour colour_of(int value) {
    if (value != 1 && value != 2) throw std::invalid_argument("no colour is " + std::to_string(value));
    return static_cast<Colour>(value);
}

void check_limits(const Limits& limits) {
    if (limits.nodes < 0 || limits.ms < 0 || limits.most_ms < 0 || limits.depth < 0) {
        throw std::invalid_argument("a limit must not be negative");
    }
    if (limits.lines < 1) throw std::invalid_argument("at least one line must be wanted");
    for (const Avoid& avoid : limits.avoid) {
        if (avoid.plies < 1) throw std::invalid_argument("moves are avoided for one ply or more");
    }
}

std::unique_ptr<Position> begun(const Kind& kind, const Options& options, const Setup* setup) {
    std::unique_ptr<Position> start = kind.start(options, nullptr);
    if (setup == nullptr) return start;
    check_setup(*start, *setup);
    return kind.start(options, setup);
}

void choose_word(Position& position, const std::string& word) {
    const std::vector<std::string> choices = position.choices();
    if (std::find(choices.begin(), choices.end(), word) == choices.end()) {
        throw std::invalid_argument("the word is not among the choices");  // it may be of any length
    }
    position.choose(word);
}

Game::Game(const Kind& kind, const Options& options, std::unique_ptr<Searcher> searcher)
    : kind_(kind),
      options_(options),
      searcher_(std::move(searcher)),
      position_(kind.start(options, nullptr)) {}

void Game::sync(const Setup* setup, std::span<const Play> plays) {
    const Turn turn(busy_);
    std::unique_ptr<Position> position = begun(kind_, options_, setup);
    for (const Play& play : plays) apply(*position, play);
    searcher_->sync(setup, plays);
    position_ = std::move(position);
}

Choice Game::choose(int level, const Limits& limits, const Stop& stop) {
    const Turn turn(busy_);
    if (level < lowest_searching_level || level > highest_level) {
        throw std::invalid_argument("no searching level is " + std::to_string(level));
    }
    check_may_search(limits);
    return searcher_->choose(level, limits, stop);
}

Analysis Game::think(const Limits& limits, const Stop& stop) {
    const Turn turn(busy_);
    check_may_search(limits);
    return searcher_->think(limits, stop, {});
}

void Game::check_may_search(const Limits& limits) const {
    if (position_->is_over()) throw std::invalid_argument("the game is over");
    for (const Avoid& avoid : limits.avoid) {
        if (!std::all_of(avoid.moves.begin(), avoid.moves.end(),
                         [this](Move move) { return is_move(*position_, move); })) {
            throw std::invalid_argument("a move to avoid is off the board");
        }
    }
}

std::optional<std::unique_ptr<Game>> searcher(const std::string& name, const Options& options,
                                              std::uint64_t seed, int threads, int memory_mb) {
    if (threads < 1 || threads > most_threads) {
        throw std::invalid_argument("threads must be from 1 to " + std::to_string(most_threads));
    }
    if (memory_mb < 1 || memory_mb > most_memory_mb) {
        throw std::invalid_argument("memory_mb must be from 1 to " + std::to_string(most_memory_mb));
    }
    const Kind& kind = kind_named(name);
    if (kind.searcher == nullptr) return std::nullopt;
    std::unique_ptr<Searcher> made = kind.searcher(options, Resources{seed, threads, memory_mb});
    if (made == nullptr) return std::nullopt;
    return std::make_unique<Game>(kind, options, std::move(made));
}

}  // namespace tengen::bindings
