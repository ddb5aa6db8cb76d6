// The searcher of Gomoku under all of its rules: what core/searcher.h asks for.
#pragma once

#include <memory>

#include "core/searcher.h"
#include "games/gomoku/position.h"
#include "games/gomoku/root.h"
#include "search/published.h"

namespace tengen::gomoku {

struct Grade;

class GomokuSearcher final : public Searcher {
   public:
    GomokuSearcher(const Rules& rules, const Resources& resources);
    ~GomokuSearcher() override;

    void sync(const Setup* setup, std::span<const Play> plays) override;
    [[nodiscard]] Choice choose(int level, const Limits& limits, const Stop& stop) override;
    // Of `avoid` only the moves of the side to move count, at its next move.
    [[nodiscard]] Analysis think(const Limits& limits, const Stop& stop, const Progress& progress) override;
    [[nodiscard]] Analysis latest() const override { return latest_.get(); }

   private:
    struct Task;
    struct Memory;

    [[nodiscard]] Choice choose_in_opening(const Task& task);
    Analysis run(const Task& task, const GomokuPosition& position);
    [[nodiscard]] std::vector<Move> allowed_moves(const Limits& limits, const GomokuPosition& position) const;
    Memory& memory_of(int megabytes);

    Rules rules_;
    Resources resources_;
    GomokuPosition position_;
    int last_ = -1;  // the last stone
    std::unique_ptr<Memory> memory_;
    Published<Analysis> latest_;
};

}  // namespace tengen::gomoku
