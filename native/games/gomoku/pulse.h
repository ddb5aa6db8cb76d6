// When the searches of one thread have to end: counted in nodes, told by the plan of time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "search/time_plan.h"

namespace tengen::gomoku {

class Pulse {
   public:
    // `is_done`, where it is given, ends the search of a thread of a team when the first has finished.
    explicit Pulse(const TimePlan& plan, std::int64_t most_nodes = 0,
                   const std::atomic<bool>* is_done = nullptr)
        : plan_(plan), is_done_(is_done), most_nodes_(most_nodes) {}

    // Counts a node. Whether to end now: whatever the search returns then is to be thrown away.
    bool beat() {
        if (++nodes_ >= next_check_) check();
        return is_stopped_;
    }

    // Goes on after a search that was ended by a team.
    void resume(const std::atomic<bool>* is_done) {
        is_done_ = is_done;
        is_stopped_ = false;
        next_check_ = nodes_;
    }

    [[nodiscard]] bool is_stopped() const { return is_stopped_; }
    [[nodiscard]] std::int64_t nodes() const { return nodes_; }
    [[nodiscard]] std::int64_t most_nodes() const { return most_nodes_; }

   private:
    static constexpr std::int64_t nodes_between_checks = 1024;

    void check() {
        next_check_ = nodes_ + nodes_between_checks;
        if (plan_.is_over() || (is_done_ != nullptr && is_done_->load(std::memory_order_relaxed)))
            is_stopped_ = true;
        if (most_nodes_ > 0) {
            if (nodes_ >= most_nodes_) is_stopped_ = true;
            next_check_ = std::min(next_check_, most_nodes_);
        }
    }

    const TimePlan& plan_;
    const std::atomic<bool>* is_done_;
    std::int64_t most_nodes_;
    std::int64_t nodes_ = 0;
    std::int64_t next_check_ = nodes_between_checks;
    bool is_stopped_ = false;
};

}  // namespace tengen::gomoku
