// An assertion that does not hold for all threads.
#include "device.h"
#include <cassert>

KERNEL check(const int *in) {
    assert(in[threadIdx.x] >= 0);
}
