// How a search is told to answer now: by somebody, from any thread, or by the time.
#pragma once

#include <atomic>
#include <chrono>

namespace tengen {

// For one search, for good. Every search gets a new one.
class Stop {
   public:
    void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

   private:
    std::atomic<bool> stopped_{false};
};

using SteadyClock = std::chrono::steady_clock;

[[nodiscard]] inline int elapsed_ms(SteadyClock::time_point since) {
    return static_cast<int>(
        std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - since).count());
}

}  // namespace tengen
