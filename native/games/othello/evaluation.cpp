#include "games/othello/evaluation.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace tengen::othello {

namespace {

struct Shape {
    std::array<int, longest_pattern> points{};
    int length = 0;
    std::array<int, longest_pattern> mirror{};  // the digit that takes the place of each in the mirror
};

Shape line(int x, int y, int dx, int dy, int length) {
    Shape shape;
    shape.length = length;
    for (int index = 0; index < length; ++index) {
        const auto place = static_cast<std::size_t>(index);
        shape.points[place] = (y + index * dy) * side + x + index * dx;
        shape.mirror[place] = length - 1 - index;
    }
    return shape;
}

Shape edge_with_two_x() {
    Shape shape;
    shape.length = 10;
    shape.points = {9, 0, 1, 2, 3, 4, 5, 6, 7, 14};
    for (int index = 0; index < 10; ++index) shape.mirror[static_cast<std::size_t>(index)] = 9 - index;
    return shape;
}

Shape block(int columns, int rows, bool is_mirrored) {
    Shape shape;
    shape.length = columns * rows;
    for (int index = 0; index < shape.length; ++index) {
        const int x = index % columns;
        const int y = index / columns;
        shape.points[static_cast<std::size_t>(index)] = y * side + x;
        shape.mirror[static_cast<std::size_t>(index)] = is_mirrored ? x * columns + y : index;
    }
    return shape;
}

std::array<Shape, pattern_count> make_shapes() {
    return {line(0, 1, 1, 0, 8), line(0, 2, 1, 0, 8), line(0, 3, 1, 0, 8), line(0, 0, 1, 1, 8),
            line(1, 0, 1, 1, 7), line(2, 0, 1, 1, 6), line(3, 0, 1, 1, 5), line(4, 0, 1, 1, 4),
            edge_with_two_x(),   block(3, 3, true),   block(5, 2, false)};
}

int turned_point(int point, int symmetry) {
    int x = point % side;
    int y = point / side;
    if ((symmetry & 1) != 0) x = side - 1 - x;
    if ((symmetry & 2) != 0) y = side - 1 - y;
    if ((symmetry & 4) != 0) std::swap(x, y);
    return y * side + x;
}

std::array<Instance, instance_count> make_instances() {
    std::array<Instance, instance_count> found{};
    const std::array<Shape, pattern_count> shapes = make_shapes();
    std::size_t count = 0;
    for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
        const Shape& shape = shapes[pattern];
        std::set<Discs> seen;
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            Instance instance{.pattern = static_cast<int>(pattern), .length = shape.length};
            Discs points = 0;
            for (int index = 0; index < shape.length; ++index) {
                const auto place = static_cast<std::size_t>(index);
                instance.points[place] = turned_point(shape.points[place], symmetry);
                points |= bit(instance.points[place]);
            }
            if (seen.insert(points).second) found.at(count++) = instance;
        }
    }
    assert(count == instance_count);
    return found;
}

FeatureTables make_feature_tables() {
    FeatureTables tables{};
    for (std::size_t lane = 0; lane < instance_count; ++lane) {
        const Instance& instance = instances()[lane];
        for (int index = 0; index < instance.length; ++index) {
            const auto point = static_cast<std::size_t>(instance.points[static_cast<std::size_t>(index)]);
            const auto power = static_cast<std::uint16_t>(power_of_3(instance.length - 1 - index));
            tables.disc_at[point].lanes[lane] = power;
            tables.empty_board.lanes[lane] =
                static_cast<std::uint16_t>(tables.empty_board.lanes[lane] + power);
        }
        tables.highest.lanes[lane] = static_cast<std::uint16_t>(2 * tables.empty_board.lanes[lane]);
    }
    return tables;
}

int mirrored(int number, const Shape& shape) {
    std::array<int, longest_pattern> digits{};
    for (int index = shape.length - 1; index >= 0; --index) {
        digits[static_cast<std::size_t>(index)] = number % 3;
        number /= 3;
    }
    int result = 0;
    for (int index = 0; index < shape.length; ++index) {
        result = 3 * result + digits[static_cast<std::size_t>(shape.mirror[static_cast<std::size_t>(index)])];
    }
    return result;
}

std::array<SharedNumbers, pattern_count> make_shared_numbers() {
    std::array<SharedNumbers, pattern_count> all;
    const std::array<Shape, pattern_count> shapes = make_shapes();
    for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
        SharedNumbers& shared = all[pattern];
        const int numbers = power_of_3(shapes[pattern].length);
        shared.place.resize(static_cast<std::size_t>(numbers));
        for (int number = 0; number < numbers; ++number) {
            const int other = mirrored(number, shapes[pattern]);
            const int place = other < number ? shared.place[static_cast<std::size_t>(other)] : shared.count++;
            shared.place[static_cast<std::size_t>(number)] = static_cast<std::uint16_t>(place);
        }
    }
    return all;
}

// --- by hand

constexpr int fine_disc = disc * weight_unit;

std::int16_t fine(double discs) {
    return static_cast<std::int16_t>(discs * fine_disc);
}

// A corner held, an X square or a C square taken beside an empty corner; seen in the 3x3 block of a corner.
double worth_of_corner(int number) {
    std::array<int, 9> digits{};
    for (int index = 8; index >= 0; --index) {
        digits[static_cast<std::size_t>(index)] = number % 3 - 1;  // -1 first side's, 0 empty, 1 second's
        number /= 3;
    }
    double worth = 0;
    if (digits[0] != 0) {
        worth -= 7.0 * digits[0];
        for (const std::size_t edge : {1U, 3U}) {
            if (digits[edge] == digits[0]) worth -= 1.5 * digits[edge];
        }
    } else {
        worth += 4.5 * digits[4] + 1.5 * (digits[1] + digits[3]);
    }
    return worth;
}

