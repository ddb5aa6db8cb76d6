// The field of games behind plain functions of plain numbers, called from Python by ctypes (field.py). A
// function that can fail says so by a negative number or null; selfplay_fault() then tells why.
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "go/net/selfplay/field.h"

using namespace tengen;
using namespace tengen::go;
using namespace tengen::go::selfplay;

#define TENGEN_DOOR extern "C" __attribute__((visibility("default")))

namespace {

thread_local std::string fault;

template <typename Work, typename Failed>
auto guarded(const Work& work, Failed failed) -> decltype(work()) {
    try {
        return work();
    } catch (const std::exception& error) {
        fault = error.what();
        return failed;
    }
}

template <typename T>
void copy_out(const std::vector<T>& from, std::size_t count, T* to) {
    std::copy_n(from.begin(), count, to);
}

Field& field_of(void* field) {
    return *static_cast<Field*>(field);
}

}  // namespace

// As field.py declares them.
struct PlanNumbers {
    std::uint64_t seed;
    double komi;
    double komi_spread;
    std::int32_t threads;
    std::int32_t visits;
    std::int32_t candidates;
    std::int32_t has_noise;
    std::int32_t opening_moves;
    std::int32_t other_rules_percent;
    std::int32_t agree_percent;
    std::int32_t is_match;
};

struct GroupNumbers {
    std::int32_t half;
    std::int32_t side;
    std::int32_t slots;
};

struct OutcomeNumbers {
    std::int32_t side;
    std::int32_t slot;
    std::int32_t winner;
    std::int32_t half_lead;
    std::int32_t moves;
    std::int32_t is_cut;
    std::int32_t is_played_out;
};

struct SampleColumns {
    std::uint8_t* planes;
    float* globals;
    std::uint16_t* moves;
    std::uint8_t* shares;
    std::uint16_t* replies;
    std::int8_t* results;
    std::int16_t* leads;
    std::int8_t* owners;
    std::uint8_t* are_counted;
};

TENGEN_DOOR const char* selfplay_fault() {
    return fault.c_str();
}

TENGEN_DOOR int selfplay_feature_version() {
    return feature_version;
}

// Bytes of the packed planes of one position.
TENGEN_DOOR int selfplay_packed_bytes(int side) {
    return static_cast<int>(packed_bytes(side));
}

TENGEN_DOOR void* selfplay_new(const PlanNumbers* plan, const GroupNumbers* groups, int count) {
    return guarded(
        [&]() -> void* {
            const Plan made{.search = {.visits = plan->visits,
                                       .candidates = plan->candidates,
                                       .has_noise = plan->has_noise != 0},
                            .mix = {.other_rules_percent = plan->other_rules_percent,
                                    .agree_percent = plan->agree_percent,
                                    .komi = plan->komi,
                                    .komi_spread = plan->komi_spread},
                            .most_opening_moves = plan->opening_moves,
                            .is_match = plan->is_match != 0};
            std::vector<GroupPlan> parts;
            for (int group = 0; group < count; ++group) {
                parts.push_back({groups[group].half, groups[group].side, groups[group].slots});
            }
            return new Field(made, parts, plan->threads, plan->seed);
        },
        nullptr);
}

TENGEN_DOOR void selfplay_free(void* field) {
    delete static_cast<Field*>(field);
}

TENGEN_DOOR void selfplay_lend(void* field, int group, std::uint8_t* planes, float* globals,
                               std::uint8_t* nets, const float* logits, const float* values) {
    field_of(field).lend(static_cast<std::size_t>(group), {planes, globals, nets, logits, values});
}

TENGEN_DOOR int selfplay_play_on(void* field, int half) {
    return guarded([&] { return field_of(field).play_on(half); }, -1);
}

TENGEN_DOOR int selfplay_sample_count(void* field, int side) {
    return static_cast<int>(field_of(field).samples(side).count());
}

// Precondition: there are so many.
TENGEN_DOOR void selfplay_take_samples(void* field, int side, int wanted, const SampleColumns* to) {
    Samples& samples = field_of(field).samples(side);
    const auto count = static_cast<std::size_t>(wanted);
    copy_out(samples.planes, count * packed_bytes(side), to->planes);
    copy_out(samples.globals, count * global_count, to->globals);
    copy_out(samples.moves, count * most_targets, to->moves);
    copy_out(samples.shares, count * most_targets, to->shares);
    copy_out(samples.replies, count, to->replies);
    copy_out(samples.results, count, to->results);
    copy_out(samples.leads, count, to->leads);
    copy_out(samples.owners, count * static_cast<std::size_t>(side * side), to->owners);
    copy_out(samples.are_counted, count, to->are_counted);
    samples.drop(count);
}

TENGEN_DOOR int selfplay_outcome_count(void* field) {
    return static_cast<int>(field_of(field).outcomes().size());
}

// Precondition: there is room for all there are.
TENGEN_DOOR void selfplay_take_outcomes(void* field, OutcomeNumbers* to) {
    for (const Outcome& outcome : field_of(field).outcomes()) {
        *to++ = {outcome.side,
                 outcome.slot,
                 outcome.winner,
                 outcome.half_lead,
                 outcome.moves,
                 outcome.is_cut ? 1 : 0,
                 outcome.is_played_out ? 1 : 0};
    }
    field_of(field).outcomes().clear();
}

TENGEN_DOOR long long selfplay_record_bytes(void* field) {
    return static_cast<long long>(field_of(field).records().size());
}

// Precondition: there is room for all there are.
TENGEN_DOOR void selfplay_take_records(void* field, std::uint8_t* to) {
    std::vector<std::uint8_t>& records = field_of(field).records();
    copy_out(records, records.size(), to);
    records.clear();
}

// Adds the samples of records to those to be taken; how many games that were.
TENGEN_DOOR int selfplay_replay(void* field, const std::uint8_t* records, long long bytes) {
    return guarded([&] { return field_of(field).replay_all({records, static_cast<std::size_t>(bytes)}); },
                   -1);
}
