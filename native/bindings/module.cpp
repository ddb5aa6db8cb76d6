// The Python module tengen._native. Names no game: it offers whatever the registry holds. What Python hands
// over is checked here as far as every game has it in common, so that a searcher sees no colour, point or
// limit that there is not.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/game.h"
#include "core/cpu.h"
#include "core/perft.h"
#include "core/registry.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tengen;
using namespace tengen::bindings;

namespace {

// cells, side to move, prisoners of Black, of White
using SetupGiven = std::tuple<nb::bytes, int, int, int>;
// colour, move, and the word that was chosen or an empty one
using PlayGiven = std::tuple<int, Move, std::string>;
using AvoidGiven = std::tuple<int, std::vector<Move>, int>;

std::optional<Setup> setup_of(const std::optional<SetupGiven>& given) {
    if (!given) return std::nullopt;
    const auto& [cells, to_move, black, white] = *given;
    const auto* bytes = static_cast<const std::uint8_t*>(cells.data());
    return Setup{{bytes, bytes + cells.size()}, colour_of(to_move), black, white};
}

std::vector<Play> plays_of(const std::vector<PlayGiven>& given) {
    std::vector<Play> plays;
    plays.reserve(given.size());
    for (const auto& [colour, move, choice] : given) plays.push_back({colour_of(colour), move, choice});
    return plays;
}

Limits limits_of(std::int64_t nodes, int ms, int most_ms, int depth, bool exact, int lines,
                 const std::vector<AvoidGiven>& avoid) {
    Limits limits{nodes, ms, most_ms, depth, exact, lines, {}};
    for (const auto& [colour, moves, plies] : avoid)
        limits.avoid.push_back({colour_of(colour), moves, plies});
    check_limits(limits);
    return limits;
}

std::uint64_t leaves(const std::string& name, int depth, const Options& options) {
    if (depth < 0) throw std::invalid_argument("depth must not be negative");
    const Kind& kind = kind_named(name);
    return kind.perft != nullptr ? kind.perft(options, depth) : perft(*kind.start(options, nullptr), depth);
}

std::optional<std::tuple<int, std::optional<double>>> result(const Position& position) {
    if (!position.is_over()) return std::nullopt;
    const Result result = position.result();
    return std::tuple{result.winner ? static_cast<int>(*result.winner) : 0, result.margin};
}

void play(Position& position, Move move) {
    if (!position.is_legal(move)) throw std::invalid_argument("illegal move " + std::to_string(move));
    position.play(move);
}

nb::bytes cells(const Position& position) {
    const std::vector<std::uint8_t> cells = position.cells();
    return nb::bytes(cells.data(), cells.size());
}

void load(const std::string& name, const std::string& file, nb::bytes content) {
    const Kind& kind = kind_named(name);
    if (kind.load == nullptr) throw std::invalid_argument("'" + name + "' has no weights");
    kind.load(file, {static_cast<const std::byte*>(content.data()), content.size()});
}

std::optional<std::int64_t> nodes(const std::string& name, const Options& options, int level) {
    if (level < lowest_searching_level || level >= highest_level) {
        throw std::invalid_argument("level " + std::to_string(level) + " is not limited in nodes");
    }
    const Kind& kind = kind_named(name);
    if (kind.nodes == nullptr) return std::nullopt;
    return kind.nodes(options, level);
}

// No board is worth more games, and none takes longer than minutes.
constexpr std::int64_t most_games = 1'000'000;

std::optional<Ownership> ownership(const std::string& name, const Options& options, const SetupGiven& board,
                                   std::int64_t games, int ms, std::uint64_t seed, bool both_begin,
                                   const Stop& stop) {
    if (games < 1 || games > most_games) throw std::invalid_argument("games must be from 1 to 1000000");
    if (ms < 0) throw std::invalid_argument("a limit must not be negative");
    const Kind& kind = kind_named(name);
    if (kind.ownership == nullptr) return std::nullopt;
    const Setup setup = *setup_of(board);
    static_cast<void>(begun(kind, options, &setup));  // refuses what is none
    const nb::gil_scoped_release release;
    return kind.ownership(options, setup, {games, ms, seed, both_begin}, stop);
}

const char* word_of(Proof proof) {
    switch (proof) {
        case Proof::won:
            return "won";
        case Proof::lost:
            return "lost";
        case Proof::drawn:
            return "drawn";
        case Proof::open:
            break;
    }
    return "open";
}

void bind_position(nb::module_& module) {
    nb::class_<Position>(module, "Position", "A mutable position of one game.")
        .def(nb::new_(
                 [](const std::string& kind, const Options& options, const std::optional<SetupGiven>& setup) {
                     const std::optional<Setup> from = setup_of(setup);
                     return begun(kind_named(kind), options, from ? &*from : nullptr);
                 }),
             "kind"_a, "options"_a = Options{}, "setup"_a = nb::none(),
             "The start of a game, or a set-up: cells, side to move, prisoners of Black and of White.\n\n"
             "Raises ValueError for an unknown kind, and for options or a set-up that the game refuses.")
        .def("clone", &Position::clone, "An independent copy.")
        .def("legal_moves", &Position::legal_moves,
             "In rising order, a pass first where it is legal; empty when the game is over or a word is to "
             "be chosen.")
        .def("is_legal", &Position::is_legal, "point"_a, "Whether `point` may be played now.")
        .def("play", &play, "point"_a,
             "Play `point` for the side to move. Raises ValueError if it is illegal.")
        .def("choices", &Position::choices, "The words of which one is to be chosen now.")
        .def("choose", &choose_word, "word"_a,
             "Choose a word. Raises ValueError if it is none of the choices.")
        .def("result", &result,
             "The winner (1 black, 2 white, 0 nobody) and Black's lead where the game counts one; None while "
             "the game goes on.")
        .def("cells", &cells, "One byte per point, row by row: 0 empty, 1 black, 2 white.")
        .def_prop_ro(
            "to_move", [](const Position& position) { return static_cast<int>(position.to_move()); },
            "1 black, 2 white.")
        .def_prop_ro("is_over", &Position::is_over, "Whether nobody can move any more.")
        .def_prop_ro("columns", &Position::columns, "Width of the board.")
        .def_prop_ro("rows", &Position::rows, "Height of the board.");
}

void bind_values(nb::module_& module) {
    nb::class_<Stop>(module, "Stop", "Ends one search, from any thread, for good.")
        .def(nb::init<>())
        .def("stop", &Stop::stop, "Ask for the answer now.")
        .def_prop_ro("stopped", &Stop::stopped, "Whether the answer is asked for.");

    nb::class_<Limits>(module, "Limits", "How far a search may go. 0 is no limit; the first one ends it.")
        .def(
            nb::new_(&limits_of), "nodes"_a = 0, "ms"_a = 0, "most_ms"_a = 0, "depth"_a = 0,
            "exact"_a = false, "lines"_a = 1, "avoid"_a = std::vector<AvoidGiven>{},
            "`ms` is what to plan with, `most_ms` what never to pass. `lines` is how many moves to value in "
            "full.\n\n"
            "`avoid`: a colour, moves that it shall not be thought to make, and for how many plies.\n"
            "Raises ValueError for a limit below 0, lines or plies below 1, and a colour that there is not.");

    nb::class_<Choice>(module, "Choice", "A move, a pass, giving up, or the word of an opening.")
        .def_ro("move", &Choice::move, "A point, or -1 for a pass.")
        .def_ro("resigns", &Choice::resigns, "Whether it gives up; then the move means nothing.")
        .def_ro("word", &Choice::word, "The word that it chooses; empty where a move is made.");

    nb::class_<Candidate>(module, "Candidate", "A move and what follows; its values are Black's.")
        .def_ro("line", &Candidate::line, "The move itself, then what is expected.")
        .def_ro("win", &Candidate::win, "A probability.")
        .def_ro("margin", &Candidate::margin, "Discs or points; 0 in games without.")
        .def_ro("spread", &Candidate::spread, "The standard deviation of the margin; 0 where it is not told.")
        .def_ro("prior", &Candidate::prior, "How likely it looked before the search.")
        .def_ro("visits", &Candidate::visits, "How often it was tried, or how many nodes it took.")
        .def_prop_ro(
            "proof", [](const Candidate& candidate) { return word_of(candidate.proof); },
            "`won`, `lost` or `drawn` for Black where that is certain, else `open`.")
        .def_prop_ro(
            "defences",
            [](const Candidate& candidate) {
                std::vector<std::tuple<int, std::vector<std::vector<Move>>>> defences;
                for (const Defence& defence : candidate.defences)
                    defences.emplace_back(defence.number, defence.lines);
                return defences;
            },
            "What the losing side has at its turns in a proven line: the number of the turn's move, from 1, "
            "and every answer with what follows, that of the line first; none where nothing answers.");

    nb::class_<Analysis>(module, "Analysis", "What a search tells of a position; its values are Black's.")
        .def_ro("win", &Analysis::win, "A probability.")
        .def_ro("margin", &Analysis::margin, "Discs or points; 0 in games without.")
        .def_ro("exact", &Analysis::exact, "The proven margin for the side to move.")
        .def_ro("best", &Analysis::best, "Best first.")
        .def_ro("ownership", &Analysis::ownership,
                "From -1, White's, to 1, Black's, row by row; empty in games without.")
        .def_prop_ro(
            "marks",
            [](const Analysis& analysis) {
                std::vector<std::tuple<std::string, std::vector<Move>>> marks;
                for (const Mark& mark : analysis.marks) marks.emplace_back(mark.key, mark.points);
                return marks;
            },
            "Points that somebody should look at, and as what.")
        .def_ro("nodes", &Analysis::nodes, "Positions looked at.")
        .def_ro("depth", &Analysis::depth, "How far ahead.");

    nb::class_<Ownership>(module, "Ownership", "What came of a board played out; all values are Black's.")
        .def_ro("points", &Ownership::points, "From -1, White's, to 1, Black's, row by row.")
        .def_ro("win", &Ownership::win, "The share of games won, a draw half of one.")
        .def_ro("margin", &Ownership::margin, "The mean lead by the rules' count, komi in it.")
        .def_ro("spread", &Ownership::spread, "The standard deviation of the lead.")
        .def_ro("games", &Ownership::games, "How many were played.");
}

void bind_searcher(nb::module_& module) {
    nb::class_<Game>(module, "Searcher",
                     "A search for games under one rule set. One call at a time, but `latest` beside any.")
        .def(
            "sync",
            [](Game& game, const std::optional<SetupGiven>& setup, const std::vector<PlayGiven>& plays) {
                const std::optional<Setup> from = setup_of(setup);
                const std::vector<Play> done = plays_of(plays);
                const nb::gil_scoped_release release;
                game.sync(from ? &*from : nullptr, done);
            },
            "setup"_a.none(), "plays"_a,
            "Go to the position after these plays: colour, point or -1, and the word that was chosen.\n\n"
            "Raises ValueError for what the rules refuse; then nothing has changed.")
        .def("choose", &Game::choose, "level"_a, "limits"_a, "stop"_a,
             nb::call_guard<nb::gil_scoped_release>(),
             "What the player of a level from 3 to 10 does. Raises ValueError where the game is over.")
        .def("think", &Game::think, "limits"_a, "stop"_a, nb::call_guard<nb::gil_scoped_release>(),
             "What the position is worth. Raises ValueError where the game is over.")
        .def("latest", &Game::latest, "What is thought so far, or was thought last; from any thread.");

    module.def(
        "searches", [](const std::string& kind) { return kind_named(kind).searcher != nullptr; }, "kind"_a,
        "Whether a game has a search, under some rules at least. Raises ValueError for an unknown kind.");

    module.def(
        "searcher", &searcher, "kind"_a, "options"_a, "seed"_a, "threads"_a, "memory_mb"_a,
        "A search, or None for rules that it does not play.\n\n"
        "Raises ValueError for an unknown kind, for options that it refuses, and for threads or memory "
        "beyond all bounds.");
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() =
        "Compiled rules and searches of the games. Points are y * columns + x from the top left; -1 is a "
        "pass.";

    module.def("kinds", [] { return Registry::instance().names(); }, "Games with native rules, sorted.");

    module.def("perft", &leaves, "kind"_a, "depth"_a, "options"_a = Options{},
               nb::call_guard<nb::gil_scoped_release>(),
               "Leaves `depth` plies below the start. A pass is a ply; a finished game is one leaf.\n\n"
               "Raises ValueError for an unknown kind, a negative depth, and options that the game refuses.");

    bind_position(module);
    bind_values(module);
    bind_searcher(module);

    module.def("nodes", &nodes, "kind"_a, "options"_a, "level"_a,
               "How many nodes a level from 3 to 9 may visit; None in a game without a search of its own.\n\n"
               "Raises ValueError for an unknown kind, for options that it refuses and for other levels.");

    module.def(
        "ownership", &ownership, "kind"_a, "options"_a, "board"_a, "games"_a, "ms"_a, "seed"_a,
        "both_begin"_a, "stop"_a,
        "What comes of a board (a set-up) in so many games; None in a game that counts no surrounded points."
        "\n\n`ms` ends it earlier, 0 sets no limit. Where both begin, either side does in half of the "
        "games.\n"
        "Raises ValueError for what the game refuses, for no games and for limits beyond all bounds.");

    module.def(
        "weights", [](const std::string& kind) { return kind_named(kind).weights; }, "kind"_a,
        "The names of the files of weights that a game plays better with. Raises ValueError for an unknown "
        "kind.");

    module.def("load", &load, "kind"_a, "file"_a, "content"_a,
               "Hand over a file of weights. Raises ValueError for bytes that are none.");

    module.def(
        "isas",
        [] {
            std::vector<std::string> names;
            for (const Isa isa : available_isas()) names.emplace_back(name_of(isa));
            return names;
        },
        "The instruction sets that this machine and this build can use, the best last.");

    module.def(
        "isa", [] { return std::string(name_of(chosen_isa())); },
        "The instruction set in use: the best, or the one that TENGEN_ISA names.");
}
