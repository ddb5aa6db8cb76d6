// Looking ahead with alpha and beta, by one thread. The searcher (searcher.h) says what to search; nothing
// here knows levels or clocks.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/gomoku/evaluation.h"
#include "games/gomoku/threats.h"

namespace tengen::gomoku {

// A win in so many plies is worth so much less.
inline constexpr int win_value = 30'000;
inline constexpr int infinite_value = 32'000;
[[nodiscard]] constexpr bool is_win(int value) {
    return value > win_value - 1000;
}
[[nodiscard]] constexpr bool is_decided(int value) {
    return is_win(value) || is_win(-value);
}

// What a weak player does not see: where a stone of a colour would make a threat of a rank. Nobody overlooks
// a five.
struct Blindness {
    std::array<std::array<PointSet, rank_count>, 2> unseen{};

    [[nodiscard]] const PointSet& of(Colour colour, Rank rank) const {
        return unseen[static_cast<std::size_t>(index_of(colour))][static_cast<std::size_t>(rank)];
    }
};

// How hard to look.
struct Manner {
    int fours = most_fours;           // in wins by fours
    std::int64_t four_nodes = 1000;   // for one, at most
    std::int64_t threat_nodes = 500;  // for a win by threats, on the main line
    int width = 40;                   // moves on the main line; half as many elsewhere
    const Blindness* blindness = nullptr;
};

// What the threads of a search share.
struct Tables3 {
    Table& values;
    Table& fours;
    Table& threats;
};

class Search {
   public:
    Search(const Lines& lines, Tables3 tables, const TimePlan& plan, std::int64_t most_nodes,
           const Manner& manner, std::shared_ptr<const Weights> weights);

    // What the position is worth to `mover`, so many plies from the root; fail-soft. Precondition: alpha <
    // beta.
    [[nodiscard]] int look(Colour mover, int alpha, int beta, int depth, int ply);

    [[nodiscard]] Lines& lines() { return lines_; }
    [[nodiscard]] Pulse& pulse() { return pulse_; }
    [[nodiscard]] FourSearch& fours() { return fours_; }
    [[nodiscard]] ThreatSearch& threats() { return threats_; }
    [[nodiscard]] const Manner& manner() const { return manner_; }
    // What the table expects here; -1 for nothing. May be wrong.
    [[nodiscard]] int expected_move(Colour mover) const;
    // The move that led from the root to where `look` is asked with ply 1.
    void begin_after(int point) { played_[0] = point; }
    // Forgets what old searches thought of moves.
    void age();

    // Where a side can make an open four, as far as a weak player sees it.
    [[nodiscard]] PointSet seen_open_fours(Colour colour) const;
    [[nodiscard]] bool is_unseen(Colour colour, int point) const;

   private:
    struct Entry {
        int value = 0;
        int bound = 0;  // 1: at least, 2: at most, 3: both
        int depth = 0;
        int move = -1;
    };
    static constexpr int most_ply = 72;
    static constexpr int most_moves = 64;
    struct Moves {
        std::array<std::pair<int, int>, most_points> items;  // promise, point
        int count = 0;
    };

    [[nodiscard]] std::uint64_t hash_of(Colour mover) const;
    [[nodiscard]] static std::uint64_t packed(const Entry& entry, int ply);
    [[nodiscard]] static Entry unpacked(std::uint64_t payload, int ply);
    void collect(Moves& moves, const PointSet& points, Colour mover, int hash_move, int ply, int width) const;
    void reward(Colour mover, int point, int depth, int ply);

    Lines lines_;
    Pulse pulse_;
    Table& values_;
    FourSearch fours_;
    ThreatSearch threats_;
    Manner manner_;
    std::shared_ptr<const Weights> weights_;
    std::array<std::array<int, most_points>, 2> history_{};
    std::array<std::array<int, 2>, most_ply + 2> killers_{};
    std::array<std::array<int, most_points>, 2> counters_{};
    std::array<int, most_ply + 2> played_{};  // by ply
};

}  // namespace tengen::gomoku
