#include "games/othello/position.h"

#include "core/registry.h"

namespace tengen::othello {

namespace {

const Registrar registered{Kind{
    .name = "othello",
    .start = [](const Options&, const Setup*) -> std::unique_ptr<Position> {
        return std::make_unique<OthelloPosition>();
    },
    .perft = [](const Options&, int depth) { return perft(start, depth); },
}};

}  // namespace

std::unique_ptr<Position> OthelloPosition::clone() const {
    return std::make_unique<OthelloPosition>(*this);
}

std::vector<std::uint8_t> OthelloPosition::cells() const {
    const auto mover = static_cast<std::uint8_t>(to_move_);
    const auto waiter = static_cast<std::uint8_t>(other(to_move_));
    std::vector<std::uint8_t> cells(side * side);
    for (int point = 0; point < side * side; ++point) {
        if (board_.mover & bit(point)) cells[static_cast<std::size_t>(point)] = mover;
        if (board_.waiter & bit(point)) cells[static_cast<std::size_t>(point)] = waiter;
    }
    return cells;
}

bool OthelloPosition::is_over() const {
    return placements(board_) == 0 && placements(passed(board_)) == 0;
}

Result OthelloPosition::result() const {
    const int lead = std::popcount(board_.mover) - std::popcount(board_.waiter);
    const int black_lead = to_move_ == Colour::black ? lead : -lead;
    if (black_lead == 0) return {std::nullopt, 0.0};
    return {black_lead > 0 ? Colour::black : Colour::white, static_cast<double>(black_lead)};
}

std::vector<Move> OthelloPosition::legal_moves() const {
    std::vector<Move> moves;
    for (Discs points = placements(board_); points != 0; points &= points - 1) {
        moves.push_back(std::countr_zero(points));
    }
    if (moves.empty() && !is_over()) moves.push_back(pass);
    return moves;
}

bool OthelloPosition::is_legal(Move move) const {
    if (move == pass) return placements(board_) == 0 && !is_over();
    return move >= 0 && move < side * side && (placements(board_) & bit(move)) != 0;
}

void OthelloPosition::play(Move move) {
    assert(is_legal(move));
    board_ = move == pass ? passed(board_) : place(board_, move);
    to_move_ = other(to_move_);
}

}  // namespace tengen::othello
