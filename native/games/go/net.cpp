#include "games/go/net.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/powers.h"
#include "core/sha256.h"

namespace tengen::go {

namespace {

using int8::channels;
using int8::taps;

constexpr std::string_view magic = "TGN1";
// What the note of a file begins with: it says all about the shape, the rest is for people.
const std::string shape = R"({"arch": "6x96", "features": )" + std::to_string(feature_version) + ",";
constexpr std::size_t most_note_size = 65'536;
constexpr std::size_t digest_size = 32;
// What a net of use stays far below; no sum of such numbers is infinite.
constexpr float most_size_of_number = 1e6F;

constexpr int block_count = 6;
constexpr std::array pooled_blocks{2, 4};
constexpr int head = 32;
constexpr int hidden = 64;
constexpr int value_count = 5;
constexpr float score_unit = 20;
constexpr double least_spread = 0.1;
constexpr float usual_side = 14;
constexpr float side_unit = 10;

std::mutex net_mutex;
std::shared_ptr<const Net> loaded_net;

constexpr std::size_t at(int place) {
    return static_cast<std::size_t>(place);
}

[[noreturn]] void refuse(const char* why) {
    throw std::invalid_argument(std::string("this is no net for Go: ") + why);
}

// From any number to one between 0 and 1.
double share_of(double logit) {
    return 1 / (1 + exponential(-logit));
}

// To shares that sum to 1.
void settle(std::span<float> logits) {
    const float most = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (float& value : logits) {
        const double share = exponential(static_cast<double>(value - most));
        value = static_cast<float>(share);
        sum += share;
    }
    for (float& value : logits) value = static_cast<float>(static_cast<double>(value) / sum);
}

void rectify(std::span<float> values) {
    for (float& value : values) value = std::max(value, 0.0F);
}

}  // namespace

// --- the file

// Numbers one after another, the low byte first.
class Net::Reader {
   public:
    Reader(std::span<const std::byte> bytes, const int8::Kernel& kernel) : bytes_(bytes), kernel_(kernel) {}

    [[nodiscard]] std::vector<float> floats(int count) {
        const std::span<const std::byte> raw = take(at(count) * 4);
        std::vector<float> found(at(count));
        for (std::size_t place = 0; place < found.size(); ++place) {
            std::uint32_t bits = 0;
            for (std::size_t octet = 0; octet < 4; ++octet) {
                bits |= std::to_integer<std::uint32_t>(raw[4 * place + octet]) << (8 * octet);
            }
            found[place] = std::bit_cast<float>(bits);
            if (!(std::abs(found[place]) <= most_size_of_number)) refuse("a number is out of bounds");
        }
        return found;
    }
    [[nodiscard]] float positive() {
        const float found = floats(1)[0];
        if (!(found > 0)) refuse("a scale is not above 0");
        return found;
    }
    [[nodiscard]] Layer layer(int inputs, int outputs) {
        Layer found;
        found.weights = floats(inputs * outputs);
        found.bias = floats(outputs);
        return found;
    }
    [[nodiscard]] int8::Lined<std::int8_t> convolution() {
        const std::span<const std::byte> raw = take(at(channels * channels * taps));
        std::vector<std::int8_t> weights(raw.size());
        std::memcpy(weights.data(), raw.data(), raw.size());
        for (const std::int8_t weight : weights) {
            if (std::abs(weight) > int8::most_weight) refuse("a weight is out of bounds");
        }
        return int8::pack(weights, kernel_);
    }
    [[nodiscard]] int8::Affine affine() {
        int8::Affine found;
        const std::vector<float> scale = floats(channels);
        const std::vector<float> bias = floats(channels);
        std::copy(scale.begin(), scale.end(), found.scale.begin());
        std::copy(bias.begin(), bias.end(), found.bias.begin());
        return found;
    }
    void finish() const {
        if (!bytes_.empty()) refuse("it is too long");
    }

   private:
    std::span<const std::byte> take(std::size_t size) {
        if (size > bytes_.size()) refuse("it is too short");
        const std::span<const std::byte> taken = bytes_.first(size);
        bytes_ = bytes_.subspan(size);
        return taken;
    }

