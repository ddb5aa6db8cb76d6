#include "core/registry.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tengen {

Registry& Registry::instance() {
    // Inside the function, so that it exists before the first registrar of any file asks for it.
    static Registry registry;
    return registry;
}

void Registry::add(Kind kind) {
    assert(find(kind.name) == nullptr);
    kinds_.push_back(std::move(kind));
}

std::vector<std::string> Registry::names() const {
    std::vector<std::string> names;
    for (const Kind& kind : kinds_) names.push_back(kind.name);
    std::sort(names.begin(), names.end());
    return names;
}

const Kind* Registry::find(std::string_view name) const {
    const auto found =
        std::find_if(kinds_.begin(), kinds_.end(), [name](const Kind& kind) { return kind.name == name; });
    return found == kinds_.end() ? nullptr : &*found;
}

Registrar::Registrar(Kind kind) {
    Registry::instance().add(std::move(kind));
}

}  // namespace tengen
