// The command line of the tools that make weights: --name value.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tengen::training {

class Arguments {
   public:
    Arguments(int count, char** words) {
        for (int index = 1; index < count; ++index) words_.emplace_back(words[index]);
    }
    [[nodiscard]] std::string text(const std::string& name, const std::string& fallback) const {
        for (std::size_t index = 0; index + 1 < words_.size(); ++index) {
            if (words_[index] == "--" + name) return words_[index + 1];
        }
        return fallback;
    }
    [[nodiscard]] long long number(const std::string& name, long long fallback) const {
        const std::string given = text(name, "");
        return given.empty() ? fallback : std::stoll(given);
    }

   private:
    std::vector<std::string> words_;
};

}  // namespace tengen::training
