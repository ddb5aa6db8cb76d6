// The few assertions the native tests need, so that they build with nothing but a compiler.
#pragma once

#include <iostream>

namespace tengen::test {

inline int& failures() {
    static int count = 0;
    return count;
}

template <typename Left, typename Right>
void check_equal(const Left& left, const Right& right, const char* text, const char* file, int line) {
    if (left == right) return;
    ++failures();
    std::cerr << file << ':' << line << ": " << text << ": " << left << " != " << right << '\n';
}

inline void check(bool holds, const char* text, const char* file, int line) {
    if (holds) return;
    ++failures();
    std::cerr << file << ':' << line << ": " << text << '\n';
}

// What main() returns.
[[nodiscard]] inline int result() {
    return failures() == 0 ? 0 : 1;
}

}  // namespace tengen::test

#define CHECK(condition) ::tengen::test::check(static_cast<bool>(condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(left, right) \
    ::tengen::test::check_equal((left), (right), #left " == " #right, __FILE__, __LINE__)
