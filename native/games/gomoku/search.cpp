#include "games/gomoku/search.h"

#include <algorithm>
#include <utility>

namespace tengen::gomoku {

namespace {

constexpr int lower = 1;
constexpr int upper = 2;
constexpr int no_move = 0x3ff;
constexpr int most_history = 400;
constexpr int margin_per_ply = 140;  // by which a value may be too good, for each ply that is left out
constexpr std::array<std::int64_t, 3> shallow_four_nodes{64, 150, 300};

}  // namespace

Search::Search(const Lines& lines, Tables3 tables, const TimePlan& plan, std::int64_t most_nodes,
               const Manner& manner, std::shared_ptr<const Weights> weights)
    : lines_(lines),
      pulse_(plan, most_nodes),
      values_(tables.values),
      fours_(lines_, pulse_, tables.fours),
      threats_(lines_, pulse_, fours_, tables.threats),
      manner_(manner),
      weights_(std::move(weights)) {
    for (auto& killers : killers_) killers.fill(-1);
    for (auto& counters : counters_) counters.fill(-1);
    played_.fill(-1);
}

void Search::age() {
    for (auto& side : history_) {
        for (int& worth : side) worth /= 2;
    }
}

std::uint64_t Search::hash_of(Colour mover) const {
    constexpr std::array<std::uint64_t, 2> salts{mixed(0xa0f1), mixed(0xa0f2)};
    return lines_.hash() ^ salts[static_cast<std::size_t>(index_of(mover))];
}

// A win counts from where it is kept, not from the root.
std::uint64_t Search::packed(const Entry& entry, int ply) {
    const int value = is_win(entry.value)    ? entry.value + ply
                      : is_win(-entry.value) ? entry.value - ply
                                             : entry.value;
    const auto move = static_cast<std::uint64_t>(entry.move < 0 ? no_move : entry.move);
    return static_cast<std::uint64_t>(value + 32'768) | static_cast<std::uint64_t>(entry.bound) << 16 |
           move << 18 | static_cast<std::uint64_t>(std::max(entry.depth, 0)) << 28;
}

Search::Entry Search::unpacked(std::uint64_t payload, int ply) {
    Entry entry;
    entry.value = static_cast<int>(payload & 0xffff) - 32'768;
    if (is_win(entry.value)) {
        entry.value -= ply;
    } else if (is_win(-entry.value)) {
        entry.value += ply;
    }
    entry.bound = static_cast<int>(payload >> 16 & 3);
    const int move = static_cast<int>(payload >> 18 & 0x3ff);
    entry.move = move == no_move ? -1 : move;
    entry.depth = static_cast<int>(payload >> 28 & 0xff);
    return entry;
}

int Search::expected_move(Colour mover) const {
    const auto payload = values_.probe(hash_of(mover));
    return payload ? unpacked(*payload, 0).move : -1;
}

bool Search::is_unseen(Colour colour, int point) const {
    return manner_.blindness != nullptr &&
           manner_.blindness->of(colour, lines_.rank(colour, point)).contains(point);
}

PointSet Search::seen_open_fours(Colour colour) const {
    if (lines_.count(colour, Rank::open_four) == 0) return {};
    PointSet points = open_fours_of(lines_, colour);
    if (manner_.blindness != nullptr) points -= manner_.blindness->of(colour, Rank::open_four);
    return points;
}

// The best moves first, so many of them in order.
void Search::collect(Moves& moves, const PointSet& points, Colour mover, int hash_move, int ply,
                     int width) const {
    const auto own = static_cast<std::size_t>(index_of(mover));
    const auto& promise = promises();
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    const int last = ply > 0 ? played_[static_cast<std::size_t>(ply - 1)] : -1;
    const int counter = last < 0 ? -1 : counters_[own][static_cast<std::size_t>(last)];
    for_each(points, [&](int point) {
        if (is_unseen(mover, point)) return;
        int worth = 4 * promise[lines_.shape(mover, point)] + 3 * promise[lines_.shape(other(mover), point)] +
                    history_[own][static_cast<std::size_t>(point)];
        if (point == hash_move) {
            worth += 100'000;
        } else if (point == killers[0] || point == killers[1]) {
            worth += 120;
        } else if (point == counter) {
            worth += 80;
        }
        moves.items[static_cast<std::size_t>(moves.count++)] = {-worth, point};
    });
    const int kept = std::min(moves.count, width);
    std::partial_sort(moves.items.begin(), moves.items.begin() + kept, moves.items.begin() + moves.count);
    moves.count = kept;
}

void Search::reward(Colour mover, int point, int depth, int ply) {
    const auto own = static_cast<std::size_t>(index_of(mover));
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != point) killers = {point, killers[0]};
    int& worth = history_[own][static_cast<std::size_t>(point)];
    worth += depth * depth - worth * depth * depth / most_history;
    if (worth > most_history) worth = most_history;
    if (ply > 0 && played_[static_cast<std::size_t>(ply - 1)] >= 0) {
        counters_[own][static_cast<std::size_t>(played_[static_cast<std::size_t>(ply - 1)])] = point;
    }
}

int Search::look(Colour mover, int alpha, int beta, int depth, int ply) {
    if (pulse_.beat()) return 0;
    const Colour waiter = other(mover);
    alpha = std::max(alpha, ply - win_value);
    beta = std::min(beta, win_value - ply - 1);
    if (alpha >= beta) return alpha;
    if (lines_.count(mover, Rank::five) > 0) return win_value - ply - 1;
    if (!lines_.empty().any()) return 0;
    const bool is_main = beta - alpha > 1;

    PointSet points;
    bool is_forced = false;
    int lost_in = 2;
    if (lines_.count(waiter, Rank::five) > 0) {
        points = stops_of_fives(lines_, mover);
        if (!points.any()) return ply + lost_in - win_value;
        is_forced = true;
    } else if (seen_open_fours(mover).any()) {
        return win_value - ply - 3;
    }
    const std::uint64_t hash = hash_of(mover);
    Entry known;
    if (const auto payload = values_.probe(hash)) {
        known = unpacked(*payload, ply);
        const bool holds = known.depth >= depth || (is_win(known.value) && known.bound != upper);
        if (holds && (!is_main || depth <= 0)) {
            if ((known.bound & lower) != 0 && known.value >= beta) return known.value;
            if ((known.bound & upper) != 0 && known.value <= alpha) return known.value;
            if (known.bound == (lower | upper)) return known.value;
        }
    }
    const auto keep = [&](int value, int bound, int move) {
        if (!pulse_.is_stopped()) {
            values_.store(hash, std::clamp(depth, 0, 200), packed({value, bound, depth, move}, ply));
        }
        return value;
    };

    int judged = 0;
    if (!is_forced) {
        const int own_fours = lines_.count(mover, Rank::four) + lines_.count(mover, Rank::four_three);
        if (own_fours > 0 && manner_.fours > 0) {
            const std::int64_t nodes =
                depth < 3 ? std::min(manner_.four_nodes,
                                     shallow_four_nodes[static_cast<std::size_t>(std::max(depth, 0))])
                          : manner_.four_nodes;
            const int plies = fours_.plies_to_win(mover, manner_.fours, nodes);
            if (pulse_.is_stopped()) return 0;
            if (plies > 0) return keep(win_value - ply - plies, lower | upper, -1);
        }
        const PointSet threats = seen_open_fours(waiter);
        if (threats.any()) {
            points = stops_of_open_fours(lines_, mover, threats) | plain_fours_of(lines_, mover) |
                     lines_.set(mover, Rank::open_four);
            is_forced = true;
            lost_in = 4;
        }
    }
    if (ply >= most_ply || (!is_forced && depth <= 0)) {
        return value_of(*weights_, lines_, mover);
    }
    if (!is_forced) {
        judged = value_of(*weights_, lines_, mover);
        const bool is_calm =
            lines_.count(waiter, Rank::four_three) + lines_.count(waiter, Rank::double_three) == 0;
        if (!is_main && depth <= 3 && is_calm && !is_decided(beta) && judged - margin_per_ply * depth >= beta)
            return judged;
        if (is_main && ply <= 3 && depth >= 2 && manner_.threat_nodes > 0) {
            const bool wins = threats_.wins(mover, manner_.threat_nodes);
            if (pulse_.is_stopped()) return 0;
            // In how many plies is not known: as far away as such wins are.
            if (wins) return keep(win_value - ply - 15, lower, -1);
        }
        points = lines_.near();
    }

    Moves moves;
    collect(moves, points, mover, known.move, ply, is_main ? manner_.width : manner_.width / 2);
    if (is_forced && moves.count == 0) return ply + lost_in - win_value;
    int best = -infinite_value;
    int best_move = -1;
    int searched = 0;
    const int first_alpha = alpha;
    const int extended = is_forced && moves.count == 1 ? 0 : 1;
    for (int index = 0; index < moves.count; ++index) {
        const int point = moves.items[static_cast<std::size_t>(index)].second;
        if (lines_.is_foul(mover, point)) continue;
        const bool is_quiet =
            lines_.rank(mover, point) < Rank::three && lines_.rank(waiter, point) < Rank::three;
        // On the last ply a quiet move does not make up for much.
        if (!is_forced && searched > 0 && depth <= 2 && is_quiet && !is_main && !is_decided(alpha) &&
            judged + margin_per_ply * (depth + 1) <= alpha && best > -win_value + 1000)
            continue;
        lines_.make(point, mover);
        values_.prefetch(hash_of(waiter));
        played_[static_cast<std::size_t>(ply)] = point;
        const int next = depth - extended;
        int value = 0;
        if (searched == 0) {
            value = -look(waiter, -beta, -alpha, next, ply + 1);
        } else {
            int less = 0;
            if (depth >= 3 && searched >= 3 && is_quiet && !is_forced) {
                less =
                    1 + (searched >= 8 ? 1 : 0) + (depth >= 6 && searched >= 14 ? 1 : 0) - (is_main ? 1 : 0);
            }
            value = -look(waiter, -alpha - 1, -alpha, next - less, ply + 1);
            if (value > alpha && less > 0) value = -look(waiter, -alpha - 1, -alpha, next, ply + 1);
            if (value > alpha && value < beta) value = -look(waiter, -beta, -alpha, next, ply + 1);
        }
        lines_.undo();
        if (pulse_.is_stopped()) return 0;
        ++searched;
        if (value > best) {
            best = value;
            best_move = point;
        }
        if (value > alpha) {
            alpha = value;
            if (alpha >= beta) {
                if (is_quiet) reward(mover, point, std::max(depth, 1), ply);
                break;
            }
        }
    }
    // Nothing stops it; or, in Renju, there is nothing that Black may do.
    if (searched == 0) return is_forced ? ply + lost_in - win_value : judged;
    const int bound = best >= beta ? lower : best > first_alpha ? lower | upper : upper;
    return keep(best, bound, best_move);
}

}  // namespace tengen::gomoku
