#include "search/team.h"

#include <cassert>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace tengen {

void run_team(int threads, const std::function<void(int)>& work) {
    assert(threads >= 1);
    std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(threads));
    const auto guarded = [&](int index) {
        try {
            work(index);
        } catch (...) {
            thrown[static_cast<std::size_t>(index)] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        others.reserve(static_cast<std::size_t>(threads - 1));
        try {
            for (int index = 1; index < threads; ++index) others.emplace_back(guarded, index);
        } catch (const std::system_error&) {
            // The machine has no more threads to give.
        }
        guarded(0);
    }
    for (const std::exception_ptr& one : thrown) {
        if (one) std::rethrow_exception(one);
    }
}

}  // namespace tengen
