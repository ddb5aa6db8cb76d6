// What is kept of games: samples to train on, and records from which the same samples come again.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "go/net/selfplay/game.h"
#include "go/net/selfplay/tree.h"
#include "go/net/selfplay/view.h"

namespace tengen::go::selfplay {

// How many moves of an improved policy are kept, and in how many parts it is divided.
inline constexpr std::size_t most_targets = 16;
inline constexpr int whole_policy = 255;

struct Target {
    std::uint16_t move = 0;  // a point, or points of the board for a pass
    std::uint8_t share = 0;
};
using Policy = std::vector<Target>;

// The largest shares, in whole parts, none of them nothing. Precondition: largest first, at least one.
[[nodiscard]] Policy policy_of(std::span<const Share> improved, int side);

// Samples of one size, column by column; all of them from the mover's side.
struct Samples {
    int side = most_size;
    std::vector<std::uint8_t> planes;       // packed_bytes(side) each
    std::vector<float> globals;             // global_count each
    std::vector<std::uint16_t> moves;       // most_targets each
    std::vector<std::uint8_t> shares;       // most_targets each, 0 beyond the last
    std::vector<std::uint16_t> replies;     // the move that followed; one more than a pass for none
    std::vector<std::int8_t> results;       // 1 won, 0 drawn, -1 lost
    std::vector<std::int16_t> leads;        // in half points
    std::vector<std::int8_t> owners;        // a point each: 1 the mover's, -1 the other's
    std::vector<std::uint8_t> are_counted;  // 0 where the game was cut: neither result, lead nor owners count

    [[nodiscard]] std::size_t count() const { return replies.size(); }
    void append(const Samples& others);
    // Takes the first ones off.
    void drop(std::size_t count);
};

// One game while it is played. Positions that nobody searched have no sample.
class Recorder {
   public:
    // Before the move is played that was chosen by this policy.
    void note(const Game& game, const View& view, Policy policy);

    // Precondition: the game is over.
    [[nodiscard]] Samples samples(const Game& game) const;
    // Bytes from which `replay` makes the same samples.
    [[nodiscard]] std::vector<std::uint8_t> record(const Game& game) const;

    void clear() { notes_.clear(); }

   private:
    struct Note {
        std::size_t ply = 0;
        Colour mover = Colour::black;
        std::vector<std::uint8_t> planes;
        std::array<float, global_count> globals{};
        Policy policy;
    };
    std::vector<Note> notes_;
};

// The samples of the first record of `bytes`, and how many bytes it has. Throws std::invalid_argument for
// bytes that are no record.
[[nodiscard]] std::size_t replay(std::span<const std::uint8_t> bytes, Samples& samples);

// How many bytes the first record has, and its size of board; throws like `replay`, but looks at no move.
struct Extent {
    std::size_t bytes = 0;
    int side = 0;
};
[[nodiscard]] Extent extent_of(std::span<const std::uint8_t> bytes);

}  // namespace tengen::go::selfplay
