#include "games/othello/wide_evaluation.h"

namespace tengen::othello {

namespace {

// In units of 1/64 disc, on boards of which 0, 1/4, 1/2, 3/4 and all is full.
constexpr std::size_t stages = 5;
constexpr std::array<std::array<int, stages>, wide_features> weights{{
    {64, 64, 64, 48, 32},         // mobility
    {24, 24, 24, 16, 8},          // potential_mobility
    {-24, -24, -24, -16, 0},      // frontier
    {600, 600, 600, 500, 300},    // corners_held
    {-300, -300, -300, -200, 0},  // x_squares
    {-100, -100, -100, -80, 0},   // c_squares
    {8, 8, 8, 8, 0},              // edge_discs
    {80, 80, 80, 80, 60},         // anchored_edges
    {0, 0, 0, 20, 64},            // discs_held
}};

}  // namespace

int wide_value(const WideFeatures& features, int discs, int cells) {
    const int progress = discs * 4 * 256 / cells;
    const auto stage = static_cast<std::size_t>(std::min(progress / 256, 3));
    const int later = progress - static_cast<int>(stage) * 256;
    int value = 0;
    for (std::size_t feature = 0; feature < wide_features; ++feature) {
        const auto& weight = weights[feature];
        value += features[feature] * (weight[stage] * (256 - later) + weight[stage + 1] * later);
    }
    // A shift of a negative number would round the two sides' values differently.
    return value / (256 * 8);
}

}  // namespace tengen::othello
