#include "games/go/planes.h"

#include <algorithm>

#include "games/go/ladder.h"

namespace tengen::go {

namespace {

constexpr float points_unit = 20;
constexpr float most_points_beside = 200;

constexpr std::size_t index(int number) {
    return static_cast<std::size_t>(number);
}

constexpr Plane plane_after(Plane plane, int places) {
    return static_cast<Plane>(static_cast<int>(plane) + places);
}

// Connected parts of a board: which one each cell is in, counted from 1; 0 is outside all of them.
template <int most_side>
struct Parts {
    static constexpr std::size_t cell_count = Board<most_side>::cell_count;
    static constexpr std::size_t most_parts = Board<most_side>::point_count + 1;

    std::array<std::uint16_t, cell_count> part_of{};
    std::array<std::uint16_t, most_parts> first{};  // a cell of each
    int count = 0;

    // Of the cells that `belongs` takes, cells being joined where `joins` says so.
    template <typename Belongs, typename Joins>
    Parts(const Board<most_side>& board, const Belongs& belongs, const Joins& joins) {
        std::array<std::uint16_t, cell_count> open{};
        const int points = board.side() * board.side();
        for (Move point = 0; point < points; ++point) {
            const int start = board.cell_of(point);
            if (part_of[index(start)] != 0 || !belongs(board.at(start))) continue;
            const auto part = static_cast<std::uint16_t>(++count);
            first[part] = static_cast<std::uint16_t>(start);
            part_of[index(start)] = part;
            open[0] = static_cast<std::uint16_t>(start);
            for (std::size_t size = 1; size > 0;) {
                const int here = open[--size];
                for (const int step : Board<most_side>::beside) {
                    const std::size_t near = index(here + step);
                    if (part_of[near] != 0 || !belongs(board.at(here + step))) continue;
                    if (!joins(board.at(here), board.at(here + step))) continue;
                    part_of[near] = part;
                    open[size++] = static_cast<std::uint16_t>(near);
                }
            }
        }
    }
};

constexpr bool is_stone(Stone there) {
    return there == Stone::black || there == Stone::white;
}

template <int most_side>
Parts<most_side> chains_of(const Board<most_side>& board) {
    return {board, is_stone, [](Stone one, Stone two) { return one == two; }};
}

// The parts beside a cell, each once; returns how many.
template <int most_side>
int parts_beside(const Parts<most_side>& parts, int cell, std::array<std::uint16_t, 4>& found) {
    int count = 0;
    for (const int step : Board<most_side>::beside) {
        const std::uint16_t part = parts.part_of[index(cell + step)];
        if (part == 0 || std::find(found.begin(), found.begin() + count, part) != found.begin() + count)
            continue;
        found[index(count++)] = part;
    }
    return count;
}

// By chain.
template <int most_side>
using Counts = std::array<std::uint16_t, Parts<most_side>::most_parts>;

template <int most_side>
Counts<most_side> liberty_counts(const Board<most_side>& board, const Parts<most_side>& chains) {
    Counts<most_side> liberties{};
    std::array<std::uint16_t, 4> beside{};
    for (int place = 0; place < board.empties(); ++place) {
        const int count = parts_beside(chains, board.empty(place), beside);
        for (int each = 0; each < count; ++each) ++liberties[beside[index(each)]];
    }
    return liberties;
}

template <int most_side>
void see_stones(const Board<most_side>& board, Stone mover, const Parts<most_side>& chains,
                const Counts<most_side>& liberties, Planes& planes) {
    constexpr int most_liberties_seen = 3;
    for (Move point = 0; point < board.side() * board.side(); ++point) {
        const int cell = board.cell_of(point);
        const Stone there = board.at(cell);
        add(planes[Plane::ones], point);
        if (there == Stone::none) continue;
        const bool is_own = there == mover;
        add(planes[is_own ? Plane::own : Plane::others], point);
        const int count = liberties[chains.part_of[index(cell)]];
        if (count > most_liberties_seen) continue;
        add(planes[plane_after(is_own ? Plane::own_one_liberty : Plane::others_one_liberty, count - 1)],
            point);
    }
}

// A chain of one liberty is read for its own side to move, one of two for the other.
template <int most_side>
void see_ladders(const Board<most_side>& board, Stone mover, const Parts<most_side>& chains,
                 const Counts<most_side>& liberties, int plies, Planes& planes) {
    std::array<bool, Parts<most_side>::most_parts> is_prey{};
    bool is_any_prey = false;
    for (int chain = 1; chain <= chains.count; ++chain) {
        const int cell = chains.first[index(chain)];
        bool is_taken = false;
        if (liberties[index(chain)] == 1) {
            is_taken = !gets_away(board, cell, plies);
        } else if (liberties[index(chain)] == 2) {
            const LibertyList starts = liberties_of(board, cell);
            for (int each = 0; each < starts.count; ++each) {
                if (!is_ladder_capture(board, starts[each], cell, plies)) continue;
                is_taken = true;
                if (board.at(cell) != mover) add(planes[Plane::ladder_move], board.point_of(starts[each]));
            }
        }
        is_prey[index(chain)] = is_taken;
        is_any_prey = is_any_prey || is_taken;
    }
    if (!is_any_prey) return;
    for (Move point = 0; point < board.side() * board.side(); ++point) {
        if (is_prey[chains.part_of[index(board.cell_of(point))]]) add(planes[Plane::ladder_prey], point);
    }
}

void see_rules(const Rules& rules, const Outlook& outlook, Planes& planes) {
    const auto side = static_cast<float>(rules.size);
    const float beside = std::clamp(outlook.points_beside, -most_points_beside, most_points_beside);
    planes[Global::points_beside] = beside / points_unit;
    planes[Global::side] = side / most_size;
    planes[Global::points] = side * side / most_points;
    const auto flag = [&](Global global, bool is_so) { planes[global] = is_so ? 1.0F : 0.0F; };
    flag(Global::territory, rules.scoring == Scoring::territory);
    flag(Global::tax_in_seki, rules.tax == Tax::seki);
    flag(Global::tax_on_groups, rules.tax == Tax::all);
    flag(Global::suicide, rules.suicide);
    flag(Global::positional_superko, rules.ko == Ko::positional);
    flag(Global::situational_superko, rules.ko == Ko::situational);
    flag(Global::button, outlook.has_button);
    flag(Global::after_a_pass, outlook.after_a_pass);
    flag(Global::no_agreement, rules.dead_stones == DeadStones::none);
}

}  // namespace

template <int most_side>
PointSet pass_alive(const Board<most_side>& board, Stone stone) {
    PointSet alive{};
    const Parts<most_side> regions(
        board, [stone](Stone there) { return there != stone && there != Stone::border; },
        [](Stone, Stone) { return true; });
    if (regions.count < 2) return alive;
    const Parts<most_side> chains(
        board, [stone](Stone there) { return there == stone; }, [](Stone, Stone) { return true; });

    // A region is vital to a chain that all its empty points are beside, so only to those beside the first.
    struct Region {
        std::array<std::uint16_t, 4> chains{};
        std::array<std::uint16_t, 4> beside{};  // how many of its empty points
        int count = 0;
        std::uint16_t empties = 0;
        bool is_open = false;  // no chain that it needs is gone
    };
    std::array<Region, Parts<most_side>::most_parts> region{};
    std::array<std::uint16_t, 4> near{};
    for (int place = 0; place < board.empties(); ++place) {
        const int cell = board.empty(place);
        Region& here = region[regions.part_of[index(cell)]];
        const int count = parts_beside(chains, cell, near);
        if (here.empties++ == 0) {
            here.chains = near;
            here.count = count;
        }
        for (int each = 0; each < here.count; ++each) {
            const auto known = near.begin() + count;
            here.beside[index(each)] += std::find(near.begin(), known, here.chains[index(each)]) != known;
        }
    }
    std::array<bool, Parts<most_side>::most_parts> is_chain_alive{};
    for (int chain = 1; chain <= chains.count; ++chain) is_chain_alive[index(chain)] = true;
    for (int each = 1; each <= regions.count; ++each) region[index(each)].is_open = true;
    const auto vital = [&](const Region& here, int each) { return here.beside[index(each)] == here.empties; };
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        Counts<most_side> eyes{};
        for (int each = 1; each <= regions.count; ++each) {
            const Region& here = region[index(each)];
            if (!here.is_open) continue;
            for (int one = 0; one < here.count; ++one) eyes[here.chains[index(one)]] += vital(here, one);
        }
        for (int chain = 1; chain <= chains.count; ++chain) {
            if (!is_chain_alive[index(chain)] || eyes[index(chain)] >= 2) continue;
            is_chain_alive[index(chain)] = false;
            is_changed = true;
        }
        if (!is_changed) break;
        for (Move point = 0; point < board.side() * board.side(); ++point) {
            const int cell = board.cell_of(point);
            const std::uint16_t chain = chains.part_of[index(cell)];
            if (chain == 0 || is_chain_alive[chain]) continue;
            for (const int step : Board<most_side>::beside) {
                region[regions.part_of[index(cell + step)]].is_open = false;
            }
        }
    }
    for (Move point = 0; point < board.side() * board.side(); ++point) {
        const int cell = board.cell_of(point);
        const std::uint16_t chain = chains.part_of[index(cell)];
        if (chain != 0) {
            if (is_chain_alive[chain]) add(alive, point);
            continue;
        }
        const Region& here = region[regions.part_of[index(cell)]];
        bool is_surrounded = false;
        for (int each = 0; here.is_open && each < here.count; ++each) {
            is_surrounded = is_surrounded || (vital(here, each) && is_chain_alive[here.chains[index(each)]]);
        }
        if (is_surrounded) add(alive, point);
    }
    return alive;
}

