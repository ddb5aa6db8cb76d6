// Go's net as it plays: its file, and what it says of planes. Knows no search. How it is trained, and the
// file, are told in train/go/net/README.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/go/planes.h"
#include "search/int8.h"

namespace tengen::go {

// Everything from the mover's side.
struct NetAnswer {
    // How likely each point is the next move, row by row, then the pass. Nothing is known of legality.
    std::array<float, most_points + 1> policy{};
    float won = 0;
    float drawn = 0;
    float lost = 0;
    float lead = 0;                              // points
    float spread = 0;                            // of the lead, in points
    std::array<float, most_points> ownership{};  // from -1 to 1

    friend bool operator==(const NetAnswer&, const NetAnswer&) = default;
};

// For boards of 5x5 to 19x19. Never changes, so that threads can share it.
class Net {
   public:
    // Throws std::invalid_argument for bytes that are no such net, are damaged or see other features.
    explicit Net(std::span<const std::byte> file, const int8::Kernel& kernel = int8::kernel());

    // The smallest boards it was trained on; it plays larger ones, up to 19x19.
    [[nodiscard]] int least_side() const { return least_side_; }

    // Memory for the work on one board at a time: one for each thread.
    class Desk;

    // The same on every machine, whichever kernel it is.
    [[nodiscard]] NetAnswer ask(const Planes& planes, Desk& desk) const;

   private:
    // A product of a vector with a matrix, and a vector added.
    struct Layer {
        std::vector<float> weights;
        std::vector<float> bias;

        [[nodiscard]] std::vector<float> of(std::span<const float> in) const;
    };
    struct Block {
        int8::Lined<std::int8_t> first;
        int8::Lined<std::int8_t> second;
        int8::Affine first_affine;
        int8::Affine second_affine;
        Layer whole;     // of the pooled stream; empty where the block sees only what is near
        float into = 0;  // from the stream after it to activations
    };
    class Reader;

    void run_trunk(const Planes& planes, Desk& desk) const;
    void tell_policy(const int8::Grid& grid, Desk& desk, NetAnswer& answer) const;
    void tell_value(const int8::Grid& grid, Desk& desk, NetAnswer& answer) const;

    const int8::Kernel& kernel_;
    int least_side_ = most_size;
    std::vector<float> stem_rows_;
    Layer stem_globals_;
    float stem_into_ = 0;
    std::vector<Block> blocks_;
    Layer heads_;  // of each point: for the policy of points, for the policy of all, for the value
    Layer policy_whole_;
    Layer policy_point_;
    Layer policy_pass_;
    Layer value_hidden_;
    Layer value_out_;
    Layer ownership_;
};

class Net::Desk {
   public:
    // Takes the memory for boards of this side now; else the first question does.
    void take(int side);

   private:
    friend class Net;

    int side_ = 0;
    std::vector<std::uint32_t> marks_;
    int8::Lined<std::uint8_t> activations_;
    int8::Lined<std::uint8_t> inner_;
    int8::Lined<float> stream_;
    int8::Lined<float> heads_;
};

// The net for new searchers: what was loaded last, null where nothing was.
[[nodiscard]] std::shared_ptr<const Net> current_net();
void use_net(std::shared_ptr<const Net> net);
// That net if it plays such boards, else null.
[[nodiscard]] std::shared_ptr<const Net> net_for(int side);

}  // namespace tengen::go
