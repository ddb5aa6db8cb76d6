#include "games/gomoku/position.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace tengen::gomoku {

namespace {

constexpr int first_choice = 3;   // after so many stones White chooses,
constexpr int second_choice = 5;  // after so many Black, where White placed two more
constexpr int pro_stones = 3;
constexpr int pro_distance = 3;  // of the third stone from the first, in columns or rows

}  // namespace

GomokuPosition::GomokuPosition(const Rules& rules) : rules_(rules), board_(rules.line, rules.size) {
    phase_ = phase_now();
}

GomokuPosition::GomokuPosition(const Rules& rules, const Setup& setup)
    : rules_(rules), board_(rules.line, rules.size), next_stone_(setup.to_move) {
    if (setup.cells.size() != static_cast<std::size_t>(board_.points())) {
        throw std::invalid_argument("the set-up is of another size");
    }
    for (int point = 0; point < board_.points(); ++point) {
        const std::uint8_t cell = setup.cells[static_cast<std::size_t>(point)];
        if (cell > 2)
            throw std::invalid_argument("a cell of the set-up is neither empty nor black nor white");
        if (cell == 0) continue;
        board_.put(point, static_cast<Colour>(cell));
        ++stones_;
    }
    for (int point = 0; point < board_.points(); ++point) {
        if (board_.cell(point) != 0 && board_.makes_line(point, static_cast<Colour>(board_.cell(point)))) {
            throw std::invalid_argument("the set-up has a line that wins");
        }
    }
    look_for_draw();
}

std::unique_ptr<Position> GomokuPosition::clone() const {
    return std::make_unique<GomokuPosition>(*this);
}

std::vector<std::uint8_t> GomokuPosition::cells() const {
    return {board_.cells().begin(), board_.cells().end()};
}

Phase GomokuPosition::phase_now() const {
    switch (rules_.opening) {
        case Opening::free:
            return Phase::play;
        case Opening::pro:
            return stones_ < pro_stones ? Phase::opening : Phase::play;
        case Opening::swap:
        case Opening::swap2:
            return stones_ == first_choice || stones_ == second_choice ? Phase::choice : Phase::opening;
    }
    return Phase::play;
}

Colour GomokuPosition::to_move() const {
    if (phase_ == Phase::play || rules_.opening == Opening::pro) return next_stone_;
    if (phase_ == Phase::choice) return stones_ == first_choice ? Colour::white : Colour::black;
    return stones_ < first_choice ? Colour::black : Colour::white;
}

bool GomokuPosition::allows(int point) const {
    if (phase_ != Phase::opening || rules_.opening != Opening::pro || stones_ == 1) return true;
    if (stones_ == 0) {
        const std::vector<int> centre = centre_of(rules_.size);
        return std::find(centre.begin(), centre.end(), point) != centre.end();
    }
    const int columns = std::abs(point % rules_.size - first_stone_ % rules_.size);
    const int rows = std::abs(point / rules_.size - first_stone_ / rules_.size);
    return std::max(columns, rows) >= pro_distance;
}

std::vector<Move> GomokuPosition::legal_moves() const {
    std::vector<Move> moves;
    if (is_over() || phase_ == Phase::choice) return moves;
    const bool has_fouls = rules_.has_fouls(next_stone_);
    Board tried = board_;
    for (int point = 0; point < board_.points(); ++point) {
        if (board_.cell(point) != 0 || !allows(point)) continue;
        if (!has_fouls || tried.foul(point) == Foul::none) moves.push_back(point);
    }
    return moves;
}

bool GomokuPosition::is_legal(Move move) const {
    if (is_over() || phase_ == Phase::choice || move < 0 || move >= board_.points()) return false;
    if (board_.cell(move) != 0 || !allows(move)) return false;
    return !rules_.has_fouls(next_stone_) || Board(board_).foul(move) == Foul::none;
}

void GomokuPosition::play(Move move) {
    assert(is_legal(move));
    const bool wins = board_.makes_line(move, next_stone_);
    board_.put(move, next_stone_);
    if (stones_ == 0) first_stone_ = move;
    ++stones_;
    if (wins) winner_ = next_stone_;
    next_stone_ = other(next_stone_);
    if (phase_ == Phase::opening) phase_ = phase_now();
    look_for_draw();
}

// When Black is to move in Renju and every empty point is a foul, nobody can play on.
void GomokuPosition::look_for_draw() {
    if (winner_.has_value()) return;
    const bool has_fouls = rules_.has_fouls(next_stone_);
    Board tried = board_;
    for (int point = 0; point < board_.points(); ++point) {
        if (board_.cell(point) == 0 && (!has_fouls || tried.foul(point) == Foul::none)) return;
    }
    is_drawn_ = true;
}

std::vector<std::string> GomokuPosition::choices() const {
    if (is_over() || phase_ != Phase::choice) return {};
    std::vector<std::string> words{std::string(choose_black), std::string(choose_white)};
    if (rules_.opening == Opening::swap2 && stones_ == first_choice) words.emplace_back(place_two);
    return words;
}

void GomokuPosition::choose(std::string_view word) {
    assert(phase_ == Phase::choice);
    phase_ = word == place_two ? Phase::opening : Phase::play;
}

}  // namespace tengen::gomoku
