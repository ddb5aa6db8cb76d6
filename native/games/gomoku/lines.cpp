#include "games/gomoku/lines.h"

#include <algorithm>

namespace tengen::gomoku {

namespace {

constexpr std::size_t usual_changes = 16'384;

// Numbers for stones, worked out once.
const std::array<std::array<std::uint64_t, most_points>, 2>& stone_hashes() {
    static const auto made = [] {
        std::array<std::array<std::uint64_t, most_points>, 2> hashes{};
        for (int point = 0; point < most_points; ++point) {
            hashes[0][static_cast<std::size_t>(point)] = stone_hash(point, Colour::black);
            hashes[1][static_cast<std::size_t>(point)] = stone_hash(point, Colour::white);
        }
        return hashes;
    }();
    return made;
}

}  // namespace

Lines::Lines(LineRule rule, int size) : Lines(Board(rule, size)) {}

Lines::Lines(const Board& board) : board_(board), ranks_(board.tables().ranks) {
    begin();
}

void Lines::begin() {
    changes_.reserve(usual_changes);
    near_.emplace_back();
    for (Side& side : sides_) {
        side.counts[class_count] = static_cast<std::int16_t>(points());
        side.counts[0] = static_cast<std::int16_t>(directions * points());
        for (int point = 0; point < points(); ++point) side.sets[0].add(point);
    }
    for (int point = 0; point < points(); ++point) {
        if (board_.cell(point) == 0) {
            empty_.add(point);
            for (int direction = 0; direction < directions; ++direction) {
                set_classes(point, direction, board_.tables().classes[board_.key(point, direction)]);
            }
            continue;
        }
        near_.back() |= board_.geometry().near[at(point)];
        hash_ ^= stone_hashes()[static_cast<std::size_t>(board_.cell(point) - 1)][at(point)];
        ++given_;
    }
}

template <bool is_black>
inline void Lines::set_class(Side& side, int point, int direction, unsigned old, unsigned fresh) {
    --side.counts[old];
    ++side.counts[fresh];
    Shape& shape = side.shapes[at(point)];
    shape = static_cast<Shape>(shape ^ (old ^ fresh) << (4 * direction));
    const Rank rank = ranks_[is_black ? 0 : 1]->rank[shape];
    Rank& known = side.ranks[at(point)];
    if (rank == known) return;
    --side.counts[class_count + static_cast<std::size_t>(known)];
    ++side.counts[class_count + static_cast<std::size_t>(rank)];
    side.sets[static_cast<std::size_t>(known)].remove(point);
    side.sets[static_cast<std::size_t>(rank)].add(point);
    known = rank;
}

inline void Lines::set_classes(int point, int direction, std::uint8_t classes) {
    std::uint8_t& known = classes_[at(point)][static_cast<std::size_t>(direction)];
    const unsigned turned = known ^ classes;
    if ((turned & 15) != 0) set_class<true>(sides_[0], point, direction, known & 15U, classes & 15U);
    if (turned > 15) set_class<false>(sides_[1], point, direction, known >> 4, classes >> 4);
    known = classes;
}

void Lines::make(int point, Colour colour) {
    assert(is_empty(point));
    marks_.push_back(static_cast<std::uint32_t>(changes_.size()));
    history_.push_back(static_cast<std::uint16_t>(point));
    near_.push_back(near_.back() | board_.geometry().near[at(point)]);
    empty_.remove(point);
    hash_ ^= stone_hashes()[static_cast<std::size_t>(index_of(colour))][at(point)];
    for (int direction = 0; direction < directions; ++direction) {
        const std::uint8_t known = classes_[at(point)][static_cast<std::size_t>(direction)];
        if (known == 0) continue;
        changes_.push_back({static_cast<std::uint16_t>(point), static_cast<std::uint8_t>(direction), known});
        set_classes(point, direction, 0);
    }
    const std::uint8_t* table = board_.tables().classes.data();
    board_.put(point, colour, [&](int neighbour, int direction, Key key) {
        const std::uint8_t fresh = table[key];
        const std::uint8_t known = classes_[at(neighbour)][static_cast<std::size_t>(direction)];
        if (fresh == known || board_.cell(neighbour) != 0) return;
        changes_.push_back(
            {static_cast<std::uint16_t>(neighbour), static_cast<std::uint8_t>(direction), known});
        set_classes(neighbour, direction, fresh);
    });
}

void Lines::undo() {
    assert(!history_.empty());
    const int point = history_.back();
    history_.pop_back();
    near_.pop_back();
    hash_ ^= stone_hashes()[static_cast<std::size_t>(board_.cell(point) - 1)][at(point)];
    board_.take(point);
    empty_.add(point);
    while (changes_.size() > marks_.back()) {
        const Change change = changes_.back();
        set_classes(change.point, change.direction, change.classes);
        changes_.pop_back();
    }
    marks_.pop_back();
}

PointSet Lines::defences(Colour colour, int point, Rank rank) const {
    PointSet found;
    found.add(point);
    const Ranks& ranks = *ranks_[static_cast<std::size_t>(index_of(colour))];
    const Geometry& geometry = board_.geometry();
    const Shape whole = shape(colour, point);
    for (int direction = 0; direction < directions; ++direction) {
        const Class held = class_in(whole, direction);
        if (held < Class::four) continue;
        const Geometry::Span span = geometry.spans[at(point)][static_cast<std::size_t>(direction)];
        const Key key = board_.key(point, direction);
        for (int offset = -span.back; offset <= span.ahead; ++offset) {
            const int cell = point + offset * geometry.steps[static_cast<std::size_t>(direction)];
            if (offset == 0 || !is_empty(cell)) continue;
            const Class left =
                board_.tables().class_of(key | static_cast<Key>(other(colour)) << shift_of(offset), colour);
            const auto turned = static_cast<unsigned>(left) ^ static_cast<unsigned>(held);
            const Rank weaker = ranks.rank[static_cast<Shape>(whole ^ turned << (4 * direction))];
            if (weaker < rank || weaker == Rank::foul) found.add(cell);
        }
    }
    return found;
}

bool Lines::check() const {
    Board board(board_.rule(), board_.size());
    for (int point = 0; point < points(); ++point) {
        if (board_.cell(point) != 0) board.put(point, static_cast<Colour>(board_.cell(point)));
    }
    for (int point = 0; point < points(); ++point) {
        for (int direction = 0; direction < directions; ++direction) {
            if (board.key(point, direction) != board_.key(point, direction)) return false;
        }
    }
    const Lines fresh(board);
    const auto is_same = [](const Side& one, const Side& two) {
        return one.shapes == two.shapes && one.ranks == two.ranks && one.sets == two.sets &&
               one.counts == two.counts;
    };
    return is_same(sides_[0], fresh.sides_[0]) && is_same(sides_[1], fresh.sides_[1]) &&
           classes_ == fresh.classes_ && empty_ == fresh.empty_ && near_.back() == fresh.near_.back() &&
           hash_ == fresh.hash_ && stones() == fresh.stones();
}

}  // namespace tengen::gomoku
