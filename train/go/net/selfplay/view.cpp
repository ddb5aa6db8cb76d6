#include "go/net/selfplay/view.h"

#include <algorithm>
#include <array>

namespace tengen::go::selfplay {

namespace {

// The moves since the beginning, the newest first, as many as the net sees.
std::vector<Move> newest(std::span<const Move> line) {
    const auto count = static_cast<std::ptrdiff_t>(std::min(line.size(), std::size_t{moves_seen}));
    return {line.rbegin(), line.rbegin() + count};
}

// Who took the button, the first to pass; none where there is none, or nobody passed.
Stone button_of(const Rules& rules, std::span<const Move> line) {
    if (!rules.button) return Stone::none;
    const auto first = std::find(line.begin(), line.end(), pass);
    if (first == line.end()) return Stone::none;
    const bool by_first = (first - line.begin()) % 2 == 0;
    return by_first == (rules.handicap_stones() == 0) ? Stone::black : Stone::white;
}

// Whether one more pass ends the play. Two passes begin it anew where the dead stones are played out.
bool is_after_a_pass(const Rules& rules, std::span<const Move> line) {
    const auto stone = std::find_if(line.rbegin(), line.rend(), [](Move move) { return move != pass; });
    auto passes = stone - line.rbegin();
    // The pass that took the button was for the button alone.
    if (rules.button && passes > 0 && std::find(line.begin(), line.end(), pass) == stone.base()) --passes;
    return passes % 2 != 0;
}

// Stones put down less those that are there are those that were taken.
int prisoner_lead(const GoPosition& position, std::span<const Move> line) {
    const Rules& rules = position.rules();
    const bool black_first = rules.handicap_stones() == 0;
    int lead = -rules.handicap_stones();
    for (std::size_t ply = 0; ply < line.size(); ++ply) {
        if (line[ply] == pass) continue;
        lead += (ply % 2 == 0) == black_first ? -1 : 1;
    }
    for (const std::uint8_t cell : position.cells()) lead += cell == 1 ? 1 : cell == 2 ? -1 : 0;
    return lead;
}

// What Black has beside the board.
double points_beside(const GoPosition& position, std::span<const Move> line) {
    const Rules& rules = position.rules();
    double points = -rules.komi - rules.bonus_points();
    const Stone button = button_of(rules, line);
    if (button != Stone::none) points += button == Stone::black ? 0.5 : -0.5;
    if (rules.scoring == Scoring::territory) points += prisoner_lead(position, line);
    return points;
}

// The points of the mover's for good that still have hostile stones beside them.
template <int most_side>
PointSet with_prey(const Board<most_side>& board, const PointSet& alive, Stone mover) {
    PointSet wanted{};
    std::vector<Move> region;
    const int side = board.side();
    for (Move start = 0; start < side * side; ++start) {
        if (!has(alive, start) || has(wanted, start) || board.at(board.cell_of(start)) != other(mover))
            continue;
        // The whole region of this stone, up to the mover's own.
        region.assign(1, start);
        add(wanted, start);
        for (std::size_t done = 0; done < region.size(); ++done) {
            const int cell = board.cell_of(region[done]);
            for (const int step : Board<most_side>::beside) {
                const Stone there = board.at(cell + step);
                if (there == Stone::border || there == mover) continue;
                const Move near = board.point_of(cell + step);
                if (has(wanted, near)) continue;
                add(wanted, near);
                region.push_back(near);
            }
        }
    }
    return wanted;
}

template <int most_side>
View view_of_board(const Board<most_side>& board, const GoPosition& position, std::span<const Move> line) {
    View view;
    const Rules& rules = position.rules();
    const Stone mover = stone_of(position.to_move());
    std::vector<Move> legal = position.legal_moves();
    std::vector<Move> repetitions;
    if (rules.ko != Ko::simple) {
        std::vector<bool> is_legal(static_cast<std::size_t>(rules.size * rules.size), false);
        for (const Move move : legal) {
            if (move != pass) is_legal[static_cast<std::size_t>(move)] = true;
        }
        for (int place = 0; place < board.empties(); ++place) {
            const int cell = board.empty(place);
            const Move point = board.point_of(cell);
            if (is_legal[static_cast<std::size_t>(point)] || !board.may_play(cell, mover, rules.suicide))
                continue;
            repetitions.push_back(point);
        }
    }
    const std::vector<Move> last = newest(line);
    const double beside = points_beside(position, line);
    view.planes =
        planes_of(board, rules,
                  Outlook{.mover = mover,
                          .last_moves = last,
                          .repetitions = repetitions,
                          .points_beside = static_cast<float>(mover == Stone::black ? beside : -beside),
                          .has_button = rules.button && button_of(rules, line) == Stone::none,
                          .after_a_pass = is_after_a_pass(rules, line)});
    const PointSet& own = view.planes[Plane::own_alive];
    const PointSet& others = view.planes[Plane::others_alive];
    const PointSet prey = with_prey(board, own, mover);
    for (const Move move : legal) {
        const bool is_useless = move != pass && (has(others, move) || (has(own, move) && !has(prey, move)));
        if (!is_useless) view.moves.push_back(move);
    }
    return view;
}

}  // namespace

View view_of(const GoPosition& position, std::span<const Move> line) {
    return std::visit([&](const auto& board) { return view_of_board(board, position, line); },
                      position.board());
}

void pack(const Planes& planes, std::uint8_t* bytes) {
    const std::size_t each = plane_bytes(planes.side);
    for (const PointSet& set : std::span(planes.sets).subspan(1)) {
        for (std::size_t place = 0; place < each; ++place) {
            *bytes++ = static_cast<std::uint8_t>(set[place / 8] >> (8 * (place % 8)));
        }
    }
}

}  // namespace tengen::go::selfplay
