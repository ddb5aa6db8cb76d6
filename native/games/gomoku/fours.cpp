#include "games/gomoku/fours.h"

#include <algorithm>
#include <array>
#include <optional>

#include "games/gomoku/evaluation.h"

namespace tengen::gomoku {

namespace {

constexpr int most_tried = 32;

struct Known {
    int move = 0;
    int plies = 0;  // 0: no win with so many fours
    int fours = 0;
};

[[nodiscard]] std::uint64_t packed(const Known& known) {
    return static_cast<std::uint64_t>(known.move) | static_cast<std::uint64_t>(known.plies) << 10 |
           static_cast<std::uint64_t>(known.fours) << 20;
}

[[nodiscard]] Known unpacked(std::uint64_t payload) {
    return {static_cast<int>(payload & 0x3ff), static_cast<int>(payload >> 10 & 0x3ff),
            static_cast<int>(payload >> 20 & 0xff)};
}

[[nodiscard]] std::uint64_t hash_of(const Lines& lines, Colour attacker) {
    constexpr std::array<std::uint64_t, 2> salts{mixed(0xf0f1), mixed(0xf0f2)};
    return lines.hash() ^ salts[static_cast<std::size_t>(index_of(attacker))];
}

// Best first.
struct Moves {
    std::array<std::pair<int, int>, most_tried> items;  // promise, point
    std::size_t count = 0;

    void add(int promise, int point) {
        if (count < items.size()) items[count++] = {promise, point};
    }
    void sort() {
        std::sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count),
                  [](const auto& one, const auto& two) {
                      return one.first != two.first ? one.first > two.first : one.second < two.second;
                  });
    }
};

}  // namespace

int FourSearch::plies_to_win(Colour attacker, int fours, std::int64_t most_nodes) {
    left_ = most_nodes;
    was_cut_ = false;
    return attack(attacker, std::min(fours, most_fours));
}

int FourSearch::attack(Colour attacker, int fours) {
    if (pulse_.beat() || --left_ < 0) {
        was_cut_ = true;
        return 0;
    }
    if (lines_.count(attacker, Rank::five) > 0) return 1;
    const bool must_stop = lines_.count(other(attacker), Rank::five) > 0;
    const int open = lines_.count(attacker, Rank::open_four);
    if (open > 0 && !must_stop && open_fours_of(lines_, attacker).any()) return 3;
    if (fours == 0 ||
        open + lines_.count(attacker, Rank::four) + lines_.count(attacker, Rank::four_three) == 0)
        return 0;
    PointSet moves = plain_fours_of(lines_, attacker);
    if (open > 0) moves |= lines_.set(attacker, Rank::open_four);
    if (must_stop) moves &= stops_of_fives(lines_, attacker);

    const std::uint64_t hash = hash_of(lines_, attacker);
    if (const auto payload = table_.probe(hash)) {
        const Known known = unpacked(*payload);
        if (known.plies > 0 || known.fours >= fours) return known.plies;
    }
    Moves ordered;
    for_each(moves, [&](int point) {
        const int promise = promises()[lines_.shape(attacker, point)] +
                            promises()[lines_.shape(other(attacker), point)] / 4 +
                            (lines_.rank(attacker, point) == Rank::four_three ? 1000 : 0);
        ordered.add(promise, point);
    });
    ordered.sort();
    for (std::size_t index = 0; index < ordered.count; ++index) {
        const int point = ordered.items[index].second;
        if (lines_.is_foul(attacker, point)) continue;
        lines_.make(point, attacker);
        const int plies = reply(attacker, fours - 1);
        lines_.undo();
        if (plies > 0) {
            table_.store(hash, fours, packed({point, plies + 1, fours}));
            return plies + 1;
        }
        if (was_cut_) return 0;
    }
    table_.store(hash, fours, packed({0, 0, fours}));
    return 0;
}

int FourSearch::reply(Colour attacker, int fours) {
    const Colour defender = other(attacker);
    if (lines_.count(defender, Rank::five) > 0) return 0;
    const PointSet stops = stops_of_fives(lines_, defender);
    int longest = 2;  // where there is none
    bool holds = false;
    for_each(stops, [&](int point) {
        if (holds) return;
        lines_.make(point, defender);
        const int plies = attack(attacker, fours);
        lines_.undo();
        holds = plies == 0;
        longest = std::max(longest, plies + 1);
    });
    return holds ? 0 : longest;
}

std::vector<int> FourSearch::line(Colour attacker, int fours) {
    std::vector<int> points;
    const Colour defender = other(attacker);
    const auto play = [&](int point, Colour colour) {
        lines_.make(point, colour);
        points.push_back(point);
    };
    while (lines_.count(attacker, Rank::five) == 0) {
        int move = -1;
        const bool must_stop = lines_.count(defender, Rank::five) > 0;
        const PointSet open = open_fours_of(lines_, attacker);
        if (!must_stop && open.any()) {
            move = open.first();
        } else if (const auto payload = table_.probe(hash_of(lines_, attacker))) {
            const Known known = unpacked(*payload);
            if (known.plies > 0 && lines_.is_empty(known.move)) move = known.move;
        }
        if (move < 0) break;
        play(move, attacker);
        const PointSet stops = stops_of_fives(lines_, defender);
        int answer = -1;
        int longest = 0;
        for_each(stops, [&](int point) {
            lines_.make(point, defender);
            const int plies = plies_to_win(attacker, fours, 100'000);
            lines_.undo();
            if (plies > longest) {
                longest = plies;
                answer = point;
            }
        });
        if (answer < 0) answer = vain_reply(lines_, defender);
        if (answer < 0) break;
        play(answer, defender);
    }
    if (lines_.count(attacker, Rank::five) > 0 && (points.size() % 2) == 0) {
        points.push_back(lines_.set(attacker, Rank::five).first());
        lines_.make(points.back(), attacker);
    }
    for (std::size_t taken = 0; taken < points.size(); ++taken) lines_.undo();
    return points;
}

}  // namespace tengen::gomoku
