#include "core/perft.h"

#include <cassert>

namespace tengen {

std::uint64_t perft(const Position& position, int depth) {
    assert(depth >= 0);
    if (depth == 0 || position.is_over()) return 1;
    std::uint64_t leaves = 0;
    const std::vector<std::string> words = position.choices();
    for (const std::string& word : words) {
        const std::unique_ptr<Position> next = position.clone();
        next->choose(word);
        leaves += perft(*next, depth - 1);
    }
    if (!words.empty()) return leaves;
    const std::vector<Move> moves = position.legal_moves();
    if (depth == 1) return moves.size();
    for (const Move move : moves) {
        const std::unique_ptr<Position> next = position.clone();
        next->play(move);
        leaves += perft(*next, depth - 1);
    }
    return leaves;
}

}  // namespace tengen
