// All games of a run, in groups of one size: two halves of them, so that one is played on while the other's
// positions are evaluated. What is evaluated lies in memory that the caller lends.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "go/net/selfplay/slot.h"
#include "go/net/selfplay/team.h"

namespace tengen::go::selfplay {

inline constexpr int halves = 2;

struct GroupPlan {
    int half = 0;
    int side = most_size;
    int slots = 0;
};

// Row by row, one for each slot of a group; lent until the field is gone.
struct Desk {
    std::uint8_t* planes = nullptr;  // packed_bytes(side) each: written
    float* globals = nullptr;        // global_count each: written
    std::uint8_t* nets = nullptr;    // which net is asked, 2 for none: written
    const float* logits = nullptr;   // of each point and the pass: read
    const float* values = nullptr;   // win and lead: read
};

class Field {
   public:
    // Throws std::invalid_argument for groups that cannot be.
    Field(const Plan& plan, std::span<const GroupPlan> groups, int threads, std::uint64_t seed);

    // Precondition: the group is one of those it was made of.
    void lend(std::size_t group, const Desk& desk) { groups_[group].desk = desk; }

    // Plays every game of a half on to where it needs the net: with what was written for its last positions,
    // except at the first call. How many need it. Precondition: 0 <= half < halves, all its groups have a
    // desk.
    int play_on(int half);

    // What has come since it was taken; in the order of the groups and slots, whatever the threads did.
    [[nodiscard]] Samples& samples(int side) { return samples_[static_cast<std::size_t>(side)]; }
    [[nodiscard]] std::vector<Outcome>& outcomes() { return outcomes_; }
    [[nodiscard]] std::vector<std::uint8_t>& records() { return records_; }

    // Adds the samples of records to these; how many games that were. Throws like the `replay` of one.
    int replay_all(std::span<const std::uint8_t> records);

   private:
    struct Group {
        GroupPlan plan;
        std::vector<Slot> slots;
        Desk desk;
        bool is_begun = false;
    };
    struct Place {
        std::size_t group = 0;
        std::size_t slot = 0;
    };

    static void run(Group& group, std::size_t slot);
    void collect(Slot& slot);

    std::vector<Group> groups_;
    std::array<std::vector<Place>, halves> places_;
    std::array<Samples, most_size + 1> samples_;
    std::vector<Outcome> outcomes_;
    std::vector<std::uint8_t> records_;
    Team team_;
};

}  // namespace tengen::go::selfplay
