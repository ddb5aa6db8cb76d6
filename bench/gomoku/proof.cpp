#include "proof.h"

#include <algorithm>
#include <utility>

namespace verify {

int Prover::shortest(int most_stones) {
    for (int stones = 1; stones <= most_stones; ++stones) {
        ran_out_ = false;
        if (attack(stones)) return stones;
        if (gave_up() || !ran_out_) return 0;
    }
    return 0;
}

std::vector<Place> Prover::first_stones(int stones) {
    if (const auto own = board_.fives(attacker_); !own.empty()) return own;
    std::vector<Place> found;
    for (const Place place : attacks(stones))
        if (wins_after(place, stones - 1)) found.push_back(place);
    return found;
}

std::vector<Place> Prover::line_of_fours(int stones) {
    std::vector<Place> line;
    for (int left = stones; left > 1; --left) {
        const Place place = first_stones(left).front();
        board_.put(place, attacker_);
        line.push_back(place);
        const auto own = board_.fives(attacker_);
        if (own.size() > 1 || board_.is_foul(other(attacker_), own[0])) break;
        board_.put(own[0], other(attacker_));
        line.push_back(own[0]);
    }
    for (const Place place : line) board_.take(place);
    return line;
}

// The attacker is to move and may put so many stones yet.
bool Prover::attack(int stones) {
    if (stones <= 0 || gave_up()) {
        ran_out_ = true;
        return false;
    }
    const Known known = known_[board_.hash()];
    if (stones <= known.fails) {
        ran_out_ = ran_out_ || known.fails != always;
        return false;
    }
    if (stones >= known.wins) return true;
    ++nodes_;
    const bool ran_out_before = std::exchange(ran_out_, false);
    const bool found = attack_from(stones);
    if (!gave_up()) note(found, stones);
    ran_out_ = ran_out_ || ran_out_before;
    return found && !gave_up();
}

void Prover::note(bool found, int stones) {
    Known& known = known_[board_.hash()];
    const auto limit = static_cast<std::int16_t>(stones);
    if (found)
        known.wins = std::min(known.wins, limit);
    else
        known.fails = ran_out_ ? std::max(known.fails, limit) : always;
}

bool Prover::attack_from(int stones) {
    if (!board_.fives(attacker_).empty()) return true;
    if (stones < 2) return ran_out();
    const auto places = attacks(stones);
    return std::any_of(places.begin(), places.end(),
                       [&](Place place) { return wins_after(place, stones - 1); });
}

bool Prover::wins_after(Place place, int stones) {
    board_.put(place, attacker_);
    const bool found = holds_against_all(stones);
    board_.take(place);
    return found;
}

// What the attacker, who has no five, may try: what stops the other side's five if there is one, else every
// four, and every three where those count and leave the stones to use them.
std::vector<Place> Prover::attacks(int stones) {
    const auto must_stop = board_.fives(other(attacker_));
    if (must_stop.size() > 1) return {};
    if (must_stop.size() == 1)
        return board_.is_foul(attacker_, must_stop[0]) ? std::vector<Place>{} : must_stop;
    auto places = board_.fours(attacker_);
    if (threats_ == Threats::fours) return places;
    if (stones < 3) {
        ran_out();
        return places;
    }
    for (const Place place : board_.threes(attacker_))
        if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    return places;
}

// The defender is to move; whether the attacker wins with so many stones more whatever it does.
bool Prover::holds_against_all(int stones) {
    const Cell defender = other(attacker_);
    if (!board_.fives(defender).empty()) return false;
    const auto own = board_.fives(attacker_);
    if (own.size() > 1) return stones >= 1 || ran_out();
    if (own.size() == 1) {
        if (board_.is_foul(defender, own[0])) return stones >= 1 || ran_out();
        board_.put(own[0], defender);
        const bool found = attack(stones);
        board_.take(own[0]);
        return found;
    }
    if (threats_ == Threats::fours || board_.straight_fours(attacker_).empty()) return false;
    if (stones < 2) return ran_out();
    for (const Place place : defences()) {
        board_.put(place, defender);
        const bool found = attack(stones);
        board_.take(place);
        if (!found) return false;
    }
    return true;
}

// Every stone that stops all straight fours, and every four of the defender's. Any other loses to a straight
// four.
std::vector<Place> Prover::defences() {
    const Cell defender = other(attacker_);
    auto places = board_.fours(defender);
    // A straight four stands or falls with three places. Only where fouls count may a stone elsewhere matter
    // too.
    std::vector<Place> tried;
    if (board_.rule() == Rule::renju && attacker_ == Cell::black) {
        tried = board_.places();
    } else {
        const auto straight = board_.straight_fours(attacker_).front();
        tried = {straight.place, straight.first, straight.last};
    }
    for (const Place place : tried) {
        if (board_.at(place) != Cell::empty) continue;
        if (std::find(places.begin(), places.end(), place) != places.end()) continue;
        if (!board_.is_foul(defender, place) && stops_straight_fours(place)) places.push_back(place);
    }
    return places;
}

bool Prover::stops_straight_fours(Place place) {
    board_.put(place, other(attacker_));
    const bool stopped = board_.straight_fours(attacker_).empty();
    board_.take(place);
    return stopped;
}

}  // namespace verify
