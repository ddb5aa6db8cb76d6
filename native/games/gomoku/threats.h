// Wins by threats: fours and open threes, which the other side must answer in one of few ways. Depth-first
// proof-number search (Nagai 2002) over such moves and all of their answers.
#pragma once

#include <cstdint>
#include <vector>

#include "games/gomoku/fours.h"

namespace tengen::gomoku {

struct ThreatWin {
    int plies = 0;          // 0: none was found; an upper bound otherwise
    std::vector<int> line;  // attacker's and defender's moves in turn, as far as they are known
};

class ThreatSearch {
   public:
    // `table` is for proof numbers alone.
    ThreatSearch(Lines& lines, Pulse& pulse, FourSearch& fours, Table& table)
        : lines_(lines), pulse_(pulse), fours_(fours), table_(table) {}

    // Whether `attacker`, who is to move, can win by threats: found within so many nodes, or not.
    [[nodiscard]] bool wins(Colour attacker, std::int64_t most_nodes);

    // Whether the last answer was cut short, so that "no" says nothing.
    [[nodiscard]] bool was_cut() const { return was_cut_; }

    // The same with the line of the win.
    [[nodiscard]] ThreatWin win(Colour attacker, std::int64_t most_nodes);

   private:
    struct Numbers {
        int proof = 1;
        int disproof = 1;
        int plies = 0;  // where it is proven
        int move = -1;  // that of the attacker, or the longest defence
    };
    struct Child {
        int point = 0;
        Numbers numbers;
    };
    static constexpr int infinite = 16'000;
    static constexpr int most_plies = 60;
    static constexpr std::size_t most_children = 64;
    struct Children {
        std::array<Child, most_children> items;
        std::size_t count = 0;
    };

    [[nodiscard]] static Numbers proven(int plies, int move = -1) { return {0, infinite, plies, move}; }
    [[nodiscard]] static Numbers disproven() { return {infinite, 0, 0, -1}; }
    [[nodiscard]] std::uint64_t hash_of(bool attacks) const;
    [[nodiscard]] Numbers expand(bool attacks, int most_proof, int most_disproof, int plies_left);
    // Fills in the children, or tells that there is nothing to look for.
    [[nodiscard]] bool is_settled(bool attacks, Children& children, Numbers& result);
    [[nodiscard]] bool is_attack_settled(Children& children, Numbers& result);
    [[nodiscard]] bool is_defence_settled(Children& children, Numbers& result);
    void add(Children& children, const PointSet& points, Colour colour, int proof) const;
    void add_line(std::vector<int>& line, std::int64_t most_nodes);

    Lines& lines_;
    Pulse& pulse_;
    FourSearch& fours_;
    Table& table_;
    Colour attacker_ = Colour::black;
    std::int64_t left_ = 0;
    bool was_cut_ = false;
};

}  // namespace tengen::gomoku
