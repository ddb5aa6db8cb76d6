// Finds positions for the lists: plays games by a few plain rules and much chance, asks the verifier at every
// move whether the side to move wins by threats, and prints what it proved. At most one of each list from a
// game.
//
//   gomoku-mine RULES SEED FOURS THREES
//
// FOURS and THREES are how many positions of each list to find. Lines begin with the name of their list.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>

#include "position.h"
#include "proof.h"

using namespace verify;

namespace {

constexpr int fewest_fours = 3;
constexpr int most_fours = 15;
constexpr std::int64_t most_nodes = 4'000;
constexpr std::int64_t most_nodes_of_threes = 15'000;
constexpr int most_stones_of_threes = 12;
constexpr int fewest_with_threes = 5;
constexpr int most_moves = 110;

// Chance of its own, so that a seed finds the same positions everywhere.
class Chance {
   public:
    explicit Chance(std::uint64_t seed) : state_(seed * 2 + 1) {}

    int below(int bound) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<int>((state_ >> 11) % static_cast<std::uint64_t>(bound));
    }

   private:
    std::uint64_t state_;
};

class Miner {
   public:
    Miner(Rule rule, std::string rule_name, std::uint64_t seed, int fours, int threes)
        : rule_(rule),
          rule_name_(std::move(rule_name)),
          chance_(seed),
          left_{{"fours", fours}, {"threes", threes}} {
        share_of_depth_["fours"] = std::max(1, fours / 6);
        share_of_depth_["threes"] = std::max(1, threes / 5);
        for (int i = 0; i < 1000; ++i) chance_.below(2);
    }

    void run() {
        while (left_["fours"] > 0 || left_["threes"] > 0) play();
    }

   private:
    void play() {
        Board board(usual_size, rule_);
        moves_.clear();
        Cell colour = Cell::black;
        bool wants_fours = left_["fours"] > 0;
        bool wants_threes = left_["threes"] > 0;
        hoards_ = chance_.below(3) != 0;
        while (moves_.size() < most_moves && (wants_fours || wants_threes)) {
            const Place place = choose(board, colour);
            if (place == 0 || board.wins(colour, place)) return;
            board.put(place, colour);
            moves_.push_back(place);
            colour = other(colour);
            if (moves_.size() < 8 || !board.fives(colour).empty()) continue;
            judge(board, colour, wants_fours, wants_threes);
        }
    }

    void judge(Board& board, Cell colour, bool& wants_fours, bool& wants_threes) {
        Prover by_fours(board, colour, Threats::fours, most_nodes);
        const int with_fours = by_fours.shortest(most_fours + 1);
        if (with_fours > fewest_fours && wants_fours && may_take("fours", with_fours)) {
            wants_fours = false;
            tell("fours", board, with_fours, Prover(board, colour, Threats::fours).line_of_fours(with_fours));
        }
        if (!wants_threes || with_fours != 0 || !by_fours.is_refuted()) return;
        Prover by_threes(board, colour, Threats::fours_and_threes, most_nodes_of_threes);
        const int with_threes = by_threes.shortest(most_stones_of_threes);
        if (with_threes < fewest_with_threes) return;
        const auto first = by_threes.first_stones(with_threes);
        if (by_threes.gave_up() || !may_take("threes", with_threes)) return;
        wants_threes = false;
        tell("threes", board, with_threes, first);
    }

    // Whether there is room for one more of this depth.
    bool may_take(const std::string& list, int stones) {
        if (left_[list] == 0 || taken_[{list, stones}] >= share_of_depth_[list]) return false;
        --left_[list];
        ++taken_[{list, stones}];
        return true;
    }

    void tell(const std::string& list, const Board& board, int stones, const std::vector<Place>& answer) {
        std::cout << list << ' ' << rule_name_ << ' ' << stones << ' ' << names(board, moves_) << ' '
                  << names(board, answer) << std::endl;
    }

    static std::string names(const Board& board, const std::vector<Place>& places) {
        std::string text;
        for (const Place place : places) {
            if (!text.empty()) text += ',';
            text += board.name(place);
        }
        return text;
    }

    // --- the player

    Place choose(Board& board, Cell colour) {
        if (moves_.size() < 5) return opening(board, colour);
        if (const auto own = board.fives(colour); !own.empty()) return own[0];
        if (const auto others = board.fives(other(colour)); !others.empty())
            return board.is_foul(colour, others[0]) ? 0 : others[0];
        if (const auto own = board.straight_fours(colour); !own.empty() && chance_.below(4) == 0)
            return own[0].place;
        if (const auto others = board.straight_fours(other(colour));
            !others.empty() && chance_.below(12) != 0) {
            const Place answers[] = {others[0].place, others[0].first, others[0].last};
            const Place answer = answers[chance_.below(3)];
            if (!board.is_foul(colour, answer)) return answer;
        }
        return by_worth(board, colour);
    }

    Place opening(Board& board, Cell colour) {
        while (true) {
            const int x = 4 + chance_.below(7);
            const int y = 4 + chance_.below(7);
            const Place place = board.places()[static_cast<std::size_t>(y * usual_size + x)];
            if (board.at(place) == Cell::empty && !board.is_foul(colour, place)) return place;
        }
    }

    Place by_worth(Board& board, Cell colour) {
        Place best = 0;
        int highest = 0;
        for (const Place place : board.places()) {
            if (board.at(place) != Cell::empty) continue;
            const int worth =
                (worth_of(board, place, colour) * 3 + worth_of(board, place, other(colour)) * 2) *
                    (60 + chance_.below(80)) / 100 +
                chance_.below(4);
            if (worth > highest && !board.is_foul(colour, place)) {
                highest = worth;
                best = place;
            }
        }
        return best;
    }

    // Rows of five through the place in which only this colour has stones, by how many. Who hoards makes few
    // fours.
    int worth_of(const Board& board, Place place, Cell colour) const {
        const int worths[] = {0, 2, 9, hoards_ ? 6 : 16, 50};
        int worth = 0;
        for (const int step : Board::steps)
            for (int back = 0; back < 5; ++back) {
                int own = 0;
                for (int i = 0; i < 5 && own >= 0; ++i) {
                    const Cell cell = board.at(place + (i - back) * step);
                    if (cell == colour)
                        ++own;
                    else if (cell != Cell::empty)
                        own = -1;
                }
                if (own > 0) worth += worths[own];
            }
        return worth;
    }

    Rule rule_;
    std::string rule_name_;
    Chance chance_;
    std::map<std::string, int> left_;
    std::map<std::string, int> share_of_depth_;
    std::map<std::pair<std::string, int>, int> taken_;
    std::vector<Place> moves_;
    bool hoards_ = false;
};

}  // namespace

int main(int count, char** words) {
    if (count != 5) {
        std::cerr << "usage: gomoku-mine RULES SEED FOURS THREES\n";
        return 2;
    }
    Miner(rule_of(words[1]), words[1], std::stoull(words[2]), std::stoi(words[3]), std::stoi(words[4])).run();
}
