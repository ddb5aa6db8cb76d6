// What tests of rules and searches share: boards as pictures, and whether something is refused.
#pragma once

#include <stdexcept>
#include <string_view>

#include "core/position.h"

namespace tengen::test {

// `#` black, `o` white, `.` empty; all else only parts rows.
inline Setup setup(std::string_view picture, Colour to_move) {
    Setup result;
    result.to_move = to_move;
    for (const char symbol : picture) {
        if (symbol == '#') result.cells.push_back(1);
        if (symbol == 'o') result.cells.push_back(2);
        if (symbol == '.') result.cells.push_back(0);
    }
    return result;
}

template <typename Work>
bool is_refused(const Work& work) {
    try {
        static_cast<void>(work());
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace tengen::test
