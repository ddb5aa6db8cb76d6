// The native games by name. A game folder adds itself with a Registrar; nothing outside it names the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.h"
#include "core/ownership.h"
#include "core/position.h"
#include "core/searcher.h"

namespace tengen {

// What a game offers; null where it lacks something. `Options` are those of the rule set and `size`; every
// function that takes them throws std::invalid_argument for values it does not know.
struct Kind {
    std::string name;

    // From the usual start, or from a set-up; throws for a set-up that the rules refuse.
    std::unique_ptr<Position> (*start)(const Options& options, const Setup* setup) = nullptr;

    // Leaves below the start, with the meaning of core/perft.h, faster than by copying. Precondition: depth
    // >= 0.
    std::uint64_t (*perft)(const Options& options, int depth) = nullptr;

    // Null for rules that it does not play.
    std::unique_ptr<Searcher> (*searcher)(const Options& options, const Resources& resources) = nullptr;

    // How many nodes a searching level below the highest may visit. Precondition: 3 <= level <= 9.
    std::int64_t (*nodes)(const Options& options, int level) = nullptr;

    // Files of weights: their names in the game's folder `weights`, and how they are handed over, once before
    // the first searcher. Throws std::invalid_argument for bytes that are none. A searcher without its
    // weights plays with what it has.
    std::vector<std::string> weights = {};
    void (*load)(std::string_view file, std::span<const std::byte> bytes) = nullptr;

    // Whose every point of a board becomes, by games played out from it; null in games that count no
    // surrounded points. Throws for a set-up that the rules refuse. Precondition: at least one game.
    Ownership (*ownership)(const Options& options, const Setup& setup, const PlayingOut& how,
                           const Stop& stop) = nullptr;
};

class Registry {
   public:
    // Filled before main() by the registrars and only read afterwards, so readers need no lock.
    [[nodiscard]] static Registry& instance();

    // Precondition: no kind of that name is registered.
    void add(Kind kind);

    // Sorted.
    [[nodiscard]] std::vector<std::string> names() const;

    // Null when there is no such kind; valid for the life of the program.
    [[nodiscard]] const Kind* find(std::string_view name) const;

   private:
    Registry() = default;
    std::vector<Kind> kinds_;
};

// Declare one in an unnamed namespace of the game's folder.
struct Registrar {
    explicit Registrar(Kind kind);
};

}  // namespace tengen
