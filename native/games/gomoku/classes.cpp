#include "games/gomoku/classes.h"

#include <algorithm>

namespace tengen::gomoku {

namespace {

constexpr std::uint8_t unknown = 0xff;

[[nodiscard]] Key cell_at(Key key, int offset) {
    return key >> shift_of(offset) & 3;
}

[[nodiscard]] Key with(Key key, int offset, Colour colour) {
    return key | static_cast<Key>(colour) << shift_of(offset);
}

// Works out the classes of one side. A stone more on a key's cells is another key, so every class comes of
// better ones.
class Classifier {
   public:
    Classifier(LineRule rule, Colour colour)
        : rule_(rule),
          colour_(colour),
          forbids_(rule == LineRule::renju && colour == Colour::black),
          known_(std::size_t{1} << key_bits, unknown) {}

    [[nodiscard]] Class of(Key key) {
        if (known_[key] == unknown) known_[key] = static_cast<std::uint8_t>(worked_out(key));
        return static_cast<Class>(known_[key]);
    }

   private:
    [[nodiscard]] Class worked_out(Key key) {
        const auto own = static_cast<Key>(colour_);
        int ahead = 0;
        int back = 0;
        while (ahead < reach && cell_at(key, ahead + 1) == own) ++ahead;
        while (back < reach && cell_at(key, -back - 1) == own) ++back;
        const int length = 1 + ahead + back;
        if (length >= five_length) {
            const auto other_side = static_cast<Key>(other(colour_));
            const bool is_closed = length == five_length && cell_at(key, ahead + 1) == other_side &&
                                   cell_at(key, -back - 1) == other_side;
            if (is_won_by(rule_, colour_, length, is_closed)) return Class::five;
            return forbids_ ? Class::overline : Class::none;
        }
        std::array<int, class_count> ways{};
        int first = 0;
        int last = 0;
        for (int offset = 1 - five_length; offset < five_length; ++offset) {
            if (offset == 0 || cell_at(key, offset) != 0) continue;
            const Class next = of(with(key, offset, colour_));
            ++ways[static_cast<std::size_t>(next)];
            if (next != Class::five) continue;
            if (ways[static_cast<std::size_t>(next)] == 1) first = offset;
            last = offset;
        }
        const auto in = [&ways](Class one) { return ways[static_cast<std::size_t>(one)]; };
        if (in(Class::five) > 0) return four_of(key, in(Class::five), last - first);
        if (in(Class::open_four) > 0) return in(Class::open_four) > 1 ? Class::three_wide : Class::three;
        if (in(Class::four) > 0) return in(Class::four) > 2 ? Class::closed_three_wide : Class::closed_three;
        const int threes = in(Class::three) + in(Class::three_wide);
        if (threes > 0) {
            return threes > 3 ? Class::open_two_free : threes > 2 ? Class::open_two_wide : Class::open_two;
        }
        const int closed = in(Class::closed_three) + in(Class::closed_three_wide);
        if (closed > 0) return closed > 3 ? Class::closed_two_wide : Class::closed_two;
        const int twos = in(Class::open_two) + in(Class::open_two_wide) + in(Class::open_two_free);
        return twos > 0 ? Class::one : Class::none;
    }

    [[nodiscard]] Class four_of(Key key, int fives, int apart) {
        if (fives == 1) return Class::four;
        // Two points that are five apart are the ends of one straight four; any other two complete two fours.
        if (forbids_) return apart == five_length ? Class::open_four : Class::double_four;
        // One stone of the other side may close a line at its end and so take two fives away.
        if (rule_ == LineRule::caro) {
            for (int offset = -reach; offset <= reach; ++offset) {
                if (offset == 0 || cell_at(key, offset) != 0) continue;
                if (of(with(key, offset, other(colour_))) < Class::four) return Class::four;
            }
        }
        return Class::open_four;
    }

    LineRule rule_;
    Colour colour_;
    bool forbids_;
    std::vector<std::uint8_t> known_;
};

// Keys of the cells that may be: behind an edge there are only edges.
template <typename Visit>
void for_each_key(const Visit& visit) {
    for (Key key = 0; key < Key{1} << key_bits; ++key) {
        bool is_possible = true;
        for (int offset = 1; offset < reach && is_possible; ++offset) {
            is_possible = (cell_at(key, offset) != wall || cell_at(key, offset + 1) == wall) &&
                          (cell_at(key, -offset) != wall || cell_at(key, -offset - 1) == wall);
        }
        if (is_possible) visit(key);
    }
}

std::unique_ptr<const Ranks> make_ranks(bool forbids) {
    auto ranks = std::make_unique<Ranks>();
    for (std::uint32_t shape = 0; shape < 1 << 16; ++shape) {
        std::array<int, class_count> held{};
        for (int direction = 0; direction < directions; ++direction) {
            ++held[static_cast<std::size_t>(class_in(static_cast<Shape>(shape), direction))];
        }
        const auto in = [&held](Class one) { return held[static_cast<std::size_t>(one)]; };
        const int threes = in(Class::three) + in(Class::three_wide);
        const int doubles = in(Class::double_four);
        const int fours = in(Class::four) + in(Class::open_four) + 2 * doubles;
        const int twos = in(Class::open_two) + in(Class::open_two_wide) + in(Class::open_two_free) +
                         in(Class::closed_three) + in(Class::closed_three_wide);
        Rank rank = Rank::quiet;
        if (in(Class::five) > 0) {
            rank = Rank::five;
        } else if (forbids && (in(Class::overline) > 0 || fours > 1)) {
            rank = Rank::foul;
        } else if (in(Class::open_four) > 0 || fours > 1) {
            rank = Rank::open_four;
        } else if (fours > 0) {
            rank = threes > 0 ? Rank::four_three : Rank::four;
        } else if (threes > 0) {
            rank = threes > 1 ? Rank::double_three : Rank::three;
        } else if (twos > 0) {
            rank = Rank::two;
        }
        ranks->rank[shape] = rank;
        ranks->is_suspect[shape] = forbids && threes > 1 && rank < Rank::five;
    }
    return ranks;
}

const Ranks& ranks_with(bool forbids) {
    static const std::unique_ptr<const Ranks> free = make_ranks(false);
    static const std::unique_ptr<const Ranks> restricted = make_ranks(true);
    return forbids ? *restricted : *free;
}

Tables make_tables(LineRule rule) {
    Tables tables;
    tables.classes.resize(std::size_t{1} << key_bits);
    Classifier black(rule, Colour::black);
    Classifier white(rule, Colour::white);
    for_each_key([&](Key key) {
        tables.classes[key] = static_cast<std::uint8_t>(static_cast<unsigned>(black.of(key)) |
                                                        static_cast<unsigned>(white.of(key)) << 4);
    });
    tables.ranks = {&ranks_with(rule == LineRule::renju), &ranks_with(false)};
    return tables;
}

}  // namespace

const Tables& tables_of(LineRule rule) {
    // Each is made only where its rule is played.
    switch (rule) {
        case LineRule::standard: {
            static const Tables standard = make_tables(LineRule::standard);
            return standard;
        }
        case LineRule::renju: {
            static const Tables renju = make_tables(LineRule::renju);
            return renju;
        }
        case LineRule::caro: {
            static const Tables caro = make_tables(LineRule::caro);
            return caro;
        }
        case LineRule::freestyle:
            break;
    }
    static const Tables freestyle = make_tables(LineRule::freestyle);
    return freestyle;
}

}  // namespace tengen::gomoku
