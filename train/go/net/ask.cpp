// The net as it plays, asked from Python (played.py): what it says of rows of planes, by any kernel, and how
// long that takes. Doors are plain functions of plain numbers.
#include <algorithm>
#include <cstring>
#include <ctime>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "games/go/net.h"

using namespace tengen;
using namespace tengen::go;

namespace {

struct Asked {
    Net net;
    Net::Desk desk;
};

Planes planes_at(int side, const std::uint8_t* row, const float* numbers) {
    const std::size_t points = static_cast<std::size_t>(side * side);
    const std::size_t bytes = (points + 7) / 8;
    Planes planes;
    planes.side = side;
    for (Move point = 0; point < side * side; ++point) add(planes[Plane::ones], point);
    for (std::size_t plane = 1; plane < plane_count; ++plane, row += bytes) {
        std::memcpy(planes.sets[plane].data(), row, bytes);
    }
    std::copy(numbers, numbers + global_count, planes.globals.begin());
    return planes;
}

}  // namespace

#define TENGEN_DOOR extern "C" __attribute__((visibility("default")))

// The names of the instruction sets with a kernel, with a space after each. Valid until the next call.
TENGEN_DOOR const char* net_kernels() {
    static std::string names;
    names.clear();
    for (const int8::NamedKernel& one : int8::available_kernels())
        names += std::string(name_of(one.isa)) + " ";
    return names.c_str();
}

// A net with the kernel of that number, or null for bytes that are none.
TENGEN_DOOR void* net_open(const void* bytes, long long size, int kernel) {
    try {
        const auto kernels = int8::available_kernels();
        const std::span file(static_cast<const std::byte*>(bytes), static_cast<std::size_t>(size));
        return new Asked{Net(file, *kernels.at(static_cast<std::size_t>(kernel)).kernel), {}};
    } catch (const std::exception&) {
        return nullptr;
    }
}

TENGEN_DOOR void net_close(void* asked) {
    delete static_cast<Asked*>(asked);
}

// Of `count` rows, one after another: the policy with the pass, then won, drawn, lost, lead and spread, then
// the ownership, all of it in `answers`. Returns the CPU seconds that it took.
TENGEN_DOOR double net_ask(void* opened, int side, long long count, const std::uint8_t* rows,
                           const float* numbers, float* answers) {
    auto& asked = *static_cast<Asked*>(opened);
    const int points = side * side;
    const std::size_t row_bytes = (plane_count - 1) * ((static_cast<std::size_t>(points) + 7) / 8);
    double seconds = 0;
    for (long long each = 0; each < count; ++each, rows += row_bytes, numbers += global_count) {
        const Planes planes = planes_at(side, rows, numbers);
        const std::clock_t begin = std::clock();
        const NetAnswer answer = asked.net.ask(planes, asked.desk);
        seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        answers = std::copy(answer.policy.begin(), answer.policy.begin() + points + 1, answers);
        for (const float value : {answer.won, answer.drawn, answer.lost, answer.lead, answer.spread})
            *answers++ = value;
        answers = std::copy(answer.ownership.begin(), answer.ownership.begin() + points, answers);
    }
    return seconds;
}
