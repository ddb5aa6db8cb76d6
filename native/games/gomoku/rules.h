// The rule sets of Gomoku: which lines win, and how a game is opened.
#pragma once

#include <cstdint>

#include "core/options.h"
#include "core/position.h"

namespace tengen::gomoku {

inline constexpr int least_size = 8;
inline constexpr int most_size = 20;
inline constexpr int most_points = most_size * most_size;
inline constexpr int five_length = 5;

// Renju also restricts Black's moves.
enum class LineRule : std::uint8_t { freestyle, standard, renju, caro };
inline constexpr int line_rules = 4;

enum class Opening : std::uint8_t { free, pro, swap, swap2 };

struct Rules {
    int size = 15;
    LineRule line = LineRule::freestyle;
    Opening opening = Opening::free;

    // Whether there are moves that this side may not make.
    [[nodiscard]] bool has_fouls(Colour colour) const {
        return line == LineRule::renju && colour == Colour::black;
    }

    friend bool operator==(const Rules&, const Rules&) = default;
};

// Throws std::invalid_argument for options that these are not.
[[nodiscard]] Rules rules_of(const Options& options);

// Whether a run of so many stones of a colour wins; closed: with stones of the other side at both ends.
[[nodiscard]] constexpr bool is_won_by(LineRule rule, Colour colour, int length, bool is_closed) {
    if (length < five_length) return false;
    switch (rule) {
        case LineRule::freestyle:
            return true;
        case LineRule::standard:
            return length == five_length;
        case LineRule::renju:
            return length == five_length || colour == Colour::white;
        case LineRule::caro:
            return length > five_length || !is_closed;
    }
    return false;
}

}  // namespace tengen::gomoku
