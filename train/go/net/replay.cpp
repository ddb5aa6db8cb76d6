// Games of records as rows to train on: replays them in several threads and writes what the net sees of every
// position, what was played next and who owned what in the end. Called from Python by ctypes (data.py), so
// its doors are plain functions of plain numbers.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <span>
#include <thread>
#include <vector>

#include "games/go/planes.h"
#include "games/go/playout.h"

using namespace tengen;
using namespace tengen::go;

namespace {

constexpr int side = 19;
constexpr int point_count = side * side;
constexpr int bytes_a_plane = (point_count + 7) / 8;
constexpr int planes_kept = plane_count - 1;  // the ones are the same everywhere
constexpr int row_bytes = planes_kept * bytes_a_plane;
constexpr int no_move = -1;
constexpr float most_owned = 127;

// What stands beside the planes of a row.
enum Fact : std::uint8_t { played, answered, ply, prisoners, fact_count };

struct Game {
    std::span<const std::uint16_t> moves;  // y * 19 + x, 361 for a pass; Black first
    std::uint8_t* rows;
    std::int16_t* facts;
    std::int8_t* owners;  // null where the board was not counted
};

void write_row(const Planes& planes, std::uint8_t* row) {
    for (int plane = 1; plane < plane_count; ++plane, row += bytes_a_plane) {
        std::memcpy(row, planes.sets[static_cast<std::size_t>(plane)].data(), bytes_a_plane);
    }
}

// A settled board: what light playouts leave to each side, from -127 for White to 127 for Black.
void write_owners(const Board<side>& end, Colour to_move, int playouts, std::uint64_t seed,
                  std::int8_t* owners) {
    std::array<int, point_count> leads{};
    Rng rng(seed);
    for (int count = 0; count < playouts; ++count) {
        Board<side> board = end;
        play_by_chance(board, to_move, rng);
        for (Move point = 0; point < point_count; ++point) {
            const int cell = board.cell_of(point);
            Stone there = board.at(cell);
            // Playouts end with nothing but eyes.
            if (there == Stone::none && board.near(cell, Stone::black) == 4) there = Stone::black;
            if (there == Stone::none && board.near(cell, Stone::white) == 4) there = Stone::white;
            leads[static_cast<std::size_t>(point)] += (there == Stone::black) - (there == Stone::white);
        }
    }
    for (Move point = 0; point < point_count; ++point) {
        const float mean =
            static_cast<float>(leads[static_cast<std::size_t>(point)]) / static_cast<float>(playouts);
        owners[point] = static_cast<std::int8_t>(mean * most_owned);
    }
}

// Whether all of it could be replayed; rows after a move that could not say that nothing was played.
bool replay(const Game& game, const Rules& rules, int playouts, std::uint64_t seed) {
    Board<side> board(side);
    std::array<Move, moves_seen> last{};
    std::size_t seen = 0;
    std::array<int, 3> taken{};  // by colour
    Stone mover = Stone::black;
    const auto move_of = [&](std::size_t place) {
        const int move = place < game.moves.size() ? game.moves[place] : no_move;
        return move == point_count ? pass : move;
    };
    const auto fact_of = [](Move move) {
        return static_cast<std::int16_t>(move == pass ? point_count : move);
    };
    for (std::size_t place = 0; place < game.moves.size(); ++place, mover = other(mover)) {
        const Move move = move_of(place);
        const bool is_legal = move == pass || (move >= 0 && move < point_count &&
                                               board.at(board.cell_of(move)) == Stone::none &&
                                               board.may_play(board.cell_of(move), mover, false));
        if (!is_legal) {
            for (std::size_t rest = place; rest < game.moves.size(); ++rest) {
                std::memset(game.rows + rest * row_bytes, 0, row_bytes);
                std::int16_t* facts = game.facts + rest * fact_count;
                std::fill(facts, facts + fact_count, static_cast<std::int16_t>(no_move));
            }
            return false;
        }
        const Outlook outlook{.mover = mover,
                              .last_moves = std::span(last).first(seen),
                              .after_a_pass = seen > 0 && last[0] == pass};
        write_row(planes_of(board, rules, outlook), game.rows + place * row_bytes);
        std::int16_t* facts = game.facts + place * fact_count;
        facts[played] = fact_of(move);
        facts[answered] = place + 1 < game.moves.size() ? fact_of(move_of(place + 1)) : std::int16_t{no_move};
        facts[ply] = static_cast<std::int16_t>(place);
        const auto own = static_cast<std::size_t>(mover);
        facts[prisoners] = static_cast<std::int16_t>(taken[own] - taken[3 - own]);

        if (move == pass) {
            board.pass();
        } else {
            taken[own] += board.play(board.cell_of(move), mover);
        }
        std::copy_backward(last.begin(), last.end() - 1, last.end());
        last[0] = move;
        seen = std::min(seen + 1, last.size());
    }
    if (game.owners != nullptr) {
        write_owners(board, static_cast<Colour>(mover), playouts, seed, game.owners);
    }
    return true;
}

}  // namespace

