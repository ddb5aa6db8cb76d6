// How long one search may go on: a time to plan with, a time never to pass, and the stop that somebody may
// give.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "core/searcher.h"
#include "core/stop.h"

namespace tengen {

class TimePlan {
   public:
    // `share` scales what is planned, for moments worth more or less than the usual; `most_ms` stays what it
    // is.
    TimePlan(const Limits& limits, const Stop& stop, double share = 1.0)
        : stop_(stop), began_(SteadyClock::now()) {
        most_ms_ = limits.most_ms > 0 ? limits.most_ms : limits.ms;
        planned_ms_ = limits.ms > 0 ? limits.ms : limits.most_ms;
        rescale(share);
    }

    // What is planned from the beginning on, in proportion to what the limits say; never past `most_ms`.
    void rescale(double share) {
        soft_ms_ = static_cast<int>(std::min(planned_ms_ * share, static_cast<double>(most_ms_)));
    }

    [[nodiscard]] bool has_time_limit() const { return most_ms_ > 0; }

    // To be asked often: whether to answer now. Reads the clock.
    [[nodiscard]] bool is_over() const {
        return stop_.stopped() || (has_time_limit() && spent_ms() >= hard_ms());
    }

    // Whether a part that is expected to take so long may still begin: one that could not end within what is
    // planned is not worth beginning.
    [[nodiscard]] bool may_begin(double expected_ms) const {
        if (stop_.stopped()) return false;
        return !has_time_limit() || spent_ms() + expected_ms <= soft_ms_;
    }

    // The same for a part after which nothing is left to think about in this game: it may take all there is.
    [[nodiscard]] bool may_begin_last(double expected_ms) const {
        if (stop_.stopped()) return false;
        return !has_time_limit() || spent_ms() + expected_ms <= hard_ms();
    }

    [[nodiscard]] double spent_ms() const {
        return std::chrono::duration<double, std::milli>(SteadyClock::now() - began_).count();
    }

    [[nodiscard]] int soft_ms() const { return soft_ms_; }
    [[nodiscard]] int most_ms() const { return most_ms_; }

   private:
    // What is under way may take up to three times what was planned, and never more than may be spent at all.
    [[nodiscard]] double hard_ms() const { return std::min(3.0 * std::max(soft_ms_, 1), 1.0 * most_ms_); }

    const Stop& stop_;
    SteadyClock::time_point began_;
    int planned_ms_ = 0;
    int most_ms_ = 0;
    int soft_ms_ = 0;
};

}  // namespace tengen
