// A searcher together with the position that it is asked about, so that whatever comes from outside is judged
// by the rules before the searcher sees it. Knows no Python.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/registry.h"

namespace tengen::bindings {

inline constexpr int most_threads = 256;
inline constexpr int most_memory_mb = 65'536;

// All of these throw std::invalid_argument for what there is not.
[[nodiscard]] const Kind& kind_named(std::string_view name);
[[nodiscard]] Colour colour_of(int value);
void check_limits(const Limits& limits);

// The start of a game, its set-up checked for what holds in every game.
[[nodiscard]] std::unique_ptr<Position> begun(const Kind& kind, const Options& options, const Setup* setup);

void choose_word(Position& position, const std::string& word);

class Game {
   public:
    // The kind must outlive it.
    Game(const Kind& kind, const Options& options, std::unique_ptr<Searcher> searcher);

    // Throws std::invalid_argument for what the rules refuse; then nothing has changed.
    void sync(const Setup* setup, std::span<const Play> plays);

    // Both throw std::invalid_argument where there is nothing to choose or to think about, and
    // std::logic_error beside another call.
    [[nodiscard]] Choice choose(int level, const Limits& limits, const Stop& stop);
    [[nodiscard]] Analysis think(const Limits& limits, const Stop& stop);

    // From any thread.
    [[nodiscard]] Analysis latest() const { return searcher_->latest(); }

   private:
    void check_may_search(const Limits& limits) const;

    const Kind& kind_;
    Options options_;
    std::unique_ptr<Searcher> searcher_;
    std::unique_ptr<Position> position_;
    std::atomic<bool> busy_{false};
};

// None for rules that the kind's searcher does not play.
[[nodiscard]] std::optional<std::unique_ptr<Game>> searcher(const std::string& kind, const Options& options,
                                                            std::uint64_t seed, int threads, int memory_mb);

}  // namespace tengen::bindings
