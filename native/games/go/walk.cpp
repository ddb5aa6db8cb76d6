#include "games/go/walk.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace tengen::go {

namespace {

constexpr std::uint64_t white_to_move = 0x6c62272e07bb0142ULL;
constexpr int passes_to_end = 2;
constexpr int third = 3;

Situated situated(const GoPosition& position, const RecentMoves& recent) {
    Situated now;
    now.rules = position.rules();
    now.to_move = position.to_move();
    now.passes = position.passes();
    now.handicap_to_come = position.handicap_to_come();
    now.recent = recent;
    now.score.button = position.button();
    std::int64_t put_down = position.prisoners().white - position.prisoners().black;
    for (const std::uint8_t cell : position.cells()) put_down += (cell == 1) - (cell == 2);
    // Who took more than any board holds has won or lost by that alone.
    constexpr std::int64_t most = 1'000'000;
    now.score.put_down = static_cast<int>(std::clamp(put_down, -most, most));
    return now;
}

}  // namespace

template <int most_side>
GoWalkOn<most_side>::GoWalkOn(const GoPosition& position, const Board<most_side>& board,
                              const RecentMoves& recent)
    : GoWalk(situated(position, recent)), board_(board) {
    root_ = std::make_shared<const Root>(
        Root{board, now_, position.past().hashes(), position.passed_from().hashes(), position.most_stones()});
    back_to_root();
}

template <int most_side>
GoWalkOn<most_side>::GoWalkOn(std::shared_ptr<const Root> root)
    : GoWalk(root->now), root_(std::move(root)), board_(root_->board) {
    back_to_root();
}

template <int most_side>
std::unique_ptr<Walk> GoWalkOn<most_side>::clone() const {
    auto copy = std::unique_ptr<GoWalkOn>(new GoWalkOn(root_));
    copy->shift_ = shift_;
    return copy;
}

template <int most_side>
void GoWalkOn<most_side>::back_to_root() {
    board_ = root_->board;
    now_ = root_->now;
    most_stones_ = root_->most_stones;
    path_.clear();
    passed_from_.clear();
    forgets_past_ = false;
}

template <int most_side>
std::uint64_t GoWalkOn<most_side>::hash() const {
    return now_.to_move == Colour::white ? board_.hash() ^ white_to_move : board_.hash();
}

template <int most_side>
std::uint64_t GoWalkOn<most_side>::hash_with(std::uint64_t stones, Colour to_move) const {
    return now_.rules.ko != Ko::positional && to_move == Colour::white ? stones ^ white_to_move : stones;
}

template <int most_side>
int GoWalkOn<most_side>::times_before(std::uint64_t hash) const {
    auto times = std::count(path_.begin(), path_.end(), hash);
    if (!forgets_past_) {
        const auto [begin, end] = std::equal_range(root_->past.begin(), root_->past.end(), hash);
        times += end - begin;
    }
    return static_cast<int>(times);
}

// --- what may be played

template <int most_side>
bool GoWalkOn<most_side>::is_legal(Move point) const {
    const Stone stone = stone_of(now_.to_move);
    const int cell = board_.cell_of(point);
    if (board_.at(cell) != Stone::none || !board_.may_play(cell, stone, now_.rules.suicide)) return false;
    return now_.rules.ko == Ko::simple || !is_repetition(cell, stone);
}

template <int most_side>
bool GoWalkOn<most_side>::is_repetition(int cell, Stone stone) const {
    if (stones() >= most_stones_ && board_.near(cell, Stone::none) != 0 && !board_.takes(cell, stone)) {
        return false;  // a fuller board than all before
    }
    return times_before(hash_with(board_.hash_after(cell, stone), other(now_.to_move))) > 0;
}

// --- playing

template <int most_side>
void GoWalkOn<most_side>::play(Move move) {
    assert(!now_.has_stopped && !now_.is_void);
    if (move != pass) {
        place(move);
    } else if (now_.rules.button && now_.score.button == 0) {
        now_.score.button = static_cast<std::uint8_t>(now_.to_move);
        board_.pass();
        forgets_past_ = true;
        path_.clear();
        most_stones_ = 0;
        now_.to_move = other(now_.to_move);
        remember();
    } else {
        pass_turn();
    }
    std::copy_backward(now_.recent.begin(), now_.recent.end() - 1, now_.recent.end());
    now_.recent.front() = move;
}

template <int most_side>
void GoWalkOn<most_side>::place(Move point) {
    const int cell = board_.cell_of(point);
    now_.score.put_down += now_.to_move == Colour::black ? 1 : -1;
    if (now_.handicap_to_come > 0) {
        board_.put(cell, Stone::black);
        --now_.handicap_to_come;
        now_.to_move = now_.handicap_to_come > 0 ? Colour::black : Colour::white;
        forgets_past_ = true;
        path_.clear();
        most_stones_ = 0;
    } else {
        board_.play(cell, stone_of(now_.to_move));
        now_.to_move = other(now_.to_move);
        now_.passes = 0;
    }
    remember();
}

template <int most_side>
void GoWalkOn<most_side>::pass_turn() {
    ++now_.passes;
    board_.pass();
    if (now_.rules.ko == Ko::simple) {
        const std::uint64_t from = hash_with(board_.hash(), now_.to_move);
        now_.has_stopped = std::binary_search(root_->passed_from.begin(), root_->passed_from.end(), from) ||
                           std::find(passed_from_.begin(), passed_from_.end(), from) != passed_from_.end();
        passed_from_.push_back(from);
        forgets_past_ = true;
        path_.clear();
    }
    now_.has_stopped = now_.has_stopped || now_.passes >= passes_to_end;
    now_.to_move = other(now_.to_move);
    path_.push_back(hash_with(board_.hash(), now_.to_move));
}

template <int most_side>
void GoWalkOn<most_side>::remember() {
    const std::uint64_t hash = hash_with(board_.hash(), now_.to_move);
    now_.is_void = now_.rules.ko == Ko::simple && times_before(hash) + 1 >= third;
    path_.push_back(hash);
    most_stones_ = std::max(most_stones_, stones());
}

// --- counting

template <int most_side>
std::optional<Worth> GoWalkOn<most_side>::end() const {
    if (now_.is_void) return Worth{};
    if (!now_.has_stopped || now_.rules.dead_stones != DeadStones::none) return std::nullopt;
    return worth_of(lead_of(now_.rules, now_.score, taxed_lead(now_.rules, board_.cells())), shift_);
}

std::unique_ptr<GoWalk> walk_of(const GoPosition& position, const RecentMoves& recent) {
    return std::visit(
        [&]<int most_side>(const Board<most_side>& board) -> std::unique_ptr<GoWalk> {
            return std::make_unique<GoWalkOn<most_side>>(position, board, recent);
        },
        position.board());
}

template class GoWalkOn<9>;
template class GoWalkOn<13>;
template class GoWalkOn<19>;

}  // namespace tengen::go