std::shared_ptr<const Weights> make_by_hand() {
    auto weights = std::make_shared<Weights>();
    for (std::size_t phase = 0; phase < phase_count; ++phase) {
        PhaseWeights& made = weights->phases[phase];
        made.patterns.resize(static_cast<std::size_t>(offset_of_pattern.back()));
        const double lateness = static_cast<double>(phase) / (phase_count - 1);
        for (std::size_t count = 0; count < most_moves_counted; ++count) {
            const double moves = static_cast<double>(count);
            made.own_moves[count] = fine((1.2 - 0.4 * lateness) * moves);
            made.others_moves[count] = fine(-(1.2 - 0.4 * lateness) * moves);
        }
        for (std::size_t count = 0; count < most_frontier_counted; ++count) {
            const double points = static_cast<double>(count);
            made.own_prospects[count] = fine(0.35 * (1 - lateness) * points);
            made.others_prospects[count] = fine(-0.35 * (1 - lateness) * points);
        }
        made.parity[1] = fine(1.5 * lateness);
        constexpr std::size_t corner = 9;
        for (int number = 0; number < power_of_3(length_of_pattern[corner]); ++number) {
            made.patterns[static_cast<std::size_t>(offset_of_pattern[corner] + number)] =
                fine(worth_of_corner(number));
        }
    }
    return weights;
}

// --- the file

constexpr std::string_view magic = "TOW1";

class Bytes {
   public:
    explicit Bytes(std::span<const std::byte> bytes) : left_(bytes) {}

    [[nodiscard]] std::span<const std::byte> take(std::size_t count) {
        if (count > left_.size()) throw std::invalid_argument("weights of Othello: the file is too short");
        const std::span<const std::byte> taken = left_.first(count);
        left_ = left_.subspan(count);
        return taken;
    }
    [[nodiscard]] int signed_byte() { return static_cast<std::int8_t>(take(1)[0]); }
    [[nodiscard]] std::int16_t short_number() {
        const auto two = take(2);
        return static_cast<std::int16_t>(std::to_integer<unsigned>(two[0]) | std::to_integer<unsigned>(two[1])
                                                                                 << 8);
    }
    void finish() const {
        if (!left_.empty()) throw std::invalid_argument("weights of Othello: the file is too long");
    }

   private:
    std::span<const std::byte> left_;
};

template <std::size_t size>
void read_numbers(Bytes& bytes, std::array<std::int16_t, size>& numbers) {
    for (std::int16_t& number : numbers) number = bytes.short_number();
}

struct Current {
    std::mutex mutex;
    std::shared_ptr<const Weights> weights;
};

Current& current() {
    static Current current;
    return current;
}

}  // namespace

const std::array<Instance, instance_count>& instances() {
    static const std::array<Instance, instance_count> made = make_instances();
    return made;
}

const FeatureTables& feature_tables() {
    static const FeatureTables made = make_feature_tables();
    return made;
}

const std::array<SharedNumbers, pattern_count>& shared_numbers() {
    static const std::array<SharedNumbers, pattern_count> made = make_shared_numbers();
    return made;
}

std::shared_ptr<const Weights> hand_made_weights() {
    static const std::shared_ptr<const Weights> made = make_by_hand();
    return made;
}

std::shared_ptr<const Weights> read_weights(std::span<const std::byte> bytes) {
    Bytes left(bytes);
    const std::span<const std::byte> head = left.take(magic.size());
    if (!std::equal(head.begin(), head.end(), magic.begin(),
                    [](std::byte byte, char letter) { return std::to_integer<char>(byte) == letter; })) {
        throw std::invalid_argument("weights of Othello: the file is of another kind");
    }
    auto weights = std::make_shared<Weights>();
    for (PhaseWeights& phase : weights->phases) {
        read_numbers(left, phase.own_moves);
        read_numbers(left, phase.others_moves);
        read_numbers(left, phase.own_prospects);
        read_numbers(left, phase.others_prospects);
        read_numbers(left, phase.parity);
        phase.patterns.resize(static_cast<std::size_t>(offset_of_pattern.back()));
        for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
            const SharedNumbers& shared = shared_numbers()[pattern];
            // In sixteenths of a weight for one step of a byte.
            const int scale = left.short_number();
            if (scale < 0) throw std::invalid_argument("weights of Othello: a scale is negative");
            std::vector<std::int16_t> kept(static_cast<std::size_t>(shared.count));
            for (std::int16_t& weight : kept)
                weight = static_cast<std::int16_t>((left.signed_byte() * scale + 8) >> 4);
            for (std::size_t number = 0; number < shared.place.size(); ++number) {
                phase.patterns[static_cast<std::size_t>(offset_of_pattern[pattern]) + number] =
                    kept[shared.place[number]];
            }
        }
    }
    left.finish();
    return weights;
}

std::shared_ptr<const Weights> current_weights() {
    const std::lock_guard guard(current().mutex);
    return current().weights ? current().weights : hand_made_weights();
}

void use_weights(std::shared_ptr<const Weights> weights) {
    const std::lock_guard guard(current().mutex);
    current().weights = std::move(weights);
}

}  // namespace tengen::othello
