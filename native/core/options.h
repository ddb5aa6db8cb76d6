// The options of a rule set as a flat map, and reading them: each game takes the names it knows and refuses
// others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace tengen {

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;
using Options = std::map<std::string, OptionValue, std::less<>>;

// Every reading throws std::invalid_argument, naming the option, for a value of another type or out of
// bounds. What is not given is the fallback.
class OptionReader {
   public:
    // `options` must outlive the reader.
    explicit OptionReader(const Options& options) : options_(options) {}

    [[nodiscard]] bool flag(std::string_view name, bool fallback);
    [[nodiscard]] int integer(std::string_view name, int least, int most, int fallback);
    // Also takes a whole number.
    [[nodiscard]] double number(std::string_view name, double least, double most, double fallback);
    // The place of the word in `words`.
    [[nodiscard]] std::size_t choice(std::string_view name, std::span<const std::string_view> words,
                                     std::size_t fallback);

    // Takes a name without looking at its value.
    void pass_over(std::string_view name) { taken_.emplace(name); }

    // Throws std::invalid_argument for a name that was never asked for.
    void finish() const;

   private:
    const OptionValue* take(std::string_view name);

    const Options& options_;
    std::set<std::string, std::less<>> taken_;
};

}  // namespace tengen
