#include "go/net/selfplay/team.h"

#include <algorithm>

namespace tengen::go::selfplay {

namespace {

// Taken at once, so that threads seldom meet at the lock.
constexpr std::size_t portion = 8;

}  // namespace

Team::Team(int threads) {
    for (int thread = 1; thread < threads; ++thread) threads_.emplace_back([this] { wait_and_work(); });
}

Team::~Team() {
    {
        const std::lock_guard lock(mutex_);
        is_closing_ = true;
    }
    came_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Team::each(std::size_t count, const std::function<void(std::size_t)>& work) {
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        next_ = 0;
        count_ = count;
        busy_ = threads_.size();
        ++round_;
    }
    came_.notify_all();
    work_on();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    work_ = nullptr;
}

void Team::wait_and_work() {
    std::size_t round = 0;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            came_.wait(lock, [&] { return is_closing_ || round_ != round; });
            if (is_closing_) return;
            round = round_;
        }
        work_on();
        {
            const std::lock_guard lock(mutex_);
            --busy_;
        }
        done_.notify_one();
    }
}

void Team::work_on() {
    for (;;) {
        std::size_t first = 0;
        std::size_t end = 0;
        {
            const std::lock_guard lock(mutex_);
            first = next_;
            end = std::min(count_, first + portion);
            next_ = end;
        }
        if (first == end) return;
        for (; first < end; ++first) (*work_)(first);
    }
}

}  // namespace tengen::go::selfplay
