// Whole-number convolutions against their definition, all kernels against each other, and what else the net's
// arithmetic stands on.
#include "search/int8.h"

#include <array>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include "check.h"
#include "core/powers.h"
#include "core/rng.h"
#include "core/sha256.h"

namespace {

using namespace tengen;
using namespace tengen::int8;

constexpr std::array sides{5, 9, 13, 19};

std::vector<std::int8_t> weights_by_chance(Rng& rng, bool is_extreme) {
    std::vector<std::int8_t> weights(static_cast<std::size_t>(channels * channels * taps));
    for (std::int8_t& weight : weights) {
        const int any = static_cast<int>(rng.below(2 * most_weight + 1)) - most_weight;
        weight = static_cast<std::int8_t>(is_extreme ? most_weight : any);
    }
    return weights;
}

Lined<std::uint8_t> activations_by_chance(const Grid& grid, Rng& rng, bool is_extreme) {
    Lined<std::uint8_t> values(static_cast<std::size_t>(grid.cells() * channels));
    for (int point = 0; point < grid.side * grid.side; ++point) {
        std::uint8_t* cell = values.data() + grid.cell_of(point) * channels;
        for (int channel = 0; channel < channels; ++channel) {
            cell[channel] =
                static_cast<std::uint8_t>(is_extreme ? most_activation : rng.below(most_activation + 1));
        }
    }
    return values;
}

// One output of one point by the definition.
int sum_at(const Grid& grid, const std::vector<std::int8_t>& weights, const std::uint8_t* in, int point,
           int output) {
    int sum = 0;
    for (int tap = 0; tap < taps; ++tap) {
        const int x = point % grid.side + tap % 3 - 1;
        const int y = point / grid.side + tap / 3 - 1;
        if (x < 0 || y < 0 || x >= grid.side || y >= grid.side) continue;
        const std::uint8_t* cell = in + grid.cell_of(y * grid.side + x) * channels;
        for (int input = 0; input < channels; ++input) {
            sum += cell[input] * weights[static_cast<std::size_t>((output * channels + input) * taps + tap)];
        }
    }
    return sum;
}

void a_convolution_is_what_its_definition_says(const Kernel& kernel, bool is_extreme) {
    for (const int side : sides) {
        const Grid grid{side};
        Rng rng(static_cast<std::uint64_t>(side));
        const std::vector<std::int8_t> weights = weights_by_chance(rng, is_extreme);
        const Lined<std::int8_t> packed = pack(weights, kernel);
        const Lined<std::uint8_t> in = activations_by_chance(grid, rng, is_extreme);
        Affine affine;
        affine.scale.fill(is_extreme ? 1e-5F : 1e-3F);
        affine.bias.fill(20);
        Lined<std::uint8_t> out(in.size());
        kernel.convolve(grid, packed.data(), in.data(), affine, out.data());
        for (int each = 0; each < 200; ++each) {
            const int point = static_cast<int>(rng.below(static_cast<std::uint32_t>(side * side)));
            const int output = static_cast<int>(rng.below(channels));
            const auto sum = static_cast<float>(sum_at(grid, weights, in.data(), point, output));
            const float wanted = std::nearbyint(std::min(std::max(sum * affine.scale[0] + 20, 0.0F), 127.0F));
            CHECK_EQUAL(static_cast<int>(out.data()[grid.cell_of(point) * channels + output]),
                        static_cast<int>(wanted));
        }
        // The border is as empty as before.
        std::vector<bool> is_point(static_cast<std::size_t>(grid.cells()));
        for (int point = 0; point < side * side; ++point)
            is_point[static_cast<std::size_t>(grid.cell_of(point))] = true;
        for (int cell = 0; cell < grid.cells(); ++cell) {
            if (is_point[static_cast<std::size_t>(cell)]) continue;
            for (int channel = 0; channel < channels; ++channel)
                CHECK(out.data()[cell * channels + channel] == 0);
        }
    }
}

void all_kernels_add_to_the_stream_alike() {
    const Grid grid{9};
    const auto size = static_cast<std::size_t>(grid.cells() * channels);
    std::vector<float> first_stream;
    std::vector<std::uint8_t> first_out;
    for (const NamedKernel& one : available_kernels()) {
        Rng rng(7);
        const Lined<std::int8_t> packed = pack(weights_by_chance(rng, false), *one.kernel);
        const Lined<std::uint8_t> in = activations_by_chance(grid, rng, false);
        Affine affine;
        for (float& scale : affine.scale) scale = rng.unit() * 1e-4F;
        for (float& bias : affine.bias) bias = rng.unit() - 0.5F;
        Lined<float> stream(size);
        for (std::size_t place = 0; place < size; ++place) stream.data()[place] = rng.unit();
        Lined<std::uint8_t> out(size);
        one.kernel->convolve_and_add(grid, packed.data(), in.data(), affine, stream.data(), 30, out.data());
        std::vector<float> seen;
        std::vector<std::uint8_t> told;
        for (int point = 0; point < 81; ++point) {
            const int begin = grid.cell_of(point) * channels;
            seen.insert(seen.end(), stream.data() + begin, stream.data() + begin + channels);
            told.insert(told.end(), out.data() + begin, out.data() + begin + channels);
        }
        if (first_stream.empty()) {
            first_stream = seen;
            first_out = told;
        }
        CHECK(seen == first_stream);
        CHECK(told == first_out);
    }
}

std::string_view hex_of(const std::array<std::byte, 32>& digest) {
    static std::array<char, 64> text;
    for (std::size_t place = 0; place < text.size(); ++place) {
        const int value = std::to_integer<int>(digest[place / 2]) >> (place % 2 == 0 ? 4 : 0) & 15;
        text[place] = "0123456789abcdef"[value];
    }
    return {text.data(), text.size()};
}

// The examples of the standard.
void digests_are_those_of_the_standard() {
    const auto digest = [](std::string_view text) {
        return hex_of(sha256({reinterpret_cast<const std::byte*>(text.data()), text.size()}));
    };
    CHECK_EQUAL(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK_EQUAL(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK_EQUAL(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

void powers_are_as_good_as_the_librarys() {
    for (double x = -600; x < 600; x += 0.37) {
        CHECK(std::abs(exponential(x) / std::exp(x) - 1) < 1e-12);
        CHECK(std::abs(logarithm(exponential(x)) - x) < 1e-12 * std::max(1.0, std::abs(x)));
    }
    CHECK_EQUAL(exponential(0), 1.0);
    CHECK_EQUAL(exponential(-1e9), 0.0);
    CHECK_EQUAL(logarithm(1), 0.0);
    CHECK(std::isfinite(exponential(1e9)));
}

}  // namespace

int main() {
    for (const NamedKernel& one : available_kernels()) {
        a_convolution_is_what_its_definition_says(*one.kernel, false);
        a_convolution_is_what_its_definition_says(*one.kernel, true);
    }
    all_kernels_add_to_the_stream_alike();
    digests_are_those_of_the_standard();
    powers_are_as_good_as_the_librarys();
    return tengen::test::result();
}
