// Several threads on one search.
#pragma once

#include <functional>

namespace tengen {

// Calls work(0) here and work(1) to work(threads - 1) beside it, and returns when all have. Where the machine
// gives fewer threads, the last of these are not called. What one throws is thrown again here, after the
// others have returned: they must be told to, by the work itself. Precondition: threads >= 1.
void run_team(int threads, const std::function<void(int)>& work);

}  // namespace tengen
