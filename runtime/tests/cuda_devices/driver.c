/* A CUDA driver with as many devices as DEVICES says, and nothing else in it. START is what
 * starting it gives, WITHOUT_CONTEXTS leaves the contexts out, FAILING_CONTEXTS lets the first fail. */

static int contexts_made;

int cuInit(unsigned flags) { return flags == 0 ? START : 1; }

int cuDeviceGetCount(int *count) {
    *count = DEVICES;
    return 0;
}

int cuDeviceGet(int *device, int number) {
    *device = number;
    return number < DEVICES ? 0 : 101;
}

int cuGetErrorString(int error, const char **text) {
    *text = error == 2 ? "no memory is left" : "some words";
    return 0;
}

#ifndef WITHOUT_CONTEXTS
static int current[DEVICES + 1];

int cuDevicePrimaryCtxRetain(void **context, int device) {
    contexts_made++;
#ifdef FAILING_CONTEXTS
    if (contexts_made == 1) return 2;
#endif
    *context = &current[device];
    /* A context is made once and kept. */
    return current[device]++ == 0 ? 0 : 999;
}

int cuDevicePrimaryCtxRelease_v2(int device) { return current[device]-- == 1 ? 0 : 999; }

int cuCtxSetCurrent(void *context) { return context == 0 ? 201 : 0; }
#endif
