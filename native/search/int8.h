// Arithmetic of small nets on grids of points: convolutions in whole numbers of eight bits, the rest in
// floats, every sum in one order, so that all instruction sets say the same to the last bit. Knows no game
// and no file.
//
// A grid has a border of empty cells: one column at the end of each row, which is also the start of the next,
// one row above and one below. The values of a cell lie together, `channels` of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cpu.h"

namespace tengen::int8 {

inline constexpr int channels = 96;
inline constexpr int taps = 9;  // of a convolution: row by row, the cell itself in the middle
// Four products of an activation and a weight fit into 16 bits.
inline constexpr int most_activation = 127;
inline constexpr int most_weight = 63;
inline constexpr int cells_at_once = 4;

struct Grid {
    int side = 0;

    [[nodiscard]] constexpr int stride() const { return side + 1; }
    [[nodiscard]] constexpr int first() const { return stride() + 1; }  // the cell of the first point
    [[nodiscard]] constexpr int cell_of(int point) const {
        return first() + point / side * stride() + point % side;
    }
    // With what is read and written beyond the last when several are done at once.
    [[nodiscard]] constexpr int cells() const { return (side + 2) * stride() + 1 + cells_at_once; }
};

// A convolution as it stands in a file: weights by output, then by input, then by tap.
using Weights = std::span<const std::int8_t>;  // channels * channels * taps of them
// Numbers that begin where a line of the cache does, 0 at first.
template <typename Number>
class Lined {
   public:
    explicit Lined(std::size_t size = 0) : lines_((size * sizeof(Number) + line - 1) / line), size_(size) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] Number* data() { return reinterpret_cast<Number*>(lines_.data()); }
    [[nodiscard]] const Number* data() const { return reinterpret_cast<const Number*>(lines_.data()); }

   private:
    static constexpr std::size_t line = 64;
    struct alignas(line) Line {
        std::array<std::byte, line> bytes{};
    };
    std::vector<Line> lines_;
    std::size_t size_;
};

// By output channel: a sum of products becomes sum * scale + bias.
struct Affine {
    std::array<float, channels> scale{};
    std::array<float, channels> bias{};
};

// What one instruction set does. All of them give the same results. Grids are `Grid::cells()` cells long.
// What is written to borders of floats means nothing, borders of activations are and stay 0.
struct Kernel {
    // Outputs that are worked out together, and whether the four inputs of a group lie together for each of
    // them.
    int outputs_at_once;
    bool is_grouped;

    // out = the nearest activation to the rectified affine sum.
    void (*convolve)(const Grid& grid, const std::int8_t* weights, const std::uint8_t* in,
                     const Affine& affine, std::uint8_t* out);
    // stream = the rectified affine sum added to it; out = the nearest activation to stream * into.
    void (*convolve_and_add)(const Grid& grid, const std::int8_t* weights, const std::uint8_t* in,
                             const Affine& affine, float* stream, float into, std::uint8_t* out);
    // Each point's stream = `bias` and the rows of all bits that are set in the marks of the nine cells
    // around it, rectified. `rows` has `marks_a_cell` rows for each tap.
    void (*begin)(const Grid& grid, const float* rows, int marks_a_cell, const std::uint32_t* marks,
                  const float* bias, float* stream, float into, std::uint8_t* out);
    // Mean and greatest of the first `width` channels over the points. Precondition: width is a multiple
    // of 16.
    void (*pool)(const Grid& grid, const float* values, int width, float* means, float* greatest);
    // For every point: out = bias + the products of all channels with their rows of weights.
    void (*dense)(const Grid& grid, const float* weights, const float* bias, const float* in, float* out);
};

// For each output the sum over all inputs, in their order. For vectors that are no grid.
void multiply(std::span<const float> weights, std::span<const float> bias, std::span<const float> in,
              std::span<float> out);

// In the order that the kernel reads them.
[[nodiscard]] Lined<std::int8_t> pack(Weights weights, const Kernel& kernel);

struct NamedKernel {
    Isa isa;
    const Kernel* kernel;
};
// All that this machine can run, the portable one first.
[[nodiscard]] std::vector<NamedKernel> available_kernels();
// The best of them, or the one for TENGEN_ISA.
[[nodiscard]] const Kernel& kernel();

}  // namespace tengen::int8
