#include "games/gomoku/board.h"

#include <algorithm>
#include <cassert>
#include <memory>

namespace tengen::gomoku {

namespace {

std::unique_ptr<const Geometry> make_geometry(int size) {
    auto geometry = std::make_unique<Geometry>();
    geometry->size = size;
    geometry->points = size * size;
    constexpr std::array<std::array<int, 2>, directions> ways{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
    const auto is_on = [size](int x, int y) { return x >= 0 && x < size && y >= 0 && y < size; };
    for (std::size_t way = 0; way < ways.size(); ++way) {
        const auto [dx, dy] = ways[way];
        geometry->steps[way] = dx + dy * size;
        for (int point = 0; point < size * size; ++point) {
            const int x = point % size;
            const int y = point / size;
            Geometry::Span& span = geometry->spans[static_cast<std::size_t>(point)][way];
            Key& walls = geometry->walls[static_cast<std::size_t>(point)][way];
            for (int step = 1; step <= reach; ++step) {
                if (is_on(x + dx * step, y + dy * step)) {
                    ++span.ahead;
                } else {
                    walls |= wall << shift_of(step);
                }
                if (is_on(x - dx * step, y - dy * step)) {
                    ++span.back;
                } else {
                    walls |= wall << shift_of(-step);
                }
            }
            for (int step = -2; step <= 2; ++step) {
                if (step != 0 && is_on(x + dx * step, y + dy * step)) {
                    geometry->near[static_cast<std::size_t>(point)].add(point + step * geometry->steps[way]);
                }
            }
        }
    }
    for (int point = 0; point < size * size; ++point) {
        for (int dy = -3; dy <= 3; ++dy) {
            for (int dx = -3; dx <= 3; ++dx) {
                if (is_on(point % size + dx, point / size + dy)) {
                    geometry->around[static_cast<std::size_t>(point)].add(point + dx + dy * size);
                }
            }
        }
    }
    return geometry;
}

}  // namespace

const Geometry& geometry_of(int size) {
    assert(size >= least_size && size <= most_size);
    static const auto all = [] {
        std::array<std::unique_ptr<const Geometry>, most_size + 1> made;
        for (int one = least_size; one <= most_size; ++one) {
            made[static_cast<std::size_t>(one)] = make_geometry(one);
        }
        return made;
    }();
    return *all[static_cast<std::size_t>(size)];
}

std::vector<int> centre_of(int size) {
    std::vector<int> points;
    for (int y = (size - 1) / 2; y <= size / 2; ++y) {
        for (int x = (size - 1) / 2; x <= size / 2; ++x) points.push_back(y * size + x);
    }
    return points;
}

Board::Board(LineRule rule, int size)
    : rule_(rule), geometry_(&geometry_of(size)), tables_(&tables_of(rule)), keys_(geometry_->walls) {}

bool Board::makes_line(int point, Colour colour) const {
    for (int direction = 0; direction < directions; ++direction) {
        if (class_at(point, direction, colour) == Class::five) return true;
    }
    return false;
}

Board::Look Board::look(int point) {
    int fours = 0;
    bool is_overline = false;
    std::array<int, directions> threes{};
    std::size_t three_count = 0;
    for (int direction = 0; direction < directions; ++direction) {
        switch (class_at(point, direction, Colour::black)) {
            case Class::five:
                return {Foul::none, true};
            case Class::overline:
                is_overline = true;
                break;
            case Class::double_four:
                fours += 2;
                break;
            case Class::four:
            case Class::open_four:
                ++fours;
                break;
            case Class::three:
            case Class::three_wide:
                threes[three_count++] = direction;
                break;
            default:
                break;
        }
    }
    if (is_overline) return {Foul::overline, false};
    if (fours >= 2) return {Foul::double_four, false};
    if (three_count < 2 || !has_two_threes(point, std::span(threes).first(three_count))) return {};
    return {Foul::double_three, false};
}

// Whether two of these rows can become straight fours by stones that Black may play after this.
bool Board::has_two_threes(int point, std::span<const int> threes) {
    put(point, Colour::black);
    int real = 0;
    for (const int direction : threes) {
        const std::size_t way = static_cast<std::size_t>(direction);
        const Geometry::Span span = geometry_->spans[static_cast<std::size_t>(point)][way];
        const auto is_real = [&](int sign, int most) {
            for (int away = 1; away <= std::min(most, 3); ++away) {
                const int maker = point + sign * away * geometry_->steps[way];
                if (cell(maker) == static_cast<std::uint8_t>(Colour::black)) continue;
                // A gap ends the row: what lies behind is no part of it.
                if (cell(maker) != 0) return false;
                if (class_at(maker, direction, Colour::black) != Class::open_four) return false;
                const Look made = look(maker);
                return made.foul == Foul::none && !made.is_five;
            }
            return false;
        };
        if (is_real(-1, span.back) || is_real(1, span.ahead)) ++real;
        if (real == 2) break;
    }
    take(point);
    return real >= 2;
}

}  // namespace tengen::gomoku
