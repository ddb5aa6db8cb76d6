// Games of a program against itself, as rows to learn from: the counts of both sides in quiet positions, who
// won, and what the search thought.
//
//   gomoku-generate --line RULE --games N --seed S --nodes N --weights FILE --out FILE
#include "play.h"

using namespace tengen;
using namespace tengen::gomoku;
using namespace tengen::gomoku::training;

namespace {

struct Row {
    Counts own{};
    Counts other{};
    std::int16_t score = 0;   // the side to move's
    std::int8_t result = 0;   // 1 the side to move won, -1 it lost
    std::uint8_t mover = 0;   // 1 black, 2 white
    std::uint8_t stones = 0;  // 255 and more are one
    std::array<std::uint8_t, 3> unused{};
};
static_assert(sizeof(Row) == 136);

// Nobody wins by force at once, so that what counts is how the stones stand.
bool is_quiet(const Lines& lines, const Thought& thought) {
    if (is_decided(thought.value)) return false;
    for (const Colour colour : {Colour::black, Colour::white}) {
        if (lines.count(colour, Rank::five) + lines.count(colour, Rank::open_four) > 0) return false;
    }
    return true;
}

void play(Thinker& thinker, Rng& rng, const Rules& rules, std::int64_t nodes, std::vector<Row>& rows) {
    GomokuPosition position = even_beginning(rules, rng, thinker, value_unit);
    const std::size_t first = rows.size();
    std::optional<Colour> winner;
    while (!position.is_over()) {
        const Thought thought = thinker.think(position, nodes);
        const Colour mover = position.next_stone();
        if (is_decided(thought.value)) {
            winner = thought.value > 0 ? mover : other(mover);
            // What is seen to be won is won; the rest would teach nothing.
            break;
        }
        const Lines lines(position.board());
        if (is_quiet(lines, thought)) {
            rows.push_back({lines.counts(mover),
                            lines.counts(other(mover)),
                            static_cast<std::int16_t>(thought.value),
                            0,
                            static_cast<std::uint8_t>(mover),
                            static_cast<std::uint8_t>(std::min(position.stones(), 255)),
                            {}});
        }
        position.play(thought.move);
    }
    if (position.is_over()) winner = position.result().winner;
    for (std::size_t index = first; index < rows.size(); ++index) {
        if (winner) rows[index].result = rows[index].mover == static_cast<std::uint8_t>(*winner) ? 1 : -1;
    }
}

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    const long long games = arguments.number("games", 1000);
    Rules rules;
    rules.line = rule_named(arguments.text("line", "freestyle"));
    Thinker thinker(weights_of(arguments.text("weights", "")));
    Rng rng(static_cast<std::uint64_t>(arguments.number("seed", 1)));
    std::ofstream out(arguments.text("out", "rows.bin"), std::ios::binary);
    if (!out) throw std::runtime_error("cannot write the rows");
    std::vector<Row> rows;
    for (long long game = 0; game < games; ++game) {
        play(thinker, rng, rules, arguments.number("nodes", 2'000), rows);
        if (rows.size() > 10'000 || game + 1 == games) {
            out.write(reinterpret_cast<const char*>(rows.data()),
                      static_cast<std::streamsize>(rows.size() * sizeof(Row)));
            rows.clear();
            std::fprintf(stderr, "\r%lld of %lld games", game + 1, games);
        }
    }
    std::fputc('\n', stderr);
    return out.good() ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "gomoku-generate: %s\n", error.what());
    return 1;
}
