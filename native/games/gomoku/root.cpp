#include "games/gomoku/root.h"

#include <algorithm>
#include <atomic>
#include <functional>

#include "search/team.h"

namespace tengen::gomoku {

namespace {

constexpr int shared_from_depth = 6;  // a team is not worth its beginning for a moment's work
constexpr int first_width = 60;
constexpr std::int64_t fewest_nodes = 100;  // to see whether a move loses at once

}  // namespace

Root::Root(std::vector<std::unique_ptr<Search>>& searches, Colour mover, const std::vector<Move>& legal)
    : searches_(searches), mover_(mover) {
    choose_points(legal);
    Lines& lines = first().lines();
    const auto promise = [&](const RootMove& move) {
        return 4 * promises()[lines.shape(mover_, move.point)] +
               3 * promises()[lines.shape(other(mover_), move.point)];
    };
    std::stable_sort(moves_.begin(), moves_.end(),
                     [&](const RootMove& one, const RootMove& two) { return promise(one) > promise(two); });
}

void Root::choose_points(const std::vector<Move>& legal) {
    Search& search = first();
    Lines& lines = search.lines();
    PointSet allowed;
    for (const Move point : legal) allowed.add(point);
    const auto take = [&](const PointSet& points) {
        for_each(points & allowed, [&](int point) { moves_.push_back({.point = point, .line = {}}); });
        return !moves_.empty();
    };
    const Colour waiter = other(mover_);
    if (lines.count(mover_, Rank::five) > 0 && take(lines.set(mover_, Rank::five))) return;
    if (lines.count(waiter, Rank::five) > 0) {
        holds_all_replies_ = true;
        if (take(stops_of_fives(lines, mover_))) return;
        // Nothing helps; what stops one of them looks best.
        if (take(lines.set(waiter, Rank::five))) return;
    } else if (search.seen_open_fours(waiter).any() && !search.seen_open_fours(mover_).any()) {
        holds_all_replies_ = search.manner().blindness == nullptr;
        if (take(stops_of_open_fours(lines, mover_, search.seen_open_fours(waiter)) |
                 plain_fours_of(lines, mover_) | lines.set(mover_, Rank::open_four)))
            return;
    }
    holds_all_replies_ = false;
    PointSet points = lines.near();
    if (lines.stones() == 0) {
        // Nothing is better than the middle.
        for (const int point : centre_of(lines.board().size())) points.add(point);
        if (take(points)) {
            moves_.resize(1);
            return;
        }
    } else if (lines.stones() <= 2) {
        for (int point = 0; point < lines.points(); ++point) {
            if (!lines.is_empty(point))
                points |= lines.board().geometry().around[static_cast<std::size_t>(point)];
        }
    }
    const PointSet all = points;
    for_each(all, [&](int point) {
        if (search.is_unseen(mover_, point)) points.remove(point);
    });
    if (take(points) || take(all)) return;
    for (const Move point : legal) moves_.push_back({.point = point, .line = {}});
}

bool Root::is_decided() const {
    if (is_win(moves_.front().value) && moves_.front().is_settled) return true;
    return holds_all_replies_ && std::all_of(moves_.begin(), moves_.end(), [](const RootMove& move) {
               return move.is_settled && is_win(-move.value);
           });
}

void Root::sort(std::vector<RootMove>& moves) {
    const auto is_proven_win = [](const RootMove& move) { return move.is_settled && is_win(move.value); };
    std::stable_sort(moves.begin(), moves.end(), [&](const RootMove& one, const RootMove& two) {
        // A search may see a shorter win beside a proven one, but proves nothing.
        if (is_proven_win(one) != is_proven_win(two)) return is_proven_win(one);
        const bool one_is_known = one.was_searched || one.is_settled;
        const bool two_is_known = two.was_searched || two.is_settled;
        if (one_is_known != two_is_known) {
            // What loses for certain is no better than what is not known.
            const RootMove& known = one_is_known ? one : two;
            const bool is_good = !is_win(-known.value);
            return one_is_known == is_good;
        }
        return one.value != two.value ? one.value > two.value : one.is_bound < two.is_bound;
    });
}

void Root::look_for_win(std::int64_t four_nodes, std::int64_t threat_nodes) {
    Search& search = first();
    Lines& lines = search.lines();
    std::vector<int> line;
    int plies = 0;
    if (lines.count(mover_, Rank::five) > 0) {
        line = {lines.set(mover_, Rank::five).first()};
        plies = 1;
    } else {
        const int most = search.manner().fours;
        // Fewer fours first, so that the win is short.
        for (int fours = std::min(2, most); plies == 0 && four_nodes > 0; fours = std::min(2 * fours, most)) {
            plies = search.fours().plies_to_win(mover_, fours, four_nodes);
            if (plies > 0) line = search.fours().line(mover_, fours);
            if (fours == most) break;
        }
        if (plies == 0 && threat_nodes > 0) {
            ThreatWin found = search.threats().win(mover_, threat_nodes);
            plies = found.plies;
            line = std::move(found.line);
        }
    }
    if (plies == 0 || line.empty()) return;
    const auto winner = std::find_if(moves_.begin(), moves_.end(),
                                     [&](const RootMove& move) { return move.point == line.front(); });
    if (winner == moves_.end() || search.is_unseen(mover_, line.front())) return;
    winner->is_settled = true;
    winner->value = win_value - plies;
    winner->line.assign(line.begin() + 1, line.end());
    std::rotate(moves_.begin(), winner, winner + 1);
}

void Root::settle(RootMove& move, int plies_to_lose, std::vector<int> line) {
    move.is_settled = true;
    move.is_bound = false;
    move.value = plies_to_lose - win_value;
    move.line = std::move(line);
}

bool Root::loses(RootMove& move, std::int64_t four_nodes, std::int64_t threat_nodes) {
    Search& search = first();
    Lines& lines = search.lines();
    const Colour waiter = other(mover_);
    lines.make(move.point, mover_);
    const int fours = search.manner().fours;
    const int plies = search.fours().plies_to_win(waiter, fours, four_nodes);
    if (plies > 0) {
        settle(move, plies + 1, search.fours().line(waiter, fours));
    } else if (threat_nodes > 0 && !search.pulse().is_stopped()) {
        ThreatWin found = search.threats().win(waiter, threat_nodes);
        if (found.plies > 0) settle(move, found.plies + 1, std::move(found.line));
    }
    lines.undo();
    return move.is_settled;
}

void Root::look_for_dangers(std::int64_t four_nodes, std::int64_t threat_nodes, std::int64_t most_nodes) {
    Search& search = first();
    const Colour waiter = other(mover_);
    const bool is_in_danger = holds_all_replies_ ||
                              search.fours().plies_to_win(waiter, search.manner().fours, four_nodes) > 0 ||
                              (threat_nodes > 0 && search.threats().wins(waiter, threat_nodes));
    if (!is_in_danger) return;
    const std::int64_t width = std::min<std::int64_t>(std::ssize(moves_), first_width);
    const std::int64_t share = std::max<std::int64_t>(most_nodes / (2 * width), fewest_nodes);
    const bool is_in_full = share >= std::max(four_nodes, threat_nodes);
    int looked = 0;
    for (RootMove& move : moves_) {
        if (search.pulse().is_stopped() || ++looked > first_width) break;
        if (!move.is_settled) {
            static_cast<void>(loses(move, std::min(four_nodes, share), std::min(threat_nodes, share)));
        }
        move.is_checked = is_in_full;
    }
    sort(moves_);
}

bool Root::best_stands(std::int64_t four_nodes, std::int64_t threat_nodes) {
    RootMove& best = moves_.front();
    if (best.is_checked || best.is_settled) return true;
    best.is_checked = true;
    if (!loses(best, four_nodes, threat_nodes)) return true;
    sort(moves_);
    return moves_.front().is_settled;
}

void Root::look_for_defences(int moves, std::int64_t most_nodes) {
    Search& search = first();
    const std::int64_t last_node = search.pulse().nodes() + most_nodes;
    for (RootMove& move : moves_) {
        if (--moves < 0) break;
        if (!move.is_settled || !gomoku::is_decided(move.value)) continue;
        std::vector<Move> line{move.point};
        line.insert(line.end(), move.line.begin(), move.line.end());
        move.defences = defences_in(search, line, mover_, is_win(move.value) ? mover_ : other(mover_),
                                    last_node - search.pulse().nodes());
    }
}

bool Root::look(int depth, int lines) {
    std::vector<std::vector<RootMove>> found(searches_.size(), moves_);
    std::atomic<bool> is_done{false};
    const bool is_shared = searches_.size() > 1 && depth >= shared_from_depth;
    const auto work = [&](int index) {
        Search& search = *searches_[static_cast<std::size_t>(index)];
        search.pulse().resume(is_shared && index > 0 ? &is_done : nullptr);
        search.age();
        // The others go half of them a ply deeper, so that they do not all do the same.
        one_round(depth + (index % 2), lines, search, found[static_cast<std::size_t>(index)]);
        if (index == 0) is_done.store(true, std::memory_order_relaxed);
    };
    run_team(is_shared ? static_cast<int>(searches_.size()) : 1, work);
    const bool is_whole = !first().pulse().is_stopped();
    if (is_whole) {
        depth_ = depth;
    } else {
        const auto one = std::find_if(found[0].begin(), found[0].end(),
                                      [](const RootMove& move) { return !move.is_settled; });
        if (one == found[0].end() || !one->was_searched) return false;
    }
    moves_ = std::move(found[0]);
    sort(moves_);
    return is_whole;
}

void Root::one_round(int depth, int lines, Search& search, std::vector<RootMove>& moves) const {
    const Colour waiter = other(mover_);
    std::vector<int> best;  // values in full, falling
    for (RootMove& move : moves) {
        if (move.is_settled) {
            best.insert(std::upper_bound(best.begin(), best.end(), move.value, std::greater<>()), move.value);
        } else {
            move.was_searched = false;
        }
    }
    int index = 0;
    for (RootMove& move : moves) {
        if (move.is_settled) continue;
        const std::int64_t nodes = search.pulse().nodes();
        const auto count = static_cast<std::size_t>(lines);
        const int floor = best.size() >= count ? best[count - 1] : -infinite_value;
        search.lines().make(move.point, mover_);
        search.begin_after(move.point);
        int value = 0;
        bool is_bound = false;
        if (floor > -infinite_value) {
            // Moves far down the order are looked at less far first, and in full where they surprise.
            const int less = depth >= 4 && index >= 12 ? (index >= 30 ? 2 : 1) : 0;
            value = -search.look(waiter, -floor - 1, -floor, depth - 1 - less, 1);
            if (value > floor && less > 0) value = -search.look(waiter, -floor - 1, -floor, depth - 1, 1);
            is_bound = value <= floor;
            if (!is_bound && !search.pulse().is_stopped()) {
                value = -search.look(waiter, -infinite_value, -floor, depth - 1, 1);
            }
        } else {
            value = in_full(search, move.value, depth);
        }
        search.lines().undo();
        if (search.pulse().is_stopped()) return;
        ++index;
        move.value = value;
        move.is_bound = is_bound;
        move.was_searched = true;
        move.nodes += search.pulse().nodes() - nodes;
        if (!is_bound) {
            best.insert(std::upper_bound(best.begin(), best.end(), value, std::greater<>()), value);
        }
    }
}

// With a narrow window first, where a value is expected. The move is made already.
int Root::in_full(Search& search, int guess, int depth) const {
    const Colour waiter = other(mover_);
    int below = depth < 3 ? infinite_value : value_unit / 3;
    int above = below;
    while (true) {
        const int alpha = std::max(guess - below, -infinite_value);
        const int beta = std::min(guess + above, infinite_value);
        const int value = -search.look(waiter, -beta, -alpha, depth - 1, 1);
        if (search.pulse().is_stopped()) return value;
        // The side that failed widens, so that it comes to an end.
        if (value <= alpha && alpha > -infinite_value) {
            below = gomoku::is_decided(value) ? 2 * infinite_value : 4 * below;
        } else if (value >= beta && beta < infinite_value) {
            above = gomoku::is_decided(value) ? 2 * infinite_value : 4 * above;
        } else {
            return value;
        }
    }
}

}  // namespace tengen::gomoku
