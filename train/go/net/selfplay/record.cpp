#include "go/net/selfplay/record.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace tengen::go::selfplay {

namespace {

constexpr int most_moves = 3 * most_points;
constexpr int most_half_komi = 2 * 400;
constexpr std::uint8_t suicide_bit = 1;
constexpr std::uint8_t button_bit = 2;

std::uint16_t number_of(Move move, int side) {
    return static_cast<std::uint16_t>(move == pass ? side * side : move);
}

Move move_of(std::uint16_t number, int side) {
    return number == side * side ? pass : static_cast<Move>(number);
}

// --- bytes, the low one first

class Writer {
   public:
    void byte(int number) { bytes_.push_back(static_cast<std::uint8_t>(number)); }
    void word(int number) {
        byte(number & 0xff);
        byte(number >> 8 & 0xff);
    }
    [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(bytes_); }

   private:
    std::vector<std::uint8_t> bytes_;
};

class Reader {
   public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    [[nodiscard]] int byte() {
        if (place_ >= bytes_.size()) throw std::invalid_argument("a record ends too early");
        return bytes_[place_++];
    }
    [[nodiscard]] int word() {
        const int low = byte();
        return low | byte() << 8;
    }
    [[nodiscard]] int at_most(int number, int most) const {
        if (number > most) throw std::invalid_argument("a record holds a number out of bounds");
        return number;
    }
    void pass_over(std::size_t count) {
        if (bytes_.size() - place_ < count) throw std::invalid_argument("a record ends too early");
        place_ += count;
    }
    [[nodiscard]] std::size_t place() const { return place_; }