#define TENGEN_DOOR extern "C" __attribute__((visibility("default")))

TENGEN_DOOR int net_feature_version() {
    return feature_version;
}

TENGEN_DOOR int net_row_bytes() {
    return row_bytes;
}

TENGEN_DOOR int net_fact_count() {
    return fact_count;
}

// Replays `count` games. `starts` says where the moves of each begin in `moves`, `lengths` how many there
// are; rows and facts are written game by game, in this order. `owners` has 361 bytes for each game, which
// are written where `is_counted` says so. Returns how many games could not be replayed to their end.
TENGEN_DOOR long long net_replay(const std::uint16_t* moves, const long long* starts, const int* lengths,
                                 const std::uint8_t* is_counted, long long count, int threads, int playouts,
                                 std::uint8_t* rows, std::int16_t* facts, std::int8_t* owners) {
    std::vector<long long> row_of(static_cast<std::size_t>(count));
    long long rows_before = 0;
    for (long long game = 0; game < count; ++game) {
        row_of[static_cast<std::size_t>(game)] = rows_before;
        rows_before += lengths[game];
    }
    Rules rules;
    rules.size = side;
    std::atomic<long long> next{0};
    std::atomic<long long> failed{0};
    const auto work = [&] {
        for (long long each = next.fetch_add(1); each < count; each = next.fetch_add(1)) {
            const long long row = row_of[static_cast<std::size_t>(each)];
            const Game game{.moves = {moves + starts[each], static_cast<std::size_t>(lengths[each])},
                            .rows = rows + row * row_bytes,
                            .facts = facts + row * fact_count,
                            .owners = is_counted[each] != 0 ? owners + each * point_count : nullptr};
            if (!replay(game, rules, playouts, static_cast<std::uint64_t>(starts[each]))) failed.fetch_add(1);
        }
    };
    std::vector<std::thread> team;
    for (int thread = 1; thread < threads; ++thread) team.emplace_back(work);
    work();
    for (std::thread& one : team) one.join();
    return failed.load();
}

// Games of chance on an empty board: `most` places in `moves` for each, how many were played, and Black's
// lead in half points after a komi of 6.5.
TENGEN_DOOR void net_games_by_chance(int count, unsigned long long seed, int most, std::uint16_t* moves,
                                     std::uint16_t* lengths, std::int16_t* leads) {
    constexpr int komi_halves = 13;
    Rng rng(seed);
    for (int game = 0; game < count; ++game) {
        Board<side> board(side);
        Stone mover = Stone::black;
        std::uint16_t* played_moves = moves + static_cast<std::ptrdiff_t>(game) * most;
        int length = 0;
        for (int passes = 0; length < most && passes < 2; ++length, mover = other(mover)) {
            const int cell = move_by_chance(board, mover, rng);
            passes = cell == 0 ? passes + 1 : 0;
            played_moves[length] = static_cast<std::uint16_t>(cell == 0 ? point_count : board.point_of(cell));
            if (cell == 0) {
                board.pass();
            } else {
                board.play(cell, mover);
            }
        }
        lengths[game] = static_cast<std::uint16_t>(length);
        leads[game] = static_cast<std::int16_t>(2 * area_lead(board) - komi_halves);
    }
}
