#include "games/othello/position.h"

#include "core/registry.h"

namespace tengen::othello {

namespace {

const Registrar registered{Kind{
    .name = "othello",
    .start = [](const Options& options, const Setup* setup) -> std::unique_ptr<Position> {
        const Rules rules = rules_of(options);
        if (setup != nullptr) return std::make_unique<OthelloPosition>(rules, *setup);
        return std::make_unique<OthelloPosition>(rules);
    },
    .perft =
        [](const Options& options, int depth) {
            const Rules rules = rules_of(options);
            return rules.size == side ? perft(start, depth) : perft(wide_start(rules.size), depth);
        },
}};

// --- what the two boards do alike, in the points of the game

bool contains(Discs discs, int point, int) {
    return (discs & bit(point)) != 0;
}

bool contains(const WideDiscs& discs, int point, int size) {
    return discs.contains(cell_of(point, size));
}

int count(Discs discs) {
    return std::popcount(discs);
}

bool can_place(const Board& board) {
    return placements(board) != 0;
}

bool can_place(const WideBoard& board) {
    return placements(board).any();
}

void add_points(const Board& board, std::vector<Move>& moves) {
    for (Discs points = placements(board); points != 0; points &= points - 1) {
        moves.push_back(std::countr_zero(points));
    }
}

void add_points(const WideBoard& board, std::vector<Move>& moves) {
    for_each(placements(board), [&](int cell) { moves.push_back(point_of(cell, board.size)); });
}

Board after(const Board& board, Move move) {
    return move == pass ? passed(board) : place(board, move);
}

WideBoard after(const WideBoard& board, Move move) {
    return move == pass ? passed(board) : place(board, cell_of(move, board.size));
}

AnyBoard start_of(int size) {
    if (size == side) return start;
    return wide_start(size);
}

AnyBoard board_of(const std::vector<std::uint8_t>& cells, Colour to_move, int size) {
    const auto mover = static_cast<std::uint8_t>(to_move);
    Board board;
    WideBoard wide;
    wide.size = size;
    for (int point = 0; point < size * size; ++point) {
        const std::uint8_t cell = cells[static_cast<std::size_t>(point)];
        if (cell == 0) continue;
        if (size == side) {
            (cell == mover ? board.mover : board.waiter) |= bit(point);
        } else {
            (cell == mover ? wide.mover : wide.waiter).add(cell_of(point, size));
        }
    }
    if (size == side) return board;
    return wide;
}

}  // namespace

Rules rules_of(const Options& options) {
    OptionReader reader(options);
    Rules rules;
    rules.size = reader.integer("size", least_side, most_side, side);
    if (!is_side(rules.size)) throw std::invalid_argument("option 'size' must be even");
    rules.empties_to_winner = reader.flag("empties_to_winner", false);
    reader.finish();
    return rules;
}

OthelloPosition::OthelloPosition(const Rules& rules) : rules_(rules), board_(start_of(rules.size)) {}

OthelloPosition::OthelloPosition(const Rules& rules, const Setup& setup)
    : rules_(rules), to_move_(setup.to_move) {
    if (setup.cells.size() != static_cast<std::size_t>(rules.size * rules.size)) {
        throw std::invalid_argument("the set-up is of another size");
    }
    for (const std::uint8_t cell : setup.cells) {
        if (cell > 2)
            throw std::invalid_argument("a cell of the set-up is neither empty nor black nor white");
    }
    board_ = board_of(setup.cells, to_move_, rules.size);
}

std::unique_ptr<Position> OthelloPosition::clone() const {
    return std::make_unique<OthelloPosition>(*this);
}

std::vector<std::uint8_t> OthelloPosition::cells() const {
    const auto mover = static_cast<std::uint8_t>(to_move_);
    const auto waiter = static_cast<std::uint8_t>(other(to_move_));
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(rules_.size * rules_.size));
    std::visit(
        [&](const auto& board) {
            for (int point = 0; point < rules_.size * rules_.size; ++point) {
                if (contains(board.mover, point, rules_.size)) cells[static_cast<std::size_t>(point)] = mover;
                if (contains(board.waiter, point, rules_.size))
                    cells[static_cast<std::size_t>(point)] = waiter;
            }
        },
        board_);
    return cells;
}

bool OthelloPosition::is_over() const {
    return std::visit([](const auto& board) { return !can_place(board) && !can_place(passed(board)); },
                      board_);
}

Result OthelloPosition::result() const {
    const int own = std::visit([](const auto& board) { return count(board.mover); }, board_);
    const int others = std::visit([](const auto& board) { return count(board.waiter); }, board_);
    if (own == others) return {std::nullopt, 0.0};
    const int empties = rules_.empties_to_winner ? rules_.size * rules_.size - own - others : 0;
    const int lead = own > others ? own - others + empties : own - others - empties;
    const int black_lead = to_move_ == Colour::black ? lead : -lead;
    return {black_lead > 0 ? Colour::black : Colour::white, static_cast<double>(black_lead)};
}

std::vector<Move> OthelloPosition::legal_moves() const {
    std::vector<Move> moves;
    std::visit([&](const auto& board) { add_points(board, moves); }, board_);
    if (moves.empty() && !is_over()) moves.push_back(pass);
    return moves;
}

bool OthelloPosition::is_legal(Move move) const {
    if (move == pass) {
        return std::visit([](const auto& board) { return !can_place(board) && can_place(passed(board)); },
                          board_);
    }
    if (move < 0 || move >= rules_.size * rules_.size) return false;
    return std::visit([&](const auto& board) { return contains(placements(board), move, rules_.size); },
                      board_);
}

void OthelloPosition::play(Move move) {
    assert(is_legal(move));
    std::visit([&](auto& board) { board = after(board, move); }, board_);
    to_move_ = other(to_move_);
}

}  // namespace tengen::othello