template <int most_side>
Planes planes_of(const Board<most_side>& board, const Rules& rules, const Outlook& outlook) {
    Planes planes;
    planes.side = board.side();
    const Parts<most_side> chains = chains_of(board);
    const Counts<most_side> liberties = liberty_counts(board, chains);
    see_stones(board, outlook.mover, chains, liberties, planes);
    see_ladders(board, outlook.mover, chains, liberties, outlook.ladder_plies, planes);
    if (board.ko() != 0) add(planes[Plane::forbidden], board.point_of(board.ko()));
    for (const Move point : outlook.repetitions) add(planes[Plane::forbidden], point);
    const std::size_t seen = std::min(outlook.last_moves.size(), index(moves_seen));
    for (std::size_t place = 0; place < seen; ++place) {
        const Move move = outlook.last_moves[place];
        if (move != pass) add(planes[plane_after(Plane::last_move, static_cast<int>(place))], move);
    }
    planes[Plane::own_alive] = pass_alive(board, outlook.mover);
    planes[Plane::others_alive] = pass_alive(board, other(outlook.mover));
    see_rules(rules, outlook, planes);
    return planes;
}

template Planes planes_of(const Board<9>&, const Rules&, const Outlook&);
template Planes planes_of(const Board<13>&, const Rules&, const Outlook&);
template Planes planes_of(const Board<19>&, const Rules&, const Outlook&);
template PointSet pass_alive(const Board<9>&, Stone);
template PointSet pass_alive(const Board<13>&, Stone);
template PointSet pass_alive(const Board<19>&, Stone);

}  // namespace tengen::go
