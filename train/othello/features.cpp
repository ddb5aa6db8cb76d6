// From samples to what a fit needs of them: the shared number of every instance of a pattern, the small
// counts, and both labels. Writes rows-NN.bin, by the number of discs, and held-NN.bin for every twentieth
// game, which no fit sees; and layout.json, which says how many weights each part has.
//
//   othello-features --out FOLDER FILE...
#include <array>

#include "boards.h"

using namespace tengen;
using namespace tengen::othello;
using namespace tengen::othello::training;

namespace {

constexpr int held_every = 20;

struct Row {
    std::array<std::uint16_t, instance_count> places{};
    std::uint8_t own_moves = 0;
    std::uint8_t others_moves = 0;
    std::uint8_t own_prospects = 0;
    std::uint8_t others_prospects = 0;
    std::uint8_t parity = 0;
    std::int8_t result = 0;
    std::int16_t score = 0;
};
static_assert(sizeof(Row) == 100);

std::uint8_t limited(Discs points, int most) {
    return static_cast<std::uint8_t>(std::min(std::popcount(points), most - 1));
}

Discs beside(Discs discs) {
    const Discs across = discs | (discs << 1 & 0xfefefefefefefefeULL) | (discs >> 1 & 0x7f7f7f7f7f7f7f7fULL);
    return across | across << 8 | across >> 8;
}

Row row_of(const Sample& sample) {
    Row row;
    const Discs empty = ~(sample.mover | sample.waiter);
    for (std::size_t lane = 0; lane < instance_count; ++lane) {
        const Instance& instance = instances()[lane];
        int number = 0;
        for (int index = 0; index < instance.length; ++index) {
            const Discs point = bit(instance.points[static_cast<std::size_t>(index)]);
            number = 3 * number + ((sample.mover & point) != 0 ? 0 : (sample.waiter & point) != 0 ? 2 : 1);
        }
        row.places[lane] = shared_numbers()[static_cast<std::size_t>(instance.pattern)]
                               .place[static_cast<std::size_t>(number)];
    }
    const Board board{sample.mover, sample.waiter};
    row.own_moves = limited(placements(board), most_moves_counted);
    row.others_moves = limited(placements(passed(board)), most_moves_counted);
    row.own_prospects = limited(beside(board.waiter) & empty, most_frontier_counted);
    row.others_prospects = limited(beside(board.mover) & empty, most_frontier_counted);
    row.parity = static_cast<std::uint8_t>(std::popcount(empty) & 1);
    row.result = sample.result;
    row.score = sample.score;
    return row;
}

class Files {
   public:
    Files(const std::string& folder, const std::string& name) {
        for (int discs = 0; discs <= 64; ++discs) {
            std::string path = folder + "/" + name + "-";
            path += static_cast<char>('0' + discs / 10);
            path += static_cast<char>('0' + discs % 10);
            files_.emplace_back(path + ".bin", std::ios::binary);
        }
    }
    void add(int discs, const Row& row) {
        files_[static_cast<std::size_t>(discs)].write(reinterpret_cast<const char*>(&row), sizeof row);
    }

   private:
    std::vector<std::ofstream> files_;
};

void write_layout(const std::string& folder) {
    std::ofstream layout(folder + "/layout.json");
    layout << "{\"phases\": " << phase_count << ", \"disc\": " << disc << ", \"weight_unit\": " << weight_unit
           << ", \"moves\": " << most_moves_counted << ", \"prospects\": " << most_frontier_counted
           << ", \"weights\": [";
    for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
        layout << (pattern == 0 ? "" : ", ") << shared_numbers()[pattern].count;
    }
    layout << "], \"pattern_of_instance\": [";
    for (std::size_t lane = 0; lane < instance_count; ++lane) {
        layout << (lane == 0 ? "" : ", ") << instances()[lane].pattern;
    }
    layout << "]}\n";
}

}  // namespace

int main(int count, char** words) try {
    const std::string folder = Arguments(count, words).text("out", ".");
    write_layout(folder);
    Files rows(folder, "rows");
    Files held(folder, "held");
    long long games = 0;
    for (int index = 1; index < count; ++index) {
        if (std::string(words[index]) == "--out") {
            ++index;
            continue;
        }
        std::ifstream file(words[index], std::ios::binary);
        if (!file) throw std::runtime_error(std::string("cannot read ") + words[index]);
        int discs_before = 64;
        for (Sample sample; file.read(reinterpret_cast<char*>(&sample), sizeof sample);) {
            const int discs = std::popcount(sample.mover | sample.waiter);
            if (discs <= discs_before) ++games;
            discs_before = discs;
            (games % held_every == 0 ? held : rows).add(discs, row_of(sample));
        }
    }
    std::fprintf(stderr, "%lld games\n", games);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "othello-features: %s\n", error.what());
    return 1;
}
