#include "board.h"

#include <algorithm>

namespace verify {

namespace {

std::uint64_t mixed(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15ULL;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9ULL;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebULL;
    return number ^ (number >> 31);
}

std::uint64_t key(Place place, Cell colour) {
    return mixed(static_cast<std::uint64_t>(place) * 4 + static_cast<std::uint64_t>(colour));
}

void add_once(std::vector<Place>& places, Place place) {
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
}

}  // namespace

Board::Board(int size, Rule rule) : size_(size), rule_(rule) {
    cells_.fill(Cell::wall);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            places_.push_back((y + margin) * stride + margin + x);
            cells_[static_cast<std::size_t>(places_.back())] = Cell::empty;
        }
}

void Board::put(Place place, Cell colour) {
    cells_[static_cast<std::size_t>(place)] = colour;
    hash_ ^= key(place, colour);
}

void Board::take(Place place) {
    hash_ ^= key(place, at(place));
    cells_[static_cast<std::size_t>(place)] = Cell::empty;
}

bool Board::is_exact(Cell colour) const {
    return rule_ == Rule::standard || (rule_ == Rule::renju && colour == Cell::black);
}

int Board::run(Cell colour, Place place, int step) const {
    int length = 1;
    for (Place next = place + step; at(next) == colour; next += step) ++length;
    for (Place next = place - step; at(next) == colour; next -= step) ++length;
    return length;
}

bool Board::wins(Cell colour, Place place) const {
    for (const int step : steps) {
        const int length = run(colour, place, step);
        if (length == 5 || (length > 5 && !is_exact(colour))) return true;
    }
    return false;
}

std::vector<Place> Board::fives(Cell colour) const {
    std::vector<Place> found;
    for (const int step : steps)
        for (const Place first : places_) {
            int own = 0;
            Place gap = 0;
            int empty = 0;
            for (int i = 0; i < 5; ++i) {
                const Cell cell = at(first + i * step);
                if (cell == colour)
                    ++own;
                else if (cell == Cell::empty && empty++ == 0)
                    gap = first + i * step;
                else
                    break;
            }
            if (own == 4 && empty == 1 && wins(colour, gap)) add_once(found, gap);
        }
    return found;
}

std::vector<Place> Board::fours(Cell colour) {
    std::vector<Place> found;
    for (const int step : steps)
        for (const Place first : places_) {
            int own = 0;
            int empty = 0;
            std::array<Place, 2> gaps{};
            for (int i = 0; i < 5; ++i) {
                const Place here = first + i * step;
                if (at(here) == colour) {
                    ++own;
                } else if (at(here) == Cell::empty && empty < 2) {
                    gaps[static_cast<std::size_t>(empty++)] = here;
                } else {
                    break;
                }
            }
            if (own != 3 || empty != 2) continue;
            for (std::size_t i = 0; i < 2; ++i) {
                if (wins(colour, gaps[i])) continue;
                put(gaps[i], colour);
                const bool threatens = wins(colour, gaps[1 - i]);
                take(gaps[i]);
                if (threatens && !is_foul(colour, gaps[i])) add_once(found, gaps[i]);
            }
        }
    return found;
}

// Four stones side by side from `first`, which stand, and five at both ends.
bool Board::makes_straight_four(Cell colour, Place first, int step) const {
    const Place before = first - step;
    const Place after = first + 4 * step;
    return at(before) == Cell::empty && at(after) == Cell::empty && wins(colour, before) &&
           wins(colour, after);
}

std::vector<Board::Straight> Board::straight_fours(Cell colour) {
    std::vector<Straight> found;
    for (const int step : steps)
        for (const Place first : places_) {
            if (at(first - step) != Cell::empty) continue;
            int own = 0;
            int empty = 0;
            Place gap = 0;
            for (int i = 0; i < 4; ++i) {
                const Place here = first + i * step;
                own += at(here) == colour;
                if (at(here) == Cell::empty) {
                    gap = here;
                    ++empty;
                }
            }
            if (own != 3 || empty != 1 || wins(colour, gap)) continue;
            put(gap, colour);
            const bool is_straight = makes_straight_four(colour, first, step);
            take(gap);
            if (is_straight && !is_foul(colour, gap)) found.push_back({gap, first - step, first + 4 * step});
        }
    return found;
}

