#include "go/net/selfplay/field.h"

#include <algorithm>
#include <stdexcept>

namespace tengen::go::selfplay {

namespace {

constexpr int most_slots = 1 << 16;
constexpr std::uint8_t no_net = 2;

void check(const GroupPlan& group) {
    if (group.half < 0 || group.half >= halves) throw std::invalid_argument("there is no such half");
    if (group.side < least_size || group.side > most_size)
        throw std::invalid_argument("there is no such size");
    if (group.slots < 1 || group.slots > most_slots) throw std::invalid_argument("too few or too many games");
}

void check(const Plan& plan, int threads) {
    constexpr int most_visits = 10'000;
    constexpr int most_threads = 256;
    if (plan.search.visits < 1 || plan.search.visits > most_visits)
        throw std::invalid_argument("no such visits");
    if (plan.search.candidates < 1) throw std::invalid_argument("too few candidates");
    if (plan.most_opening_moves < 0 || plan.most_opening_moves > least_size * least_size) {
        throw std::invalid_argument("no such opening");
    }
    if (threads < 1 || threads > most_threads) throw std::invalid_argument("no such number of threads");
}

}  // namespace

Field::Field(const Plan& plan, std::span<const GroupPlan> groups, int threads, std::uint64_t seed)
    : team_((check(plan, threads), threads)) {
    for (std::size_t side = 0; side < samples_.size(); ++side) samples_[side].side = static_cast<int>(side);
    for (const GroupPlan& group : groups) {
        check(group);
        Group made{.plan = group, .slots = {}, .desk = {}};
        const std::uint64_t own = mixed(seed + groups_.size() + 1);
        for (int slot = 0; slot < group.slots; ++slot) {
            places_[static_cast<std::size_t>(group.half)].push_back({groups_.size(), made.slots.size()});
            made.slots.emplace_back(plan, group.side, slot, own);
        }
        groups_.push_back(std::move(made));
    }
}

void Field::run(Group& group, std::size_t place) {
    Slot& slot = group.slots[place];
    const Desk& desk = group.desk;
    desk.nets[place] = no_net;
    if (slot.is_idle()) return;
    const auto policy = static_cast<std::size_t>(group.plan.side * group.plan.side + 1);
    const Reply reply{.logits = {desk.logits + place * policy, policy},
                      .win = desk.values[2 * place],
                      .lead = desk.values[2 * place + 1]};
    slot.run(group.is_begun ? &reply : nullptr);
    if (slot.is_idle()) return;
    pack(slot.shown(), desk.planes + place * packed_bytes(group.plan.side));
    std::copy_n(slot.shown().globals.begin(), global_count, desk.globals + place * global_count);
    desk.nets[place] = static_cast<std::uint8_t>(slot.net());
}

int Field::play_on(int half) {
    const std::vector<Place>& places = places_[static_cast<std::size_t>(half)];
    team_.each(places.size(),
               [&](std::size_t number) { run(groups_[places[number].group], places[number].slot); });
    int waiting = 0;
    for (Group& group : groups_) {
        if (group.plan.half != half) continue;
        group.is_begun = true;
        for (Slot& slot : group.slots) {
            collect(slot);
            waiting += slot.is_idle() ? 0 : 1;
        }
    }
    return waiting;
}

void Field::collect(Slot& slot) {
    for (const Finished& finished : slot.take_finished()) {
        outcomes_.push_back(finished.outcome);
        if (finished.record.empty()) continue;
        samples_[static_cast<std::size_t>(finished.outcome.side)].append(finished.samples);
        records_.insert(records_.end(), finished.record.begin(), finished.record.end());
    }
}

int Field::replay_all(std::span<const std::uint8_t> records) {
    std::vector<std::span<const std::uint8_t>> games;
    std::vector<int> sides;
    while (!records.empty()) {
        const Extent extent = extent_of(records);
        games.push_back(records.first(extent.bytes));
        sides.push_back(extent.side);
        records = records.subspan(extent.bytes);
    }
    std::vector<Samples> replayed(games.size());
    std::vector<std::uint8_t> failed(games.size(), 0);
    team_.each(games.size(), [&](std::size_t game) {
        try {
            (void)replay(games[game], replayed[game]);
        } catch (const std::invalid_argument&) {
            failed[game] = 1;
        }
    });
    if (std::count(failed.begin(), failed.end(), 1) != 0) {
        throw std::invalid_argument("a record holds a game that cannot be replayed");
    }
    for (std::size_t game = 0; game < games.size(); ++game) {
        samples_[static_cast<std::size_t>(sides[game])].append(replayed[game]);
    }
    return static_cast<int>(games.size());
}

}  // namespace tengen::go::selfplay
