#include "games/gomoku/threats.h"

#include <algorithm>
#include <bit>

#include "games/gomoku/evaluation.h"

namespace tengen::gomoku {

namespace {

constexpr int fours_on_the_way = 10;
constexpr std::int64_t nodes_for_fours = 100;
constexpr int no_move = 0x3ff;

}  // namespace

std::uint64_t ThreatSearch::hash_of(bool attacks) const {
    constexpr std::array<std::uint64_t, 4> salts{mixed(0xd0f1), mixed(0xd0f2), mixed(0xd0f3), mixed(0xd0f4)};
    return lines_.hash() ^ salts[static_cast<std::size_t>(2 * index_of(attacker_) + (attacks ? 1 : 0))];
}

bool ThreatSearch::wins(Colour attacker, std::int64_t most_nodes) {
    attacker_ = attacker;
    left_ = most_nodes;
    was_cut_ = false;
    const Numbers numbers = expand(true, infinite, infinite, most_plies);
    return numbers.proof == 0;
}

ThreatWin ThreatSearch::win(Colour attacker, std::int64_t most_nodes) {
    ThreatWin found;
    if (!wins(attacker, most_nodes)) return found;
    add_line(found.line, most_nodes);
    was_cut_ = false;
    found.plies = static_cast<int>(found.line.size());
    return found;
}

void ThreatSearch::add(Children& children, const PointSet& points, Colour colour, int proof) const {
    const std::size_t first = children.count;
    for_each(points, [&](int point) {
        if (children.count == children.items.size()) return;
        Child& child = children.items[children.count++];
        child.point = point;
        child.numbers = {proof, 1, 0, -1};
    });
    const auto promise = [&](int point) {
        return 2 * promises()[lines_.shape(colour, point)] + promises()[lines_.shape(other(colour), point)];
    };
    std::sort(children.items.begin() + static_cast<std::ptrdiff_t>(first),
              children.items.begin() + static_cast<std::ptrdiff_t>(children.count),
              [&](const Child& one, const Child& two) {
                  const int a = promise(one.point);
                  const int b = promise(two.point);
                  return a != b ? a > b : one.point < two.point;
              });
}

bool ThreatSearch::is_settled(bool attacks, Children& children, Numbers& result) {
    if (attacks ? is_attack_settled(children, result) : is_defence_settled(children, result)) return true;
    if (children.count == 0) {
        // An attacker without a threat has not won; a defender without a move has lost.
        result = attacks ? disproven() : proven(4);
        return true;
    }
    return false;
}

bool ThreatSearch::is_attack_settled(Children& children, Numbers& result) {
    const Colour attacker = attacker_;
    const Colour defender = other(attacker);
    if (lines_.count(attacker, Rank::five) > 0) {
        result = proven(1, lines_.set(attacker, Rank::five).first());
        return true;
    }
    const PointSet threes = lines_.set(attacker, Rank::three) | lines_.set(attacker, Rank::double_three);
    PointSet fours = plain_fours_of(lines_, attacker) | lines_.set(attacker, Rank::open_four);
    if (lines_.count(defender, Rank::five) > 0) {
        // A stop may be no threat itself: what the attacker threatened before is there still.
        const PointSet stops = stops_of_fives(lines_, attacker);
        add(children, fours & stops, attacker, 1);
        add(children, (open_fours_of(lines_, attacker).any() ? stops : threes & stops) - fours, attacker, 2);
        return false;
    }
    const PointSet open = open_fours_of(lines_, attacker);
    if (open.any()) {
        result = proven(3, open.first());
        return true;
    }
    if (fours.any()) {
        const int plies = fours_.plies_to_win(attacker, fours_on_the_way, nodes_for_fours);
        if (plies > 0) {
            result = proven(plies);
            return true;
        }
    }
    add(children, fours, attacker, 1);
    if (lines_.count(defender, Rank::open_four) == 0) {
        add(children, threes, attacker, 2);
    } else {
        // A three alone is too slow: it must stop what the other side threatens.
        const PointSet threats = open_fours_of(lines_, defender);
        add(children, threats.any() ? threes & stops_of_open_fours(lines_, attacker, threats) : threes,
            attacker, 2);
    }
    return false;
}

bool ThreatSearch::is_defence_settled(Children& children, Numbers& result) {
    const Colour attacker = attacker_;
    const Colour defender = other(attacker);
    if (lines_.count(defender, Rank::five) > 0) {
        result = disproven();
        return true;
    }
    if (lines_.count(attacker, Rank::five) > 0) {
        const PointSet stops = stops_of_fives(lines_, defender);
        if (!stops.any()) {
            result = proven(2);
            return true;
        }
        add(children, stops, defender, 1);
        return false;
    }
    const PointSet threats = open_fours_of(lines_, attacker);
    if (!threats.any()) {
        result = disproven();
        return true;
    }
    const PointSet fours = plain_fours_of(lines_, defender) | lines_.set(defender, Rank::open_four);
    if (fours.any() && fours_.plies_to_win(defender, fours_on_the_way, nodes_for_fours) > 0) {
        result = disproven();
        return true;
    }
    add(children, stops_of_open_fours(lines_, defender, threats) | fours, defender, 1);
    return false;
}

ThreatSearch::Numbers ThreatSearch::expand(bool attacks, int most_proof, int most_disproof, int plies_left) {
    if (pulse_.beat() || --left_ < 0) {
        was_cut_ = true;
        return {};
    }
    if (plies_left <= 0) return disproven();
    const std::uint64_t hash = hash_of(attacks);
    const std::int64_t left_before = left_;
    const auto keep = [&](const Numbers& numbers) {
        const auto work = static_cast<std::uint64_t>(left_before - left_ + 1);
        const std::uint64_t move = numbers.move < 0 ? no_move : static_cast<std::uint64_t>(numbers.move);
        table_.store(hash, 4 * std::bit_width(work),
                     static_cast<std::uint64_t>(numbers.proof) |
                         static_cast<std::uint64_t>(numbers.disproof) << 14 | move << 28 |
                         static_cast<std::uint64_t>(std::min(numbers.plies, 255)) << 38);
        return numbers;
    };
    Children children;
    Numbers result;
    if (is_settled(attacks, children, result)) return keep(result);
    const Colour mover = attacks ? attacker_ : other(attacker_);

    std::size_t kept = 0;
    for (std::size_t index = 0; index < children.count; ++index) {
        Child& child = children.items[index];
        if (lines_.is_foul(mover, child.point)) continue;
        const std::uint64_t turn = hash_of(attacks) ^ hash_of(!attacks);
        if (const auto payload = table_.probe(hash ^ turn ^ stone_hash(child.point, mover))) {
            const int move = static_cast<int>(*payload >> 28 & 0x3ff);
            child.numbers = {static_cast<int>(*payload & 0x3fff), static_cast<int>(*payload >> 14 & 0x3fff),
                             static_cast<int>(*payload >> 38 & 0xff), move == no_move ? -1 : move};
        }
        children.items[kept++] = child;
    }
    children.count = kept;
    if (kept == 0) return keep(attacks ? disproven() : proven(4));

    while (true) {
        // The child to go on with, the numbers of the next best, and what is left to do of the other kind:
        // that of the hardest child and one for each other, for a plain sum counts what is reached by several
        // ways too often.
        std::size_t best = 0;
        int least = infinite + 1;
        int second = infinite;
        int hardest = 0;
        int open = 0;
        for (std::size_t index = 0; index < children.count; ++index) {
            const Numbers& numbers = children.items[index].numbers;
            const int own = attacks ? numbers.proof : numbers.disproof;
            const int of_other_kind = attacks ? numbers.disproof : numbers.proof;
            hardest = std::max(hardest, of_other_kind);
            if (of_other_kind > 0) ++open;
            if (own < least) {
                second = std::min(second, least);
                least = own;
                best = index;
            } else {
                second = std::min(second, own);
            }
        }
        const int sum = std::min(hardest + std::max(open - 1, 0), infinite);
        result.proof = attacks ? least : sum;
        result.disproof = attacks ? sum : least;
        if (result.proof == 0) {
            result.disproof = infinite;
            result.plies = 0;
            for (std::size_t index = 0; index < children.count; ++index) {
                const Child& child = children.items[index];
                if (child.numbers.proof != 0) continue;
                const int plies = child.numbers.plies + 1;
                if (result.plies == 0 || (attacks ? plies < result.plies : plies > result.plies)) {
                    result.plies = plies;
                    result.move = child.point;
                }
            }
            return keep(result);
        }
        if (result.disproof == 0) return keep(disproven());
        if (result.proof >= most_proof || result.disproof >= most_disproof) return keep(result);

        Child& child = children.items[best];
        const int rest = open - 1;
        const int next = std::min(second + 1 + second / 4, infinite);
        const int proof = attacks ? std::min(most_proof, next) : std::max(most_proof - rest, 1);
        const int disproof = attacks ? std::max(most_disproof - rest, 1) : std::min(most_disproof, next);
        lines_.make(child.point, mover);
        const Numbers found = expand(!attacks, proof, disproof, plies_left - 1);
        lines_.undo();
        if (was_cut_) return {};
        child.numbers = found;
    }
}

// From a node where the attacker moves and has won.
void ThreatSearch::add_line(std::vector<int>& line, std::int64_t most_nodes) {
    std::size_t made = 0;
    const auto play = [&](int point, Colour colour) {
        line.push_back(point);
        lines_.make(point, colour);
        ++made;
    };
    const auto numbers_of = [&](bool attacks) {
        left_ = most_nodes;
        was_cut_ = false;
        return expand(attacks, infinite, infinite, most_plies);
    };
    while (static_cast<int>(line.size()) < most_plies) {
        if (fours_.plies_to_win(attacker_, fours_on_the_way, 10 * nodes_for_fours) > 0) {
            for (const int point : fours_.line(attacker_, fours_on_the_way)) line.push_back(point);
            break;
        }
        const Numbers attack = numbers_of(true);
        if (attack.proof != 0 || attack.move < 0) break;
        play(attack.move, attacker_);
        const Numbers defence = numbers_of(false);
        if (defence.proof != 0) break;
        const int reply = defence.move >= 0 ? defence.move : vain_reply(lines_, other(attacker_));
        if (reply < 0) break;
        play(reply, other(attacker_));
    }
    for (; made > 0; --made) lines_.undo();
}

}  // namespace tengen::gomoku