std::vector<Place> Board::threes(Cell colour) {
    std::vector<Place> found;
    for (const int step : steps)
        for (const Place first : places_) {
            if (at(first - step) != Cell::empty || at(first + 4 * step) != Cell::empty) continue;
            int own = 0;
            std::vector<Place> gaps;
            for (int i = 0; i < 4; ++i) {
                const Place here = first + i * step;
                own += at(here) == colour;
                if (at(here) == Cell::empty) gaps.push_back(here);
            }
            if (own != 2 || gaps.size() != 2) continue;
            for (std::size_t i = 0; i < 2; ++i) {
                if (wins(colour, gaps[i]) || is_foul(colour, gaps[i])) continue;
                put(gaps[i], colour);
                bool is_good = !wins(colour, gaps[1 - i]) && !is_foul(colour, gaps[1 - i]);
                if (is_good) {
                    put(gaps[1 - i], colour);
                    is_good = makes_straight_four(colour, first, step);
                    take(gaps[1 - i]);
                }
                take(gaps[i]);
                if (is_good) add_once(found, gaps[i]);
            }
        }
    return found;
}

// Whether only black stones are between the place and what lies so many steps from it.
bool Board::is_joined(Place place, int steps_away, int step) const {
    const int towards = steps_away < 0 ? -step : step;
    for (Place next = place + towards; next != place + steps_away * step; next += towards)
        if (at(next) != Cell::black) return false;
    return true;
}

// By the rules of the Renju International Federation: five first, then overline, double-four, double-three.
bool Board::is_foul(Cell colour, Place place) {
    if (rule_ != Rule::renju || colour != Cell::black || wins(colour, place)) return false;
    put(place, Cell::black);
    bool is_overline = false;
    int fours = 0;
    for (const int step : steps) {
        is_overline = is_overline || run(Cell::black, place, step) > 5;
        // Every empty place of this line that makes exactly five of a row through the stone.
        std::vector<int> completions;
        for (int i = -4; i <= 4; ++i) {
            const Place gap = place + i * step;
            if (at(gap) == Cell::empty && is_joined(place, i, step) && run(Cell::black, gap, step) == 5)
                completions.push_back(i);
        }
        const bool is_straight = completions.size() == 2 && completions[1] - completions[0] == 5;
        fours += is_straight ? 1 : static_cast<int>(completions.size());
    }
    int threes = 0;
    if (!is_overline && fours < 2)
        for (const int step : steps) threes += is_three(place, step);
    take(place);
    return is_overline || fours >= 2 || threes >= 2;
}

// Whether the black stone here, which stands, is part of a three in this direction.
bool Board::is_three(Place place, int step) {
    for (int i = -3; i <= 3; ++i) {
        const Place gap = place + i * step;
        if (at(gap) != Cell::empty || !is_joined(place, i, step) || wins(Cell::black, gap)) continue;
        if (run(Cell::black, gap, step) != 4) continue;
        put(gap, Cell::black);
        Place first = gap;
        while (at(first - step) == Cell::black) first -= step;
        bool is_straight = at(first - step) == Cell::empty && at(first + 4 * step) == Cell::empty;
        is_straight = is_straight && run(Cell::black, first - step, step) == 5;
        is_straight = is_straight && run(Cell::black, first + 4 * step, step) == 5;
        take(gap);
        if (is_straight && !is_foul(Cell::black, gap)) return true;
    }
    return false;
}

Place Board::place(const std::string& name) const {
    const int x = name[0] - 'a';
    const int y = size_ - std::stoi(name.substr(1));
    return (y + margin) * stride + margin + x;
}

std::string Board::name(Place place) const {
    const int x = place % stride - margin;
    const int y = place / stride - margin;
    std::string name(1, static_cast<char>('a' + x));
    name += std::to_string(size_ - y);
    return name;
}

}  // namespace verify
