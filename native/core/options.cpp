#include "core/options.h"

#include <stdexcept>

namespace tengen {

namespace {

[[noreturn]] void refuse(std::string_view name, const char* what) {
    throw std::invalid_argument("option '" + std::string(name) + "' " + what);
}

}  // namespace

const OptionValue* OptionReader::take(std::string_view name) {
    taken_.emplace(name);
    const auto found = options_.find(name);
    return found == options_.end() ? nullptr : &found->second;
}

bool OptionReader::flag(std::string_view name, bool fallback) {
    const OptionValue* value = take(name);
    if (value == nullptr) return fallback;
    if (const bool* given = std::get_if<bool>(value)) return *given;
    refuse(name, "must be true or false");
}

int OptionReader::integer(std::string_view name, int least, int most, int fallback) {
    const OptionValue* value = take(name);
    if (value == nullptr) return fallback;
    const std::int64_t* given = std::get_if<std::int64_t>(value);
    if (given == nullptr) refuse(name, "must be a whole number");
    if (*given < least || *given > most) refuse(name, "is out of bounds");
    return static_cast<int>(*given);
}

double OptionReader::number(std::string_view name, double least, double most, double fallback) {
    const OptionValue* value = take(name);
    if (value == nullptr) return fallback;
    double given = 0;
    if (const double* real = std::get_if<double>(value)) {
        given = *real;
    } else if (const std::int64_t* whole = std::get_if<std::int64_t>(value)) {
        given = static_cast<double>(*whole);
    } else {
        refuse(name, "must be a number");
    }
    if (!(given >= least && given <= most)) refuse(name, "is out of bounds");
    return given;
}

std::size_t OptionReader::choice(std::string_view name, std::span<const std::string_view> words,
                                 std::size_t fallback) {
    const OptionValue* value = take(name);
    if (value == nullptr) return fallback;
    const std::string* given = std::get_if<std::string>(value);
    if (given == nullptr) refuse(name, "must be a word");
    for (std::size_t index = 0; index < words.size(); ++index) {
        if (words[index] == *given) return index;
    }
    refuse(name, "is none of its words");
}

void OptionReader::finish() const {
    for (const auto& [name, value] : options_) {
        if (!taken_.contains(name)) refuse(name, "is not known here");
    }
}

}  // namespace tengen
