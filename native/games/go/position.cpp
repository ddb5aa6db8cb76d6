#include "games/go/position.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "games/go/scoring.h"

namespace tengen::go {

namespace {

constexpr std::uint64_t white_to_move = 0x6c62272e07bb0142ULL;
constexpr int passes_to_end = 2;
constexpr int third = 3;

std::uint64_t hash_of(const AnyBoard& board) {
    return std::visit([](const auto& stones) { return stones.hash(); }, board);
}

std::vector<std::uint8_t> cells_of(const AnyBoard& board) {
    return std::visit([](const auto& stones) { return stones.cells(); }, board);
}

void put(AnyBoard& board, Move point, Colour colour) {
    std::visit([&](auto& stones) { stones.put(stones.cell_of(point), stone_of(colour)); }, board);
}

AnyBoard board_of(const Rules& rules, const std::vector<std::uint8_t>& cells) {
    if (cells.size() != static_cast<std::size_t>(rules.size * rules.size)) {
        throw std::invalid_argument("the set-up is of another size");
    }
    AnyBoard board = empty_board(rules.size);
    for (std::size_t point = 0; point < cells.size(); ++point) {
        if (cells[point] > 2) {
            throw std::invalid_argument("a cell of the set-up is neither empty nor black nor white");
        }
        if (cells[point] != 0) put(board, static_cast<Move>(point), static_cast<Colour>(cells[point]));
    }
    if (!std::visit([](const auto& stones) { return stones.is_possible(); }, board)) {
        throw std::invalid_argument("a chain of the set-up has no liberty");
    }
    return board;
}

}  // namespace

AnyBoard empty_board(int side) {
    if (side <= 9) return Board<9>(side);
    if (side <= 13) return Board<13>(side);
    return Board<19>(side);
}

// --- how it begins

GoPosition::GoPosition(const Rules& rules) : rules_(rules), board_(empty_board(rules.size)) {
    const int stones = rules.handicap_stones();
    if (rules.placement == HandicapPlacement::free) {
        handicap_to_come_ = stones;
        begin(Colour::black);
        return;
    }
    for (const Move point : fixed_stones(rules.size, stones)) put(board_, point, Colour::black);
    begin(stones > 0 ? Colour::white : Colour::black);
}

GoPosition::GoPosition(const Rules& rules, const Setup& setup)
    : rules_(rules),
      board_(board_of(rules, setup.cells)),
      taken_{setup.black_prisoners, setup.white_prisoners} {
    if (setup.black_prisoners < 0 || setup.white_prisoners < 0) {
        throw std::invalid_argument("prisoners must not be negative");
    }
    begin(setup.to_move);
}

void GoPosition::begin(Colour to_move) {
    to_move_ = to_move;
    most_stones_ = 0;
    past_.clear();
    passed_from_.clear();
    remember();
}

// --- what is to be seen

std::unique_ptr<Position> GoPosition::clone() const {
    return std::make_unique<GoPosition>(*this);
}

std::vector<std::uint8_t> GoPosition::cells() const {
    return cells_of(board_);
}

int GoPosition::stone_count() const {
    return rules_.size * rules_.size - std::visit([](const auto& board) { return board.empties(); }, board_);
}

Result GoPosition::result() const {
    assert(is_over());
    if (is_void_) return {std::nullopt, std::nullopt};
    double lead = board_lead(cells(), rules_);
    if (rules_.scoring == Scoring::territory) lead += static_cast<double>(taken_.black - taken_.white);
    if (button_ != 0) lead += button_ == static_cast<int>(Colour::black) ? 0.5 : -0.5;
    lead -= rules_.komi + rules_.bonus_points();
    if (lead == 0) return {std::nullopt, 0.0};
    return {lead > 0 ? Colour::black : Colour::white, lead};
}

// --- what may be played

std::vector<Move> GoPosition::legal_moves() const {
    std::vector<Move> moves;
    if (is_over()) return moves;
    moves.reserve(static_cast<std::size_t>(rules_.size * rules_.size + 1));
    if (handicap_to_come_ == 0) moves.push_back(pass);
    for (Move point = 0; point < rules_.size * rules_.size; ++point) {
        if (may_place(point)) moves.push_back(point);
    }
    return moves;
}

bool GoPosition::is_legal(Move move) const {
    if (is_over()) return false;
    if (move == pass) return handicap_to_come_ == 0;
    return move >= 0 && move < rules_.size * rules_.size && may_place(move);
}

bool GoPosition::may_place(Move point) const {
    const Stone stone = stone_of(to_move_);
    const bool may_play = std::visit(
        [&](const auto& board) {
            const int cell = board.cell_of(point);
            return board.at(cell) == Stone::none && board.may_play(cell, stone, rules_.suicide);
        },
        board_);
    return may_play && (rules_.ko == Ko::simple || !is_repetition(point));
}

bool GoPosition::is_repetition(Move point) const {
    const Stone stone = stone_of(to_move_);
    const auto hash = std::visit(
        [&](const auto& board) -> std::optional<std::uint64_t> {
            const int cell = board.cell_of(point);
            if (stone_count() >= most_stones_ && board.near(cell, Stone::none) != 0 &&
                !board.takes(cell, stone)) {
                return std::nullopt;  // a fuller board than all before
            }
            return board.hash_after(cell, stone);
        },
        board_);
    if (!hash || !past_.may_hold(hash_with(*hash, other(to_move_)))) return false;
    AnyBoard after = board_;
    std::visit([&](auto& board) { board.play(board.cell_of(point), stone); }, after);
    return past_.holds(situation_of(after, other(to_move_)));
}

// --- playing

void GoPosition::play(Move move) {
    assert(is_legal(move));
    if (handicap_to_come_ > 0) {
        place_handicap(move);
    } else if (move != pass) {
        place(move);
    } else if (rules_.button && button_ == 0) {
        take_button();
    } else {
        pass_turn();
    }
}

void GoPosition::place(Move point) {
    const int taken =
        std::visit([&](auto& board) { return board.play(board.cell_of(point), stone_of(to_move_)); }, board_);
    const bool by_black = (to_move_ == Colour::black) == (taken > 0);
    (by_black ? taken_.black : taken_.white) += std::abs(taken);
    to_move_ = other(to_move_);
    passes_ = 0;
    remember();
}

void GoPosition::place_handicap(Move point) {
    put(board_, point, Colour::black);
    --handicap_to_come_;
    begin(handicap_to_come_ > 0 ? Colour::black : Colour::white);
}

// The first pass takes the button and counts for nothing else. It is part of what stands there, so that no
// board before was the same.
void GoPosition::take_button() {
    button_ = static_cast<std::uint8_t>(to_move_);
    std::visit([](auto& board) { board.pass(); }, board_);
    begin(other(to_move_));
}

void GoPosition::pass_turn() {
    ++passes_;
    std::visit([](auto& board) { board.pass(); }, board_);
    if (rules_.ko == Ko::simple) {
        has_stopped_ = passed_from_.add(situation_of(board_, to_move_)) > 1;
        past_.clear();
    }
    has_stopped_ = has_stopped_ || passes_ >= passes_to_end;
    to_move_ = other(to_move_);
    past_.add(situation_of(board_, to_move_));
}

// --- the past

std::uint64_t GoPosition::hash_with(std::uint64_t stones, Colour to_move) const {
    return side_counts() && to_move == Colour::white ? stones ^ white_to_move : stones;
}

Situation GoPosition::situation_of(const AnyBoard& board, Colour to_move) const {
    return {hash_with(hash_of(board), to_move), cells_of(board),
            side_counts() ? static_cast<int>(to_move) : 0};
}

void GoPosition::remember() {
    const int times = past_.add(situation_of(board_, to_move_));
    is_void_ = rules_.ko == Ko::simple && times >= third;
    most_stones_ = std::max(most_stones_, stone_count());
}

// --- counting

std::uint64_t GoPosition::perft(int depth) const {
    assert(depth >= 0);
    if (depth == 0 || is_over()) return 1;
    std::uint64_t leaves = handicap_to_come_ == 0 && depth == 1 ? 1 : 0;
    if (depth > 1 && handicap_to_come_ == 0) {
        GoPosition next = *this;
        next.play(pass);
        leaves += next.perft(depth - 1);
    }
    if (depth == 1) {
        for (Move point = 0; point < rules_.size * rules_.size; ++point) leaves += may_place(point);
        return leaves;
    }
    GoPosition next = *this;
    for (Move point = 0; point < rules_.size * rules_.size; ++point) {
        if (!may_place(point)) continue;
        next = *this;
        next.play(point);
        leaves += next.perft(depth - 1);
    }
    return leaves;
}

}  // namespace tengen::go
