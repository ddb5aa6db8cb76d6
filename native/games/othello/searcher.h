// The searcher of Othello on every board: what core/searcher.h asks for.
#pragma once

#include <memory>

#include "core/searcher.h"
#include "games/othello/engine.h"
#include "games/othello/position.h"
#include "games/othello/root.h"
#include "search/published.h"

namespace tengen::othello {

struct Grade;

class OthelloSearcher final : public Searcher {
   public:
    OthelloSearcher(const Rules& rules, const Resources& resources);

    void sync(const Setup* setup, std::span<const Play> plays) override;
    [[nodiscard]] Choice choose(int level, const Limits& limits, const Stop& stop) override;
    // Of `avoid` only the moves of the side to move count, at its next move.
    [[nodiscard]] Analysis think(const Limits& limits, const Stop& stop, const Progress& progress) override;
    [[nodiscard]] Analysis latest() const override { return latest_.get(); }

   private:
    struct Task;

    // The answer to both questions; the analysis of the position, and which of the best moves to play.
    Analysis run(const Task& task, Move* chosen);
    template <typename Engine>
    Analysis run_on(const typename Engine::Position& board, const Task& task, Move* chosen);
    template <typename Engine>
    [[nodiscard]] Move pick(const Root<Engine>& root, const Task& task) const;
    Table& table_of(int megabytes);

    Rules rules_;
    Resources resources_;
    OthelloPosition position_;
    std::unique_ptr<Table> table_;
    int table_mb_ = 0;
    Published<Analysis> latest_;
};

}  // namespace tengen::othello