   private:
    std::span<const std::uint8_t> bytes_;
    std::size_t place_ = 0;
};

void write_rules(const Rules& rules, Writer& writer) {
    writer.byte(rules.size);
    writer.word(static_cast<int>(std::lround(2 * rules.komi)) + most_half_komi);
    writer.byte(rules.handicap);
    writer.byte(static_cast<int>(rules.dead_stones));
    writer.byte(static_cast<int>(rules.ko));
    writer.byte(static_cast<int>(rules.scoring));
    writer.byte(static_cast<int>(rules.tax));
    writer.byte((rules.suicide ? suicide_bit : 0) | (rules.button ? button_bit : 0));
}

Rules read_rules(Reader& reader) {
    Rules rules;
    rules.size = reader.at_most(reader.byte(), most_size);
    if (rules.size < least_size) throw std::invalid_argument("a record holds a board that is too small");
    rules.komi = (reader.at_most(reader.word(), 2 * most_half_komi) - most_half_komi) / 2.0;
    rules.handicap = reader.at_most(reader.byte(), most_fixed_stones(rules.size));
    rules.dead_stones = static_cast<DeadStones>(reader.at_most(reader.byte(), 1));
    rules.ko = static_cast<Ko>(reader.at_most(reader.byte(), 2));
    rules.scoring = static_cast<Scoring>(reader.at_most(reader.byte(), 1));
    rules.tax = static_cast<Tax>(reader.at_most(reader.byte(), 2));
    const int flags = reader.at_most(reader.byte(), suicide_bit | button_bit);
    rules.suicide = (flags & suicide_bit) != 0;
    rules.button = (flags & button_bit) != 0;
    return rules;
}

Policy read_policy(Reader& reader, int side) {
    const int count = reader.at_most(reader.byte(), static_cast<int>(most_targets));
    Policy policy;
    for (int place = 0; place < count; ++place) {
        const int move = reader.at_most(reader.word(), side * side);
        policy.push_back({static_cast<std::uint16_t>(move), static_cast<std::uint8_t>(reader.byte())});
    }
    return policy;
}

template <typename T>
void join(std::vector<T>& ones, const std::vector<T>& others) {
    ones.insert(ones.end(), others.begin(), others.end());
}

template <typename T>
void cut(std::vector<T>& ones, std::size_t count) {
    ones.erase(ones.begin(), ones.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

Policy policy_of(std::span<const Share> improved, int side) {
    assert(!improved.empty());
    Policy policy;
    int left = whole_policy;
    for (const Share& share : improved.subspan(1, std::min(improved.size(), most_targets) - 1)) {
        const int parts = static_cast<int>(share.share * whole_policy + 0.5F);
        if (parts == 0 || parts >= left) break;
        policy.push_back({number_of(share.move, side), static_cast<std::uint8_t>(parts)});
        left -= parts;
    }
    // What the kept ones leave over is the largest one's.
    policy.insert(policy.begin(), {number_of(improved[0].move, side), static_cast<std::uint8_t>(left)});
    return policy;
}

void Samples::append(const Samples& others) {
    join(planes, others.planes);
    join(globals, others.globals);
    join(moves, others.moves);
    join(shares, others.shares);
    join(replies, others.replies);
    join(results, others.results);
    join(leads, others.leads);
    join(owners, others.owners);
    join(are_counted, others.are_counted);
}

void Samples::drop(std::size_t count) {
    cut(planes, count * packed_bytes(side));
    cut(globals, count * global_count);
    cut(moves, count * most_targets);
    cut(shares, count * most_targets);
    cut(replies, count);
    cut(results, count);
    cut(leads, count);
    cut(owners, count * static_cast<std::size_t>(side * side));
    cut(are_counted, count);
}

void Recorder::note(const Game& game, const View& view, Policy policy) {
    Note note{.ply = game.moves().size(),
              .mover = game.position().to_move(),
              .planes = {},
              .policy = std::move(policy)};
    note.planes.resize(packed_bytes(view.planes.side));
    pack(view.planes, note.planes.data());
    note.globals = view.planes.globals;
    notes_.push_back(std::move(note));
}

Samples Recorder::samples(const Game& game) const {
    assert(game.is_over());
    const int side = game.rules().size;
    const double lead = game.lead();
    const std::vector<std::int8_t> owners = owners_of(game.position().cells(), side);
    Samples samples;
    samples.side = side;
    for (const Note& note : notes_) {
        const int sign = note.mover == Colour::black ? 1 : -1;
        join(samples.planes, note.planes);
        samples.globals.insert(samples.globals.end(), note.globals.begin(), note.globals.end());
        for (std::size_t place = 0; place < most_targets; ++place) {
            const Target target = place < note.policy.size() ? note.policy[place] : Target{};
            samples.moves.push_back(target.move);
            samples.shares.push_back(target.share);
        }
        const bool is_last = note.ply + 1 >= game.moves().size();
        samples.replies.push_back(is_last ? static_cast<std::uint16_t>(side * side + 1)
                                          : number_of(game.moves()[note.ply + 1], side));
        samples.results.push_back(static_cast<std::int8_t>(sign * ((lead > 0) - (lead < 0))));
        samples.leads.push_back(static_cast<std::int16_t>(sign * std::lround(2 * lead)));
        for (const std::int8_t owner : owners) {
            samples.owners.push_back(static_cast<std::int8_t>(sign * owner));
        }
        samples.are_counted.push_back(game.is_cut() ? 0 : 1);
    }
    return samples;
}

std::vector<std::uint8_t> Recorder::record(const Game& game) const {
    Writer writer;
    write_rules(game.rules(), writer);
    std::size_t policies = 0;
    for (const Note& note : notes_) policies += note.policy.size();
    // Told first, so that whoever looks for the next record need not read this one.
    const std::size_t bytes = 3 * (game.moves().size() + policies);
    writer.word(static_cast<int>(game.moves().size()));
    writer.word(static_cast<int>(bytes & 0xffff));
    writer.word(static_cast<int>(bytes >> 16));
    auto note = notes_.begin();
    for (std::size_t ply = 0; ply < game.moves().size(); ++ply) {
        writer.word(number_of(game.moves()[ply], game.rules().size));
        const bool is_noted = note != notes_.end() && note->ply == ply;
        writer.byte(is_noted ? static_cast<int>(note->policy.size()) : 0);
        if (!is_noted) continue;
        for (const Target& target : note->policy) {
            writer.word(target.move);
            writer.byte(target.share);
        }
        ++note;
    }
    return writer.take();
}

Extent extent_of(std::span<const std::uint8_t> bytes) {
    Reader reader(bytes);
    const Rules rules = read_rules(reader);
    (void)reader.at_most(reader.word(), most_moves);
    const int low = reader.word();
    reader.pass_over(static_cast<std::size_t>(low | reader.word() << 16));
    return {reader.place(), rules.size};
}

std::size_t replay(std::span<const std::uint8_t> bytes, Samples& samples) {
    const Extent extent = extent_of(bytes);
    Reader reader(bytes.first(extent.bytes));
    Game game(read_rules(reader));
    const int side = game.rules().size;
    Recorder recorder;
    const int count = reader.word();
    reader.pass_over(4);
    for (int ply = 0; ply < count; ++ply) {
        const Move move =
            move_of(static_cast<std::uint16_t>(reader.at_most(reader.word(), side * side)), side);
        Policy policy = read_policy(reader, side);
        if (game.is_over() || !game.position().is_legal(move)) {
            throw std::invalid_argument("a record holds a move that is not legal");
        }
        if (!policy.empty()) {
            recorder.note(game, view_of(game.position(), game.moves()), std::move(policy));
        }
        game.play(move);
    }
    if (!game.is_over() || reader.place() != extent.bytes) {
        throw std::invalid_argument("a record does not end where its game does");
    }
    samples.side = side;
    samples.append(recorder.samples(game));
    return extent.bytes;
}

}  // namespace tengen::go::selfplay