    std::span<const std::byte> bytes_;
    const int8::Kernel& kernel_;
};

Net::Net(std::span<const std::byte> file, const int8::Kernel& kernel) : kernel_(kernel) {
    constexpr std::size_t start = magic.size() + 4;
    if (file.size() < start + digest_size) refuse("it is too short");
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    if (!text.starts_with(magic)) refuse("it begins otherwise");
    const std::span<const std::byte> body = file.first(file.size() - digest_size);
    const std::array<std::byte, digest_size> digest = sha256(body);
    if (!std::equal(digest.begin(), digest.end(), file.end() - digest_size)) refuse("it is damaged");
    std::size_t note_size = 0;
    for (std::size_t octet = 0; octet < 4; ++octet) {
        note_size |= std::to_integer<std::size_t>(file[magic.size() + octet]) << (8 * octet);
    }
    if (note_size > most_note_size || note_size > body.size() - start) refuse("its note is too long");
    if (!text.substr(start, note_size).starts_with(shape))
        refuse("it is of another shape or sees other features");

    Reader reader(body.subspan(start + note_size), kernel);
    const float side = reader.positive();
    if (side < least_size || side > most_size) refuse("it is for other boards");
    least_side_ = static_cast<int>(side);
    stem_rows_ = reader.floats(taps * plane_count * channels);
    stem_globals_ = reader.layer(global_count, channels);
    stem_into_ = reader.positive();
    for (int place = 0; place < block_count; ++place) {
        Block block;
        block.first = reader.convolution();
        block.first_affine = reader.affine();
        const bool sees_all =
            std::find(pooled_blocks.begin(), pooled_blocks.end(), place) != pooled_blocks.end();
        if (sees_all) block.whole = reader.layer(2 * channels, channels);
        block.second = reader.convolution();
        block.second_affine = reader.affine();
        block.into = reader.positive();
        blocks_.push_back(std::move(block));
    }
    heads_ = reader.layer(channels, channels);
    policy_whole_ = reader.layer(2 * head, head);
    policy_point_ = reader.layer(head, 1);
    policy_pass_ = reader.layer(2 * head, 1);
    value_hidden_ = reader.layer(3 * head, hidden);
    value_out_ = reader.layer(hidden, value_count);
    ownership_ = reader.layer(head, 1);
    reader.finish();
}

std::shared_ptr<const Net> current_net() {
    const std::lock_guard lock(net_mutex);
    return loaded_net;
}

void use_net(std::shared_ptr<const Net> net) {
    const std::lock_guard lock(net_mutex);
    loaded_net = std::move(net);
}

std::shared_ptr<const Net> net_for(int side) {
    std::shared_ptr<const Net> net = current_net();
    return net != nullptr && side >= net->least_side() ? net : nullptr;
}

// --- what it says

std::vector<float> Net::Layer::of(std::span<const float> in) const {
    std::vector<float> out(bias.size());
    int8::multiply(weights, bias, in, out);
    return out;
}

void Net::Desk::take(int side) {
    if (side == side_) return;
    side_ = side;
    const std::size_t cells = at(int8::Grid{side}.cells());
    marks_.assign(cells, 0);
    activations_ = int8::Lined<std::uint8_t>(cells * channels);
    inner_ = int8::Lined<std::uint8_t>(cells * channels);
    stream_ = int8::Lined<float>(cells * channels);
    heads_ = int8::Lined<float>(cells * channels);
}

NetAnswer Net::ask(const Planes& planes, Desk& desk) const {
    const int8::Grid grid{planes.side};
    desk.take(planes.side);
    run_trunk(planes, desk);
    kernel_.dense(grid, heads_.weights.data(), heads_.bias.data(), desk.stream_.data(), desk.heads_.data());
    NetAnswer answer;
    tell_policy(grid, desk, answer);
    tell_value(grid, desk, answer);
    return answer;
}

void Net::run_trunk(const Planes& planes, Desk& desk) const {
    const int8::Grid grid{planes.side};
    for (Move point = 0; point < grid.side * grid.side; ++point) {
        std::uint32_t marks = 0;
        for (int plane = 0; plane < plane_count; ++plane) {
            marks |= static_cast<std::uint32_t>(has(planes.sets[at(plane)], point)) << plane;
        }
        desk.marks_[at(grid.cell_of(point))] = marks;
    }
    const std::vector<float> stem_bias = stem_globals_.of(planes.globals);
    kernel_.begin(grid, stem_rows_.data(), plane_count, desk.marks_.data(), stem_bias.data(),
                  desk.stream_.data(), stem_into_, desk.activations_.data());
    for (const Block& block : blocks_) {
        const int8::Affine* affine = &block.first_affine;
        int8::Affine shifted;
        if (!block.whole.bias.empty()) {
            std::array<float, at(2 * channels)> pooled{};
            kernel_.pool(grid, desk.stream_.data(), channels, pooled.data(), pooled.data() + channels);
            const std::vector<float> shift = block.whole.of(pooled);
            shifted = block.first_affine;
            for (std::size_t channel = 0; channel < shift.size(); ++channel)
                shifted.bias[channel] += shift[channel];
            affine = &shifted;
        }
        kernel_.convolve(grid, block.first.data(), desk.activations_.data(), *affine, desk.inner_.data());
        kernel_.convolve_and_add(grid, block.second.data(), desk.inner_.data(), block.second_affine,
                                 desk.stream_.data(), block.into, desk.activations_.data());
    }
}

// Of the heads' channels the first third is each point's own, the second what all points tell together.
void Net::tell_policy(const int8::Grid& grid, Desk& desk, NetAnswer& answer) const {
    const int points = grid.side * grid.side;
    for (Move point = 0; point < points; ++point) {
        rectify({desk.heads_.data() + grid.cell_of(point) * channels + head, at(2 * head)});
    }
    std::array<float, at(2 * head)> everywhere{};
    kernel_.pool(grid, desk.heads_.data() + head, head, everywhere.data(), everywhere.data() + head);
    const std::vector<float> shift = policy_whole_.of(everywhere);
    for (Move point = 0; point < points; ++point) {
        const std::span<float> own(desk.heads_.data() + grid.cell_of(point) * channels, at(head));
        for (std::size_t channel = 0; channel < own.size(); ++channel) own[channel] += shift[channel];
        rectify(own);
        answer.policy[at(point)] = policy_point_.of(own)[0];
    }
    answer.policy[at(points)] = policy_pass_.of(everywhere)[0];
    settle(std::span(answer.policy).first(at(points + 1)));
}

void Net::tell_value(const int8::Grid& grid, Desk& desk, NetAnswer& answer) const {
    constexpr int first = 2 * head;
    std::array<float, at(3 * head)> summary{};
    kernel_.pool(grid, desk.heads_.data() + first, head, summary.data(), summary.data() + 2 * head);
    const float by_side = (static_cast<float>(grid.side) - usual_side) / side_unit;
    for (std::size_t channel = 0; channel < at(head); ++channel) {
        summary[at(head) + channel] = summary[channel] * by_side;
    }
    std::vector<float> inner = value_hidden_.of(summary);
    rectify(inner);
    std::vector<float> told = value_out_.of(inner);
    settle(std::span(told).first(3));
    answer.won = told[0];
    answer.drawn = told[1];
    answer.lost = told[2];
    answer.lead = told[3] * score_unit;
    // log(1 + e^x), which for large x is x.
    const auto wide = static_cast<double>(told[4]);
    const double spread = wide > 30 ? wide : logarithm(1 + exponential(wide));
    answer.spread = static_cast<float>(spread + least_spread) * score_unit;
    for (Move point = 0; point < grid.side * grid.side; ++point) {
        const std::span<const float> own(desk.heads_.data() + grid.cell_of(point) * channels + first,
                                         at(head));
        const double logit = static_cast<double>(ownership_.of(own)[0]);
        answer.ownership[at(point)] = static_cast<float>(2 * share_of(logit) - 1);
    }
}

}  // namespace tengen::go
