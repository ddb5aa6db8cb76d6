// A kernel of native/search/int8.h: the file that includes this defines TENGEN_INT8_KERNEL, its name, and in
// the unnamed namespace of tengen::int8 `outputs_at_once`, `is_grouped`, `vector_bytes` and
//   void tile(const std::int8_t* weights, const std::uint8_t* in, const int* offsets, std::int32_t* sums)
// which sums up `outputs_at_once` outputs for each of the `cells_at_once` cells from `in` on; the inputs of
// tap t begin `offsets[t]` bytes from there. All names here are local to that file, and nothing of the
// library is instantiated.

namespace tengen::int8 {
namespace {

using Floats = float __attribute__((vector_size(vector_bytes)));
constexpr int lanes = vector_bytes / 4;

// A copy by memcpy would go through the stack with some compilers.
using FloatsInMemory = float __attribute__((vector_size(vector_bytes), aligned(4), may_alias));
inline Floats load(const float* from) {
    return *reinterpret_cast<const FloatsInMemory*>(from);
}
inline void store(float* to, const Floats& floats) {
    *reinterpret_cast<FloatsInMemory*>(to) = floats;
}
inline Floats filled(float value) {
    return Floats{} + value;
}
inline Floats greater(const Floats& one, const Floats& two) {
    return one > two ? one : two;
}

inline Floats floats_of(const std::int32_t* from) {
    using Ints = std::int32_t __attribute__((vector_size(vector_bytes), may_alias));
    return __builtin_convertvector(*reinterpret_cast<const Ints*>(from), Floats);
}

// To the nearest whole number, to the even one of two: what is added leaves no room for a fraction. Without
// branches, which nobody could foretell.
inline void store_activations(std::uint8_t* to, const Floats& values) {
    using Ints = std::int32_t __attribute__((vector_size(vector_bytes)));
    using Octets = std::uint8_t __attribute__((vector_size(lanes)));
    using OctetsInMemory = std::uint8_t __attribute__((vector_size(lanes), aligned(1), may_alias));
    const Floats most = filled(127.0F);
    const Floats no_fraction = filled(8388608.0F);
    const Floats positive = greater(values, Floats{});
    const Floats bounded = positive < most ? positive : most;
    const Ints whole = __builtin_convertvector(bounded + no_fraction - no_fraction, Ints);
    *reinterpret_cast<OctetsInMemory*>(to) = __builtin_convertvector(whole, Octets);
}

inline void clear_border(const Grid& grid, std::uint8_t* out) {
    const int stride = grid.stride();
    for (int row = 1; row <= grid.side + 1; ++row) {
        __builtin_memset(out + row * stride * channels, 0, channels);
    }
    // What was worked out beyond the last point.
    const int last = (grid.side + 1) * stride;
    __builtin_memset(out + last * channels, 0, static_cast<std::size_t>((grid.cells() - last) * channels));
}

// `finish(cell, first output, sums)` for every cell and block of outputs.
template <typename Finish>
inline void for_each_sum(const Grid& grid, const std::int8_t* weights, const std::uint8_t* in,
                         const Finish& finish) {
    int offsets[taps];
    for (int tap = 0; tap < taps; ++tap) {
        offsets[tap] = ((tap / 3 - 1) * grid.stride() + tap % 3 - 1) * channels;
    }
    alignas(64) std::int32_t sums[cells_at_once * outputs_at_once];
    const int last = grid.cell_of(grid.side * grid.side - 1);
    for (int first = 0; first < channels; first += outputs_at_once) {
        for (int cell = grid.first(); cell <= last; cell += cells_at_once) {
            tile(weights, in + cell * channels, offsets, sums);
            for (int each = 0; each < cells_at_once; ++each) {
                finish(cell + each, first, sums + each * outputs_at_once);
            }
        }
        weights += outputs_at_once * channels * taps;
    }
}

void convolve(const Grid& grid, const std::int8_t* weights, const std::uint8_t* in, const Affine& affine,
              std::uint8_t* out) {
    const float* all_scales = affine.scale.data();
    const float* all_biases = affine.bias.data();
    for_each_sum(grid, weights, in, [=](int cell, int first, const std::int32_t* sums) {
        std::uint8_t* to = out + cell * channels + first;
        const float* scales = all_scales + first;
        const float* biases = all_biases + first;
        for (int output = 0; output < outputs_at_once; output += lanes) {
            const Floats sum = floats_of(sums + output) * load(scales + output) + load(biases + output);
            store_activations(to + output, sum);
        }
    });
    clear_border(grid, out);
}

void convolve_and_add(const Grid& grid, const std::int8_t* weights, const std::uint8_t* in,
                      const Affine& affine, float* stream, float into, std::uint8_t* out) {
    const float* all_scales = affine.scale.data();
    const float* all_biases = affine.bias.data();
    for_each_sum(grid, weights, in, [=](int cell, int first, const std::int32_t* sums) {
        std::uint8_t* to = out + cell * channels + first;
        float* flow = stream + cell * channels + first;
        const float* scales = all_scales + first;
        const float* biases = all_biases + first;
        for (int output = 0; output < outputs_at_once; output += lanes) {
            const Floats sum = floats_of(sums + output) * load(scales + output) + load(biases + output) +
                               load(flow + output);
            const Floats rectified = greater(sum, Floats{});
            store(flow + output, rectified);
            store_activations(to + output, rectified * filled(into));
        }
    });
    clear_border(grid, out);
}

void begin(const Grid& grid, const float* rows, int marks_a_cell, const std::uint32_t* marks,
           const float* bias, float* stream, float into, std::uint8_t* out) {
    constexpr int parts = channels / lanes;
    for (int point = 0; point < grid.side * grid.side; ++point) {
        const int cell = grid.cell_of(point);
        Floats sums[parts];
        for (int part = 0; part < parts; ++part) sums[part] = load(bias + part * lanes);
        for (int tap = 0; tap < taps; ++tap) {
            std::uint32_t left = marks[cell + (tap / 3 - 1) * grid.stride() + tap % 3 - 1];
            for (; left != 0; left &= left - 1) {
                const float* row = rows + (tap * marks_a_cell + __builtin_ctz(left)) * channels;
                for (int part = 0; part < parts; ++part) sums[part] += load(row + part * lanes);
            }
        }
        float* flow = stream + cell * channels;
        for (int part = 0; part < parts; ++part) {
            const Floats rectified = greater(sums[part], Floats{});
            store(flow + part * lanes, rectified);
            store_activations(out + cell * channels + part * lanes, rectified * filled(into));
        }
    }
}

void pool(const Grid& grid, const float* values, int width, float* means, float* greatest) {
    const int points = grid.side * grid.side;
    for (int first = 0; first < width; first += lanes) {
        Floats sum{};
        Floats most = load(values + grid.first() * channels + first);
        for (int row = 0; row < grid.side; ++row) {
            const float* here = values + (grid.first() + row * grid.stride()) * channels + first;
            for (int column = 0; column < grid.side; ++column, here += channels) {
                const Floats value = load(here);
                sum += value;
                most = greater(value, most);
            }
        }
        store(means + first, sum / filled(static_cast<float>(points)));
        store(greatest + first, most);
    }
}

void dense(const Grid& grid, const float* weights, const float* bias, const float* in, float* out) {
    constexpr int parts = channels / lanes;
    for (int point = 0; point < grid.side * grid.side; ++point) {
        const int cell = grid.cell_of(point);
        const float* from = in + cell * channels;
        Floats sums[parts];
        for (int part = 0; part < parts; ++part) sums[part] = load(bias + part * lanes);
        for (int input = 0; input < channels; ++input) {
            const Floats value = filled(from[input]);
            const float* row = weights + input * channels;
            for (int part = 0; part < parts; ++part) sums[part] += value * load(row + part * lanes);
        }
        for (int part = 0; part < parts; ++part) store(out + cell * channels + part * lanes, sums[part]);
    }
}

}  // namespace

extern const Kernel TENGEN_INT8_KERNEL;
const Kernel TENGEN_INT8_KERNEL{
    .outputs_at_once = outputs_at_once,
    .is_grouped = is_grouped,
    .convolve = convolve,
    .convolve_and_add = convolve_and_add,
    .begin = begin,
    .pool = pool,
    .dense = dense,
};

}  // namespace tengen::int8
