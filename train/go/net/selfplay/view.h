// A position as a search looks at it: the planes of the net, and the moves worth a thought.
#pragma once

#include <span>
#include <vector>

#include "games/go/planes.h"
#include "games/go/position.h"

namespace tengen::go::selfplay {

struct View {
    Planes planes;
    // Legal moves but those that help nobody: stones where the other side lives whatever is played, and
    // stones where the mover does, unless there are hostile ones to take. In rising order, the pass first.
    std::vector<Move> moves;
};

// `line` is all that was played since the beginning. Precondition: the position is not over.
[[nodiscard]] View view_of(const GoPosition& position, std::span<const Move> line);

// Bytes of one packed plane: a bit a point, the lowest first. The plane of ones is the same everywhere and
// left out.
[[nodiscard]] constexpr std::size_t plane_bytes(int side) {
    return (static_cast<std::size_t>(side) * static_cast<std::size_t>(side) + 7) / 8;
}
[[nodiscard]] constexpr std::size_t packed_bytes(int side) {
    return (plane_count - 1) * plane_bytes(side);
}

// Writes packed_bytes(planes.side) bytes.
void pack(const Planes& planes, std::uint8_t* bytes);

}  // namespace tengen::go::selfplay
