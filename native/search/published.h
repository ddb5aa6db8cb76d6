// A value that one thread writes whole and others read whole.
#pragma once

#include <mutex>
#include <utility>

namespace tengen {

template <typename Value>
class Published {
   public:
    void set(Value value) {
        const std::lock_guard guard(mutex_);
        value_ = std::move(value);
    }

    [[nodiscard]] Value get() const {
        const std::lock_guard guard(mutex_);
        return value_;
    }

   private:
    mutable std::mutex mutex_;
    Value value_;
};

}  // namespace tengen
