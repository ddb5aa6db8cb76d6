// How long a search may go on, by its limits alone: no test waits.
#include "search/time_plan.h"

#include <limits>

#include "check.h"

namespace {

using namespace tengen;

constexpr int longest = std::numeric_limits<int>::max();

void what_is_planned_never_passes_what_may_be_spent() {
    const Stop stop;
    const Limits limits{.ms = 1000, .most_ms = 1200};
    CHECK_EQUAL(TimePlan(limits, stop).soft_ms(), 1000);
    CHECK_EQUAL(TimePlan(limits, stop, 0.5).soft_ms(), 500);
    CHECK_EQUAL(TimePlan(limits, stop, 1.5).soft_ms(), 1200);
}

void one_time_alone_is_both() {
    const Stop stop;
    for (const Limits& limits : {Limits{.ms = 700}, Limits{.most_ms = 700}}) {
        const TimePlan plan(limits, stop);
        CHECK_EQUAL(plan.soft_ms(), 700);
        CHECK_EQUAL(plan.most_ms(), 700);
    }
}

void the_longest_times_there_are_leave_time() {
    const Stop stop;
    for (const int ms : {longest / 2, longest - 1, longest}) {
        const TimePlan plan({.ms = ms, .most_ms = longest}, stop, 1.5);
        CHECK(plan.soft_ms() >= ms);
        CHECK(plan.may_begin(1e6));
        CHECK(plan.may_begin_last(1e6));
        CHECK(!plan.is_over());
    }
}

void whoever_is_stopped_begins_nothing() {
    Stop stop;
    const TimePlan plan({}, stop);
    CHECK(!plan.has_time_limit());
    CHECK(plan.may_begin(1e12) && plan.may_begin_last(1e12) && !plan.is_over());
    stop.stop();
    CHECK(!plan.may_begin(0) && !plan.may_begin_last(0) && plan.is_over());
}

}  // namespace

int main() {
    what_is_planned_never_passes_what_may_be_spent();
    one_time_alone_is_both();
    the_longest_times_there_are_leave_time();
    whoever_is_stopped_begins_nothing();
    return tengen::test::result();
}
