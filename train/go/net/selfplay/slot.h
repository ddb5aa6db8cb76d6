// One game in play, which stops wherever it needs the net: what it shows, what it is told, what it leaves
// behind.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.h"
#include "go/net/selfplay/game.h"
#include "go/net/selfplay/record.h"
#include "go/net/selfplay/tree.h"
#include "go/net/selfplay/view.h"

namespace tengen::go::selfplay {

// What games are like and how they are searched.
struct Plan {
    SearchPlan search;
    Mix mix;
    int most_opening_moves = 8;  // played by the policy alone, so that games differ; any number up to this
    bool is_match = false;       // one game a slot, with two nets: see Slot
};

// What the net said of the position that was shown, for its mover.
struct Reply {
    std::span<const float> logits;  // of every point, then of the pass
    float win = 0;                  // chance to win less chance to lose
    float lead = 0;                 // in points
};

// How a game ended.
struct Outcome {
    int side = 0;
    int slot = 0;
    int winner = 0;     // 1 Black, -1 White; in a match of nets 1 the first and -1 the second
    int half_lead = 0;  // as `winner`
    int moves = 0;
    bool is_cut = false;
    bool is_played_out = false;  // dead stones were taken after two passes
};

struct Finished {
    Outcome outcome;
    Samples samples;
    std::vector<std::uint8_t> record;
};

// Slots of a match come in pairs: an even one and the next have the same opening, and the first net is Black
// in the even one, White in the other. Samples are recorded in self-play alone.
class Slot {
   public:
    // The same seed and the same replies give the same games.
    Slot(const Plan& plan, int side, int number, std::uint64_t seed);

    // Goes on until the net is needed again. `reply` is to what was last shown; null at the first call, and
    // then only. Precondition: !is_idle().
    void run(const Reply* reply);

    // What is to be evaluated. Precondition: run() was called.
    [[nodiscard]] const Planes& shown() const { return view_.planes; }
    // Whose opinion is wanted: 0 the first net's, 1 the second's.
    [[nodiscard]] int net() const;

    // A match's slot that has played its game.
    [[nodiscard]] bool is_idle() const { return is_idle_; }
    // The games that ended since the last call, in their order.
    [[nodiscard]] std::vector<Finished> take_finished();

   private:
    void begin_game();
    void end_game();
    void take(const Reply& reply);
    void take_root(const Reply& reply);
    void take_leaf(const Reply& reply);
    // Goes down until a position needs the net. False if the search ended before.
    bool find_leaf();
    // Plays the move that was chosen; notes it where it was searched.
    void play_best();
    void play(Move move);
    // Looks at the game's position; false where it is over, or nothing but a pass is to be played: that is
    // played.
    bool show_root();
    [[nodiscard]] Move drawn_by_policy(std::span<const float> logits);
    [[nodiscard]] float wish(float win, float lead) const;
    // What passing now, and ending the game, would be to the side to move in `scratch_`.
    [[nodiscard]] float value_of_ending() const;
    [[nodiscard]] float value_of_end(const GoPosition& position, int sign) const;

    Plan plan_;
    int side_;
    int number_;
    Rng rng_;
    Game game_;
    Tree tree_;
    Recorder recorder_;
    View root_view_;
    View view_;
    GoPosition scratch_;
    std::vector<Move> line_;  // of the game and of the way down
    Way way_;
    std::vector<Share> shares_;
    std::vector<float> logits_;
    int opening_moves_ = 0;
    bool is_idle_ = false;
    std::vector<Finished> finished_;
};

}  // namespace tengen::go::selfplay
