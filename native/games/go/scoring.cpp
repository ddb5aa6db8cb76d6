#include "games/go/scoring.h"

#include <array>
#include <vector>

namespace tengen::go {

namespace {

constexpr std::uint8_t neutral = 3;
constexpr std::size_t large_eye = 7;  // can always be divided into two
constexpr int tax_of_a_group = 2;

constexpr int sign(int colour) {
    return colour == 1 ? 1 : colour == 2 ? -1 : 0;
}

template <typename Visit>
void for_each_beside(int point, int side, const Visit& visit) {
    const int x = point % side;
    const int y = point / side;
    if (y > 0) visit(static_cast<std::size_t>(point - side));
    if (x > 0) visit(static_cast<std::size_t>(point - 1));
    if (x < side - 1) visit(static_cast<std::size_t>(point + 1));
    if (y < side - 1) visit(static_cast<std::size_t>(point + side));
}

// The connected parts of a board of equal cells.
class Parts {
   public:
    Parts(std::span<const std::uint8_t> cells, int side) : cells_(cells), side_(side) {}

    // The part that a point is in; empty if it was told before.
    [[nodiscard]] std::vector<int> at(int start) {
        std::vector<int> part;
        if (seen_[static_cast<std::size_t>(start)]) return part;
        seen_[static_cast<std::size_t>(start)] = true;
        part.push_back(start);
        for (std::size_t done = 0; done < part.size(); ++done) {
            for_each_beside(part[done], side_, [&](std::size_t near) {
                if (seen_[near] || cells_[near] != cells_[static_cast<std::size_t>(start)]) return;
                seen_[near] = true;
                part.push_back(static_cast<int>(near));
            });
        }
        return part;
    }

   private:
    std::span<const std::uint8_t> cells_;
    int side_;
    std::array<bool, most_points> seen_{};
};

// Whose each point is: a stone its colour's, an empty one the only colour's that borders its region.
std::vector<std::uint8_t> owners_of(std::span<const std::uint8_t> cells, int side) {
    std::vector<std::uint8_t> owners(cells.begin(), cells.end());
    Parts regions(cells, side);
    for (int start = 0; start < side * side; ++start) {
        if (cells[static_cast<std::size_t>(start)] != 0) continue;
        const std::vector<int> region = regions.at(start);
        unsigned int colours = 0;
        for (const int point : region) {
            for_each_beside(point, side, [&](std::size_t near) { colours |= cells[near]; });
        }
        const std::uint8_t owner =
            colours == 1 || colours == 2 ? static_cast<std::uint8_t>(colours) : neutral;
        for (const int point : region) owners[static_cast<std::size_t>(point)] = owner;
    }
    return owners;
}

// Whether the empty points of one side's part are two regions, or one that is large.
bool has_two_eyes(std::span<const std::uint8_t> cells, int side, const std::vector<int>& part) {
    Parts regions(cells, side);
    std::size_t first = 0;
    for (const int point : part) {
        if (cells[static_cast<std::size_t>(point)] != 0) continue;
        const std::size_t size = regions.at(point).size();
        if (size == 0) continue;
        if (first != 0 || size >= large_eye) return true;
        first = size;
    }
    return false;
}

// A part that touches no neutral point lives by itself, and so does one with two eyes; others are in seki.
bool is_independent(std::span<const std::uint8_t> cells, std::span<const std::uint8_t> owners, int side,
                    const std::vector<int>& part) {
    bool touches_neutral = false;
    for (const int point : part) {
        for_each_beside(point, side, [&](std::size_t near) {
            touches_neutral = touches_neutral || owners[near] == neutral;
        });
    }
    return !touches_neutral || has_two_eyes(cells, side, part);
}

}  // namespace

int board_lead(std::span<const std::uint8_t> cells, const Rules& rules) {
    const std::vector<std::uint8_t> owners = owners_of(cells, rules.size);
    Parts parts(owners, rules.size);
    int lead = 0;
    for (int start = 0; start < rules.size * rules.size; ++start) {
        const int owner = owners[static_cast<std::size_t>(start)];
        const std::vector<int> part = parts.at(start);
        if (part.empty() || owner == neutral) continue;
        int stones = 0;
        for (const int point : part) stones += cells[static_cast<std::size_t>(point)] != 0;
        int points = static_cast<int>(part.size()) - stones;
        if (rules.tax != Tax::none) {
            if (!is_independent(cells, owners, rules.size, part)) {
                points = 0;
            } else if (rules.tax == Tax::all) {
                points -= tax_of_a_group;
            }
        }
        lead += sign(owner) * (points + (rules.scoring == Scoring::area ? stones : 0));
    }
    return lead;
}

}  // namespace tengen::go
