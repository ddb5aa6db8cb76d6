// The searcher of Go under all of its rules: what core/searcher.h asks for.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/searcher.h"
#include "games/go/levels.h"
#include "games/go/net.h"
#include "games/go/position.h"
#include "games/go/walk.h"
#include "search/published.h"
#include "search/tree.h"

namespace tengen::go {

class GoSearcher final : public Searcher {
   public:
    GoSearcher(const Rules& rules, const Resources& resources);
    ~GoSearcher() override;

    void sync(const Setup* setup, std::span<const Play> plays) override;
    // Never gives up: whether to resign is for the players to say, who see the whole game.
    [[nodiscard]] Choice choose(int level, const Limits& limits, const Stop& stop) override;
    [[nodiscard]] Analysis think(const Limits& limits, const Stop& stop, const Progress& progress) override;
    [[nodiscard]] Analysis latest() const override { return latest_.get(); }

   private:
    struct Task;

    // The branches, best first.
    std::vector<Branch> run(const Task& task);
    [[nodiscard]] Tree& tree_of(int megabytes);
    // Goes on with what the tree knows of this position, if anything.
    void prepare(Tree& tree, const Task& task);
    [[nodiscard]] RecentMoves recent() const;
    [[nodiscard]] std::optional<Move> handicap_stone() const;
    // A level's choice among its branches, and the branches with that one first.
    void prefer_by_level(std::vector<Branch>& branches, const Grade& grade) const;
    void publish(const Tree& tree, std::span<const Branch> branches, int lines);

    Rules rules_;
    Resources resources_;
    std::shared_ptr<const Net> net_;  // null where games are played out instead
    GoPosition position_;
    std::optional<Setup> setup_;
    std::vector<Play> plays_;

    std::unique_ptr<Tree> tree_;
    int tree_mb_ = 0;
    std::optional<Setup> tree_setup_;
    std::vector<Play> tree_plays_;  // that lead to the root of the tree
    bool tree_knows_ = false;       // the tree may be gone on with
    std::int64_t playouts_ = 0;     // of the last search
    Published<Analysis> latest_;
};

}  // namespace tengen::go
