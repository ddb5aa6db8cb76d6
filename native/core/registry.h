// The native games by name. A game folder adds itself with a Registrar; nothing outside it names the game.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"

namespace tengen {

struct Kind {
    std::string name;
    std::unique_ptr<Position> (*start)();
    // Leaves below the start, with the meaning of core/perft.h. Precondition: depth >= 0.
    std::uint64_t (*perft)(int depth);
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
