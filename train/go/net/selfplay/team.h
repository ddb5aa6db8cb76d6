// Threads that wait for work, as it comes by the hundred a second.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tengen::go::selfplay {

class Team {
   public:
    // Precondition: threads >= 1.
    explicit Team(int threads);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    // Calls work(n) once for every n below `count`, some at a time, and returns when all is done. The work
    // throws nothing. One call at a time.
    void each(std::size_t count, const std::function<void(std::size_t)>& work);

   private:
    void wait_and_work();
    void work_on();

    std::mutex mutex_;
    std::condition_variable came_;
    std::condition_variable done_;
    const std::function<void(std::size_t)>* work_ = nullptr;
    std::size_t next_ = 0;
    std::size_t count_ = 0;
    std::size_t round_ = 0;
    std::size_t busy_ = 0;
    bool is_closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace tengen::go::selfplay
