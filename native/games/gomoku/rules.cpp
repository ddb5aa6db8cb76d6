#include "games/gomoku/rules.h"

#include <array>
#include <string_view>

namespace tengen::gomoku {

Rules rules_of(const Options& options) {
    constexpr std::array<std::string_view, 4> lines{"freestyle", "standard", "renju", "caro"};
    constexpr std::array<std::string_view, 4> openings{"free", "pro", "swap", "swap2"};
    OptionReader reader(options);
    Rules rules;
    rules.size = reader.integer("size", least_size, most_size, rules.size);
    rules.line = static_cast<LineRule>(reader.choice("line", lines, 0));
    rules.opening = static_cast<Opening>(reader.choice("opening", openings, 0));
    reader.finish();
    return rules;
}

}  // namespace tengen::gomoku
