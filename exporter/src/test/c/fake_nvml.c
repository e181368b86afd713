/*
 * A double of libnvidia-ml.so.1: real exported functions with NVML's signatures, which do what a script says
 * (script.h). Devices are `gpu0` to `gpuN-1` with `system gpus N`; what a device has is a line of its own:
 *
 *     gpu0 uuid GPU-...           gpu0 temperature 45          gpu0 field.138 1000+250000/s
 *     gpu0 mig 1                  gpu0/mig0 uuid MIG-...        gpu0/mig0 gi 1
 *     gpu0 gpm.2 50               gpu0/gi1 gpm.2 50             gpu0 link0 1
 *     gpu0 process0 compute 4711 1073741824                     gpu0 sample0 4711 40
 *     gpu0 busy 57
 *     system event 7 0 8 79 3     (the seventh: GPU 0, type 8, data 79, three times)
 *
 * It is as strict as the real one: it says so when it is not initialized, when a structure's version is wrong, when a
 * handle is not one of its own, and it counts what it handed out and did not get back.
 */
#include "script.h"
#include <fcntl.h>
#include <sys/mman.h>
#include "nvml_abi.h"

#define PUBLIC __attribute__((visibility("default")))

enum { GPUS = 32, MIGS = 16, MAGIC = 0x6e766d6c };
enum { UNINITIALIZED = 1, INVALID = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, TOO_SMALL = 7, TIMEOUT = 10, LIBRARY_NOT_FOUND = 12, WRONG_VERSION = 25 };

typedef struct {
    int magic;
    char scope[32];
    int gpu;
    int mig; /* -1: the GPU itself */
} device;

static device devices[GPUS][MIGS + 1];
static int gpus_at_init;
static long initialized;
static long held_samples;
static long held_sets;
static long next_event;
static long delivered;

/* What was handed out and not given back, and sessions that were not shut down. */
PUBLIC long double_held(void) {
    return held_samples + held_sets + initialized;
}

static int enter(const char *name) {
    int code = called("system", name);
    return code != SCRIPT_OK ? code : initialized > 0 ? 0 : UNINITIALIZED;
}

static bool is_ours(nvmlDevice_t handle) {
    return (char *)handle >= (char *)devices && (char *)handle < (char *)devices + sizeof devices
           && ((device *)handle)->magic == MAGIC;
}

static int enter_device(nvmlDevice_t handle, const char *name) {
    if (initialized <= 0) {
        script_count(name);
        return UNINITIALIZED;
    }
    if (!is_ours(handle)) {
        script_count(name);
        return INVALID;
    }
    script_refresh();
    /* A GPU that is not there any more. */
    char gone[32];
    snprintf(gone, sizeof gone, "gpu%d", ((device *)handle)->gpu);
    answer lost = ask(gone, "lost");
    int code = called(((device *)handle)->scope, name);
    return code != SCRIPT_OK ? code : lost.code > 0 ? lost.code : 0;
}

static const char *scope(nvmlDevice_t handle) {
    return ((device *)handle)->scope;
}

#define ENTER(name) \
    do { \
        int entered = enter(name); \
        if (entered) return entered; \
    } while (0)
#define ENTER_DEVICE(handle, name) \
    do { \
        int entered = enter_device(handle, name); \
        if (entered) return entered; \
    } while (0)

static int code_of(answer said) {
    return said.code == SCRIPT_SILENT ? NOT_SUPPORTED : said.code;
}

static int put_u32(nvmlDevice_t handle, const char *key, u32 *to) {
    answer said = ask(scope(handle), key);
    if (said.code == SCRIPT_OK) {
        *to = (u32)(long long)said.number;
    }
    return code_of(said);
}

static int put_u64(nvmlDevice_t handle, const char *key, u64 *to) {
    answer said = ask(scope(handle), key);
    if (said.code == SCRIPT_OK) {
        *to = (u64)said.number;
    }
    return code_of(said);
}

static int put_text(const char *of, const char *key, char *to, u32 length) {
    answer said = ask(of, key);
    if (said.code == SCRIPT_OK) {
        if (strlen(said.text) >= length) {
            return TOO_SMALL;
        }
        copy_text(to, length, said.text);
    }
    return code_of(said);
}

/* ---- the library and the driver ---- */

/* Held from the first initialization to the last shutdown, as NVML holds the driver's. */
static int device_file = -1;

static void open_device(void) {
    char path[sizeof script_path + 8];
    snprintf(path, sizeof path, "%s.device", script_path);
    device_file = open(path, O_RDWR | O_CREAT, 0600);
}

PUBLIC int nvmlInit_v2(void) {
    int code = called("system", "nvmlInit_v2");
    if (code == 0) {
        if (initialized++ == 0) {
            open_device();
        }
        gpus_at_init = (int)number("system", "gpus", 0);
        for (int gpu = 0; gpu < GPUS; gpu++) {
            for (int mig = -1; mig < MIGS; mig++) {
                device *made = &devices[gpu][mig + 1];
                made->magic = gpu < gpus_at_init ? MAGIC : 0;
                made->gpu = gpu;
                made->mig = mig;
                if (mig < 0) {
                    snprintf(made->scope, sizeof made->scope, "gpu%d", gpu);
                } else {
                    snprintf(made->scope, sizeof made->scope, "gpu%d/mig%d", gpu, mig);
                }
            }
        }
    }
    return code;
}

PUBLIC int nvmlShutdown(void) {
    ENTER("nvmlShutdown");
    if (--initialized == 0) {
        close(device_file);
    }
    return 0;
}

PUBLIC int nvmlSystemGetDriverVersion(char *version, u32 length) {
    ENTER("nvmlSystemGetDriverVersion");
    return put_text("system", "driver", version, length);
}

PUBLIC int nvmlSystemGetNVMLVersion(char *version, u32 length) {
    ENTER("nvmlSystemGetNVMLVersion");
    return put_text("system", "nvml", version, length);
}

static int put_cuda_version(const char *key, int *version) {
    answer said = ask("system", key);
    if (said.code == SCRIPT_OK) {
        *version = (int)said.number;
    }
    return code_of(said);
}

PUBLIC int nvmlSystemGetCudaDriverVersion(int *version) {
    ENTER("nvmlSystemGetCudaDriverVersion");
    return put_cuda_version("cuda", version);
}

/* By libcuda.so.1, which need not be there. */
PUBLIC int nvmlSystemGetCudaDriverVersion_v2(int *version) {
    ENTER("nvmlSystemGetCudaDriverVersion_v2");
    return ask("system", "libcuda").code == SCRIPT_OK ? put_cuda_version("libcuda", version) : LIBRARY_NOT_FOUND;
}

/* ---- which devices there are ---- */

PUBLIC int nvmlDeviceGetCount_v2(u32 *count) {
    ENTER("nvmlDeviceGetCount_v2");
    *count = (u32)gpus_at_init;
    return 0;
}

PUBLIC int nvmlDeviceGetHandleByIndex_v2(u32 index, nvmlDevice_t *handle) {
    ENTER("nvmlDeviceGetHandleByIndex_v2");
    if (index >= (u32)gpus_at_init) {
        return INVALID;
    }
    int code = called(devices[index][0].scope, "handle");
    if (code == 0) {
        *handle = &devices[index][0];
    }
    return code;
}

PUBLIC int nvmlDeviceGetUUID(nvmlDevice_t handle, char *uuid, u32 length) {
    ENTER_DEVICE(handle, "nvmlDeviceGetUUID");
    return put_text(scope(handle), "uuid", uuid, length);
}

PUBLIC int nvmlDeviceGetName(nvmlDevice_t handle, char *name, u32 length) {
    ENTER_DEVICE(handle, "nvmlDeviceGetName");
    return put_text(scope(handle), "name", name, length);
}

PUBLIC int nvmlDeviceGetMinorNumber(nvmlDevice_t handle, u32 *number) {
    ENTER_DEVICE(handle, "nvmlDeviceGetMinorNumber");
    return put_u32(handle, "minor", number);
}

PUBLIC int nvmlDeviceGetSerial(nvmlDevice_t handle, char *serial, u32 length) {
    ENTER_DEVICE(handle, "nvmlDeviceGetSerial");
    return put_text(scope(handle), "serial", serial, length);
}

PUBLIC int nvmlDeviceGetVbiosVersion(nvmlDevice_t handle, char *version, u32 length) {
    ENTER_DEVICE(handle, "nvmlDeviceGetVbiosVersion");
    return put_text(scope(handle), "vbios", version, length);
}

/* As the field of the same meaning says. */
PUBLIC int nvmlDeviceGetEccMode(nvmlDevice_t handle, u32 *current, u32 *pending) {
    ENTER_DEVICE(handle, "nvmlDeviceGetEccMode");
    int code = put_u32(handle, "field.1", current);
    *pending = (u32)number(scope(handle), "ecc_pending", *current);
    return code;
}

PUBLIC int nvmlDeviceGetInforomImageVersion(nvmlDevice_t handle, char *version, u32 length) {
    ENTER_DEVICE(handle, "nvmlDeviceGetInforomImageVersion");
    return put_text(scope(handle), "inforom", version, length);
}

PUBLIC int nvmlDeviceGetInforomVersion(nvmlDevice_t handle, int object, char *version, u32 length) {
    ENTER_DEVICE(handle, "nvmlDeviceGetInforomVersion");
    char key[16];
    snprintf(key, sizeof key, "inforom%d", object);
    return put_text(scope(handle), key, version, length);
}

PUBLIC int nvmlDeviceGetPciInfo_v3(nvmlDevice_t handle, nvmlPciInfo_t *pci) {
    ENTER_DEVICE(handle, "nvmlDeviceGetPciInfo_v3");
    memset(pci, 0, sizeof *pci);
    return put_text(scope(handle), "pci", pci->busId, sizeof pci->busId);
}

/* ---- multi-instance GPUs ---- */

PUBLIC int nvmlDeviceGetMigMode(nvmlDevice_t handle, u32 *current, u32 *pending) {
    ENTER_DEVICE(handle, "nvmlDeviceGetMigMode");
    int code = put_u32(handle, "mig", current);
    *pending = *current;
    return code;
}

PUBLIC int nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t handle, u32 *count) {
    ENTER_DEVICE(handle, "nvmlDeviceGetMaxMigDeviceCount");
    *count = 7;
    return 0;
}

PUBLIC int nvmlDeviceGetMigDeviceHandleByIndex(nvmlDevice_t handle, u32 index, nvmlDevice_t *mig) {
    ENTER_DEVICE(handle, "nvmlDeviceGetMigDeviceHandleByIndex");
    if (index >= 7) {
        return INVALID;
    }
    device *found = &devices[((device *)handle)->gpu][index + 1];
    if (ask(found->scope, "uuid").code != SCRIPT_OK) {
        return NOT_FOUND;
    }
    *mig = found;
    return 0;
}

PUBLIC int nvmlDeviceGetGpuInstanceId(nvmlDevice_t handle, u32 *id) {
    ENTER_DEVICE(handle, "nvmlDeviceGetGpuInstanceId");
    return put_u32(handle, "gi", id);
}

PUBLIC int nvmlDeviceGetComputeInstanceId(nvmlDevice_t handle, u32 *id) {
    ENTER_DEVICE(handle, "nvmlDeviceGetComputeInstanceId");
    return put_u32(handle, "ci", id);
}

PUBLIC int nvmlDeviceGetAttributes_v2(nvmlDevice_t handle, nvmlDeviceAttributes_t *attributes) {
    ENTER_DEVICE(handle, "nvmlDeviceGetAttributes_v2");
    if (((device *)handle)->mig < 0) {
        return NOT_SUPPORTED;
    }
    memset(attributes, 0, sizeof *attributes);
    put_u32(handle, "gi_slices", &attributes->gpuInstanceSliceCount);
    put_u32(handle, "ci_slices", &attributes->computeInstanceSliceCount);
    return put_u64(handle, "memory_mb", &attributes->memorySizeMB);
}

PUBLIC int nvmlDeviceGetGpuInstanceProfileInfo(nvmlDevice_t handle, u32 profile, nvmlGpuInstanceProfileInfo_t *info) {
    ENTER_DEVICE(handle, "nvmlDeviceGetGpuInstanceProfileInfo");
    char key[32];
    snprintf(key, sizeof key, "profile%u", profile);
    memset(info, 0, sizeof *info);
    return put_u32(handle, key, &info->sliceCount);
}

/* ---- activity ---- */

/* A GPU in MIG mode, and its instances, have no gauges of activity. */
static bool is_mig(nvmlDevice_t handle) {
    char gpu[32];
    snprintf(gpu, sizeof gpu, "gpu%d", ((device *)handle)->gpu);
    return number(gpu, "mig", 0) == 1;
}

PUBLIC int nvmlDeviceGetUtilizationRates(nvmlDevice_t handle, nvmlUtilization_t *utilization) {
    ENTER_DEVICE(handle, "nvmlDeviceGetUtilizationRates");
    if (is_mig(handle)) {
        return NOT_SUPPORTED;
    }
    put_u32(handle, "utilization_memory", &utilization->memory);
    return put_u32(handle, "utilization", &utilization->gpu);
}

#define ENGINE(function, key) \
    PUBLIC int function(nvmlDevice_t handle, u32 *utilization, u32 *period) { \
        ENTER_DEVICE(handle, #function); \
        *period = 166666; \
        return is_mig(handle) ? NOT_SUPPORTED : put_u32(handle, key, utilization); \
    }
ENGINE(nvmlDeviceGetEncoderUtilization, "encoder")
ENGINE(nvmlDeviceGetDecoderUtilization, "decoder")
ENGINE(nvmlDeviceGetJpgUtilization, "jpeg")
ENGINE(nvmlDeviceGetOfaUtilization, "ofa")

/*
 * ---- samples ----
 *
 * The driver looks each `sampling PERIOD [PHASE]`, a sixth of a second where the script does not say, and keeps what it
 * saw for ten seconds. `sampleN PID PERCENT` is a process that computes, `sampleN PID PERCENT ON OFF [BEGIN]` one that
 * does by turns. Nothing is kept of a process that did nothing. `samples mean` gives one mean of each process instead
 * of every sample.
 *
 * `busy PERCENT` is what all samples of the GPU say, `busy processes` what its processes come to; `busy_sampling` is
 * when they are taken, if that is not `sampling`.
 */
enum { LOADS = 64 };
static const double kept = 10;

typedef struct { u32 pid; double percent, on, off, begin; } load;

static int loads(nvmlDevice_t handle, load *found) {
    int count = 0;
    for (int i = 0; i < LOADS; i++) {
        answer said = askf(scope(handle), "sample%d", i);
        load one = {0};
        if (said.code == SCRIPT_OK
            && sscanf(said.text, "%u %lf %lf %lf %lf", &one.pid, &one.percent, &one.on, &one.off, &one.begin) >= 2) {
            found[count++] = one;
        }
    }
    return count;
}

static double worked(const load *one, double until) {
    if (one->off <= 0) {
        return until;
    }
    double turn = one->on + one->off, turns = floor((until - one->begin) / turn);
    return turns * one->on + fmin(until - one->begin - turns * turn, one->on);
}

static double percent(const load *one, double from, double until) {
    return floor(one->percent * (worked(one, until) - worked(one, from)) / (until - from) + 0.5);
}

typedef struct { double period, phase; } grid;

static grid grid_of(nvmlDevice_t handle, const char *key) {
    answer said = ask(scope(handle), key);
    grid found = {1.0 / 6, 0};
    if (said.code == SCRIPT_OK) {
        sscanf(said.text, "%lf %lf", &found.period, &found.phase);
    }
    found.period = found.period > 0.01 ? found.period : 0.01;
    return found;
}

static double grid_time(grid at, long number) {
    return at.phase + (double)number * at.period;
}

static long grid_number(grid at, double time) {
    return (long)floor((time - at.phase) / at.period + 1e-9);
}

static u64 stamp(double time) {
    return (u64)(1e15 + floor(time * 1e6 + 0.5));
}

static u32 busy_percent(double constant, const load *all, int count, double from, double until) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += percent(&all[i], from, until);
    }
    return (u32)(constant >= 0 ? constant : fmin(100, sum));
}

PUBLIC int nvmlDeviceGetSamples(
    nvmlDevice_t handle, int type, u64 last_seen, int *value_type, u32 *count, nvmlSample_t *samples) {
    ENTER_DEVICE(handle, "nvmlDeviceGetSamples");
    if (is_mig(handle)) {
        return NOT_SUPPORTED;
    }
    answer busy = ask(scope(handle), "busy");
    if (type != 1 || busy.code != SCRIPT_OK) {
        return type != 1 ? INVALID : code_of(busy);
    }
    load all[LOADS];
    int running = loads(handle, all);
    double constant = strcmp(busy.text, "processes") == 0 ? -1 : busy.number, now = script_clock();
    bool apart = ask(scope(handle), "busy_sampling").code == SCRIPT_OK;
    grid at = grid_of(handle, apart ? "busy_sampling" : "sampling");
    u32 room = *count, given = 0;
    *value_type = 1;
    for (long i = grid_number(at, now - kept); i <= grid_number(at, now) && given < room; i++) {
        double until = grid_time(at, i);
        if (stamp(until) > last_seen) {
            samples[given].timeStamp = stamp(until);
            samples[given++].sampleValue.uiVal = busy_percent(constant, all, running, until - at.period, until);
        }
    }
    *count = given;
    return given ? 0 : NOT_FOUND;
}

/* ---- memory ---- */

PUBLIC int nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t handle, nvmlMemory_v2_t *memory) {
    ENTER_DEVICE(handle, "nvmlDeviceGetMemoryInfo_v2");
    if (memory->version != (sizeof *memory | 2u << 24)) {
        return WRONG_VERSION;
    }
    put_u64(handle, "memory_reserved", &memory->reserved);
    put_u64(handle, "memory_used", &memory->used);
    int code = put_u64(handle, "memory_total", &memory->total);
    memory->free = memory->total - memory->reserved - memory->used;
    return code;
}

PUBLIC int nvmlDeviceGetMemoryInfo(nvmlDevice_t handle, nvmlMemory_t *memory) {
    ENTER_DEVICE(handle, "nvmlDeviceGetMemoryInfo");
    u64 reserved = 0;
    put_u64(handle, "memory_reserved", &reserved);
    put_u64(handle, "memory_used", &memory->used);
    memory->used += reserved;
    int code = put_u64(handle, "memory_total", &memory->total);
    memory->free = memory->total - memory->used;
    return code;
}

PUBLIC int nvmlDeviceGetBAR1MemoryInfo(nvmlDevice_t handle, nvmlBAR1Memory_t *memory) {
    ENTER_DEVICE(handle, "nvmlDeviceGetBAR1MemoryInfo");
    put_u64(handle, "bar1_used", &memory->bar1Used);
    int code = put_u64(handle, "bar1_total", &memory->bar1Total);
    memory->bar1Free = memory->bar1Total - memory->bar1Used;
    return code;
}

/* ---- heat, power, clocks ---- */

PUBLIC int nvmlDeviceGetTemperatureV(nvmlDevice_t handle, nvmlTemperature_v1_t *temperature) {
    ENTER_DEVICE(handle, "nvmlDeviceGetTemperatureV");
    if (temperature->version != (sizeof *temperature | 1u << 24)) {
        return WRONG_VERSION;
    }
    return temperature->sensorType != 0 ? INVALID : put_u32(handle, "temperature", (u32 *)&temperature->temperature);
}

PUBLIC int nvmlDeviceGetTemperature(nvmlDevice_t handle, int sensor, u32 *temperature) {
    ENTER_DEVICE(handle, "nvmlDeviceGetTemperature");
    return sensor != 0 ? INVALID : put_u32(handle, "temperature", temperature);
}

PUBLIC int nvmlDeviceGetMarginTemperature(nvmlDevice_t handle, nvmlMarginTemperature_v1_t *margin) {
    ENTER_DEVICE(handle, "nvmlDeviceGetMarginTemperature");
    if (margin->version != (sizeof *margin | 1u << 24)) {
        return WRONG_VERSION;
    }
    return put_u32(handle, "margin", (u32 *)&margin->marginTemperature);
}

#define ONE_U32(function, key) \
    PUBLIC int function(nvmlDevice_t handle, u32 *value) { \
        ENTER_DEVICE(handle, #function); \
        return put_u32(handle, key, value); \
    }
#define ONE_U64(function, key) \
    PUBLIC int function(nvmlDevice_t handle, u64 *value) { \
        ENTER_DEVICE(handle, #function); \
        return put_u64(handle, key, value); \
    }
ONE_U32(nvmlDeviceGetPowerUsage, "power")
ONE_U32(nvmlDeviceGetEnforcedPowerLimit, "power_limit")
ONE_U32(nvmlDeviceGetPowerManagementLimit, "power_limit_set")
ONE_U64(nvmlDeviceGetTotalEnergyConsumption, "energy")
ONE_U64(nvmlDeviceGetCurrentClocksEventReasons, "clock_events")
ONE_U64(nvmlDeviceGetCurrentClocksThrottleReasons, "clock_events")
ONE_U32(nvmlDeviceGetPerformanceState, "pstate")
ONE_U32(nvmlDeviceGetPersistenceMode, "persistence")
ONE_U32(nvmlDeviceGetNumFans, "fans")
ONE_U32(nvmlDeviceGetCurrPcieLinkGeneration, "pcie_generation")
ONE_U32(nvmlDeviceGetCurrPcieLinkWidth, "pcie_width")
ONE_U32(nvmlDeviceGetPcieReplayCounter, "pcie_replays")

static int put_numbered(nvmlDevice_t handle, const char *format, int which, u32 *value) {
    char key[64];
    snprintf(key, sizeof key, format, which);
    return put_u32(handle, key, value);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"

PUBLIC int nvmlDeviceGetClockInfo(nvmlDevice_t handle, int type, u32 *clock) {
    ENTER_DEVICE(handle, "nvmlDeviceGetClockInfo");
    return put_numbered(handle, "clock%d", type, clock);
}

PUBLIC int nvmlDeviceGetMaxClockInfo(nvmlDevice_t handle, int type, u32 *clock) {
    ENTER_DEVICE(handle, "nvmlDeviceGetMaxClockInfo");
    return put_numbered(handle, "clock_max%d", type, clock);
}

PUBLIC int nvmlDeviceGetFanSpeed_v2(nvmlDevice_t handle, u32 fan, u32 *speed) {
    ENTER_DEVICE(handle, "nvmlDeviceGetFanSpeed_v2");
    return put_numbered(handle, "fan%d", (int)fan, speed);
}

PUBLIC int nvmlDeviceGetNvLinkState(nvmlDevice_t handle, u32 link, int *active) {
    ENTER_DEVICE(handle, "nvmlDeviceGetNvLinkState");
    return put_numbered(handle, "link%d", (int)link, (u32 *)active);
}

PUBLIC int nvmlDeviceGetViolationStatus(nvmlDevice_t handle, int policy, nvmlViolationTime_t *time) {
    ENTER_DEVICE(handle, "nvmlDeviceGetViolationStatus");
    char key[32];
    snprintf(key, sizeof key, "violation%d", policy);
    time->referenceTime = (u64)(script_clock() * 1e6);
    return put_u64(handle, key, &time->violationTime);
}

/* ---- errors ---- */

PUBLIC int nvmlDeviceGetTotalEccErrors(nvmlDevice_t handle, int error_type, int counter_type, u64 *count) {
    ENTER_DEVICE(handle, "nvmlDeviceGetTotalEccErrors");
    char key[32];
    snprintf(key, sizeof key, "ecc%d%d", error_type, counter_type);
    return put_u64(handle, key, count);
}

PUBLIC int nvmlDeviceGetSramEccErrorStatus(nvmlDevice_t handle, nvmlEccSramErrorStatus_v1_t *status) {
    ENTER_DEVICE(handle, "nvmlDeviceGetSramEccErrorStatus");
    if (status->version != (sizeof *status | 1u << 24)) {
        return WRONG_VERSION;
    }
    put_u64(handle, "sram_parity", &status->aggregateUncParity);
    put_u64(handle, "sram_double_bit", &status->aggregateUncSecDed);
    put_u32(handle, "sram_threshold", &status->bThresholdExceeded);
    return put_u64(handle, "sram_corrected", &status->aggregateCor);
}

PUBLIC int nvmlDeviceGetRemappedRows(nvmlDevice_t handle, u32 *correctable, u32 *uncorrectable, u32 *pending, u32 *failed) {
    ENTER_DEVICE(handle, "nvmlDeviceGetRemappedRows");
    put_u32(handle, "remapped_uncorrectable", uncorrectable);
    put_u32(handle, "remap_pending", pending);
    put_u32(handle, "remap_failed", failed);
    return put_u32(handle, "remapped_correctable", correctable);
}

PUBLIC int nvmlDeviceGetRowRemapperHistogram(nvmlDevice_t handle, nvmlRowRemapperHistogramValues_t *values) {
    ENTER_DEVICE(handle, "nvmlDeviceGetRowRemapperHistogram");
    put_u32(handle, "banks_high", &values->high);
    put_u32(handle, "banks_partial", &values->partial);
    put_u32(handle, "banks_low", &values->low);
    put_u32(handle, "banks_none", &values->none);
    return put_u32(handle, "banks_max", &values->max);
}

PUBLIC int nvmlDeviceGetGpuFabricInfoV(nvmlDevice_t handle, nvmlGpuFabricInfo_v2_t *info) {
    ENTER_DEVICE(handle, "nvmlDeviceGetGpuFabricInfoV");
    if (info->version != (sizeof *info | 2u << 24)) {
        return WRONG_VERSION;
    }
    u32 state = 0;
    int code = put_u32(handle, "fabric_state", &state);
    info->state = (unsigned char)state;
    put_u32(handle, "fabric_clique", &info->cliqueId);
    put_u32(handle, "fabric_health", &info->healthMask);
    return code;
}

/* ---- fields ---- */

/* `field.N` or, of a link, `field.N.LINK`; a type before the number, as in `i -5` or `d 2.5`, is otherwise ull. */
static void put_field(nvmlDevice_t handle, nvmlFieldValue_t *value) {
    static const char types[] = "dulLsih";
    char format[] = "field.%u.%u";
    char key[64];
    answer said = {SCRIPT_SILENT, 0, ""};
    if (value->scopeId) {
        if (value->scopeId == ~0u) {
            snprintf(key, sizeof key, "field.%u.all", value->fieldId);
        } else {
            snprintf(key, sizeof key, format, value->fieldId, value->scopeId);
        }
        said = ask(scope(handle), key);
    }
    if (said.code == SCRIPT_SILENT && value->scopeId != ~0u) {
        said = askf(scope(handle), "field.%u", value->fieldId);
    }
    value->nvmlReturn = code_of(said);
    value->latencyUsec = (long long)number(scope(handle), "latency", 3);
    value->timestamp = (long long)(script_clock() * 1e6);
    value->valueType = 3;
    double given = said.number;
    const char *type = said.text[0] ? strchr(types, said.text[0]) : NULL;
    if (said.code == SCRIPT_OK && type && said.text[1] == ' ') {
        value->valueType = (int)(type - types);
        given = strtod(said.text + 2, NULL);
    }
    switch (value->valueType) {
        case 0: value->value.dVal = given; break;
        case 1: value->value.uiVal = (u32)given; break;
        case 2: value->value.ulVal = (unsigned long)given; break;
        case 3: value->value.ullVal = (u64)given; break;
        case 4: value->value.sllVal = (long long)given; break;
        case 5: value->value.siVal = (int)given; break;
        default: value->value.usVal = (unsigned short)given; break;
    }
}

PUBLIC int nvmlDeviceGetFieldValues(nvmlDevice_t handle, int count, nvmlFieldValue_t *values) {
    ENTER_DEVICE(handle, "nvmlDeviceGetFieldValues");
    for (int i = 0; i < count; i++) {
        put_field(handle, &values[i]);
    }
    return 0;
}

/* ---- processes ---- */

static int put_processes(nvmlDevice_t handle, const char *kind, u32 *count, nvmlProcessInfo_t *infos) {
    u32 room = *count, found = 0;
    for (int i = 0; i < 64; i++) {
        answer said = askf(scope(handle), "process%d", i);
        char of[16];
        unsigned pid;
        char used[32];
        if (said.code == SCRIPT_OK && sscanf(said.text, "%15s %u %31s", of, &pid, used) == 3 && strcmp(of, kind) == 0) {
            if (found < room) {
                nvmlProcessInfo_t info = {pid, strtoull(used, NULL, 0), ~0u, ~0u};
                if (strcmp(used, "unknown") == 0) {
                    info.usedGpuMemory = ~0ull;
                }
                infos[found] = info;
            }
            found++;
        }
    }
    *count = found;
    return found > room ? TOO_SMALL : 0;
}

#define PROCESSES(function, kind) \
    PUBLIC int function(nvmlDevice_t handle, u32 *count, nvmlProcessInfo_t *infos) { \
        ENTER_DEVICE(handle, #function); \
        return put_processes(handle, kind, count, infos); \
    }
PROCESSES(nvmlDeviceGetComputeRunningProcesses_v3, "compute")
PROCESSES(nvmlDeviceGetGraphicsRunningProcesses_v3, "graphics")
PROCESSES(nvmlDeviceGetMPSComputeRunningProcesses_v3, "mps")

typedef struct { nvmlProcessUtilizationSample_t *to; u32 room, found; } samples_taken;

static void put_sample(samples_taken *taken, u32 pid, double until, double percent) {
    nvmlProcessUtilizationSample_t sample = {.pid = pid, .timeStamp = stamp(until), .smUtil = (u32)percent};
    if (taken->found < taken->room) {
        taken->to[taken->found] = sample;
    }
    taken->found++;
}

static void put_each(samples_taken *taken, grid at, long first, long last, const load *all, int count) {
    for (long i = first; i <= last; i++) {
        double until = grid_time(at, i);
        for (int k = 0; k < count; k++) {
            double said = percent(&all[k], until - at.period, until);
            if (said > 0) {
                put_sample(taken, all[k].pid, until, said);
            }
        }
    }
}

static void put_means(samples_taken *taken, grid at, long first, long last, const load *all, int count) {
    for (int k = 0; k < count; k++) {
        double sum = 0, newest = 0;
        bool any = false;
        for (long i = first; i <= last; i++) {
            double until = grid_time(at, i), said = percent(&all[k], until - at.period, until);
            sum += said;
            newest = said > 0 ? until : newest;
            any |= said > 0;
        }
        if (any) {
            put_sample(taken, all[k].pid, newest, floor(sum / (double)(last - first + 1) + 0.5));
        }
    }
}

PUBLIC int nvmlDeviceGetProcessUtilization(
    nvmlDevice_t handle, nvmlProcessUtilizationSample_t *samples, u32 *count, u64 last_seen) {
    ENTER_DEVICE(handle, "nvmlDeviceGetProcessUtilization");
    if (((device *)handle)->mig >= 0) {
        return NOT_SUPPORTED;
    }
    load all[LOADS];
    int running = loads(handle, all);
    samples_taken taken = {samples, *count, 0};
    grid at = grid_of(handle, "sampling");
    double now = script_clock();
    long first = grid_number(at, now - kept), last = grid_number(at, now);
    while (first <= last && stamp(grid_time(at, first)) <= last_seen) {
        first++;
    }
    bool mean = strcmp(ask(scope(handle), "samples").text, "mean") == 0;
    (mean ? put_means : put_each)(&taken, at, first, last, all, running);
    *count = taken.found;
    return taken.found == 0 ? NOT_FOUND : taken.found > taken.room ? TOO_SMALL : 0;
}

/* ---- events ---- */

typedef struct { int magic; bool registered[GPUS]; } event_set;

PUBLIC int nvmlEventSetCreate(nvmlEventSet_t *set) {
    ENTER("nvmlEventSetCreate");
    event_set *made = calloc(1, sizeof *made);
    made->magic = MAGIC;
    *set = made;
    __atomic_add_fetch(&held_sets, 1, __ATOMIC_RELAXED);
    return 0;
}

PUBLIC int nvmlDeviceGetSupportedEventTypes(nvmlDevice_t handle, u64 *types) {
    ENTER_DEVICE(handle, "nvmlDeviceGetSupportedEventTypes");
    answer said = ask(scope(handle), "event_types");
    *types = said.code == SCRIPT_OK ? (u64)said.number : 0xc11f;
    return said.code == SCRIPT_SILENT ? 0 : said.code;
}

PUBLIC int nvmlDeviceRegisterEvents(nvmlDevice_t handle, u64 types, nvmlEventSet_t set) {
    ENTER_DEVICE(handle, "nvmlDeviceRegisterEvents");
    if (types & ~0xc11fULL) {
        return NOT_SUPPORTED;
    }
    ((event_set *)set)->registered[((device *)handle)->gpu] = true;
    return 0;
}

/* What was delivered stays so when the library is unloaded: a file beside it remembers. */
static struct { long next_event, delivered; } *memory;

__attribute__((constructor(200))) static void recall(void) {
    script_begin();
    char path[sizeof script_path + 8];
    snprintf(path, sizeof path, "%s.events", script_path);
    int file = open(path, O_RDWR | O_CREAT, 0600);
    if (file >= 0 && ftruncate(file, sizeof *memory) == 0) {
        void *mapped = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        memory = mapped == MAP_FAILED ? NULL : mapped;
    }
    if (file >= 0) {
        close(file);
    }
    if (memory) {
        next_event = memory->next_event;
        delivered = memory->delivered;
    }
}

__attribute__((destructor)) static void forget(void) {
    if (memory) {
        munmap(memory, sizeof *memory);
    }
    free(script_text);
}

static void remember(void) {
    if (memory) {
        memory->next_event = next_event;
        memory->delivered = delivered;
    }
}

/* The next of the script that was not delivered; each has a number, and comes as often as it says. */
static bool next(event_set *set, nvmlEventData_t *data) {
    answer said = askf("system", "event%ld", next_event);
    int gpu, type;
    long long xid, times = 1;
    if (said.code != SCRIPT_OK || sscanf(said.text, "%d %i %lld %lld", &gpu, &type, &xid, &times) < 3 || gpu >= GPUS) {
        return false;
    }
    if (!set->registered[gpu]) {
        return false;
    }
    nvmlEventData_t event = {&devices[gpu][0], (u64)type, (u64)xid, ~0u, ~0u};
    *data = event;
    if (++delivered >= times) {
        delivered = 0;
        next_event++;
    }
    remember();
    return true;
}

PUBLIC int nvmlEventSetWait_v2(nvmlEventSet_t set, nvmlEventData_t *data, u32 milliseconds) {
    ENTER("nvmlEventSetWait_v2");
    if (((event_set *)set)->magic != MAGIC) {
        return INVALID;
    }
    double end = script_now() + milliseconds / 1000.0;
    for (;;) {
        if (next(set, data)) {
            return 0;
        }
        if (script_now() >= end) {
            return TIMEOUT;
        }
        script_sleep(0.005);
        script_refresh();
    }
}

PUBLIC int nvmlEventSetFree(nvmlEventSet_t set) {
    ENTER("nvmlEventSetFree");
    ((event_set *)set)->magic = 0;
    free(set);
    __atomic_sub_fetch(&held_sets, 1, __ATOMIC_RELAXED);
    return 0;
}

/* ---- GPU performance monitoring ---- */

typedef struct { int magic; double taken; char scope[64]; } sample;

PUBLIC int nvmlGpmQueryDeviceSupport(nvmlDevice_t handle, nvmlGpmSupport_t *support) {
    ENTER_DEVICE(handle, "nvmlGpmQueryDeviceSupport");
    if (support->version != 1) {
        return WRONG_VERSION;
    }
    support->isSupportedDevice = (u32)number(scope(handle), "gpm", 0);
    return 0;
}

PUBLIC int nvmlGpmSampleAlloc(nvmlGpmSample_t *made) {
    ENTER("nvmlGpmSampleAlloc");
    sample *fresh = calloc(1, sizeof *fresh);
    fresh->magic = MAGIC;
    *made = (nvmlGpmSample_t)fresh;
    __atomic_add_fetch(&held_samples, 1, __ATOMIC_RELAXED);
    return 0;
}

PUBLIC int nvmlGpmSampleFree(nvmlGpmSample_t given) {
    ENTER("nvmlGpmSampleFree");
    ((sample *)given)->magic = 0;
    free(given);
    __atomic_sub_fetch(&held_samples, 1, __ATOMIC_RELAXED);
    return 0;
}

static int take_sample(nvmlGpmSample_t into, const char *of) {
    sample *taken = (sample *)into;
    if (taken->magic != MAGIC) {
        return INVALID;
    }
    taken->taken = script_now();
    snprintf(taken->scope, sizeof taken->scope, "%s", of);
    return 0;
}

PUBLIC int nvmlGpmSampleGet(nvmlDevice_t handle, nvmlGpmSample_t into) {
    ENTER_DEVICE(handle, "nvmlGpmSampleGet");
    return take_sample(into, scope(handle));
}

PUBLIC int nvmlGpmMigSampleGet(nvmlDevice_t handle, u32 gpu_instance, nvmlGpmSample_t into) {
    ENTER_DEVICE(handle, "nvmlGpmMigSampleGet");
    char of[64];
    snprintf(of, sizeof of, "%s/gi%u", scope(handle), gpu_instance);
    return ((device *)handle)->mig >= 0 ? INVALID : take_sample(into, of);
}

/* Two samples of the same device, the earlier one first. That they are far enough apart is for the caller to see to;
 * `system gpm_too_close` counts those that were not. */
static long too_close;

PUBLIC long double_too_close(void) {
    return too_close;
}

PUBLIC int nvmlGpmMetricsGet(nvmlGpmMetricsGet_t *get) {
    ENTER("nvmlGpmMetricsGet");
    sample *one = (sample *)get->sample1, *other = (sample *)get->sample2;
    if (get->version != 1 || one->magic != MAGIC || other->magic != MAGIC || strcmp(one->scope, other->scope) != 0
        || one->taken > other->taken) {
        return INVALID;
    }
    if (ask("system", "clock").code != SCRIPT_OK && other->taken - one->taken < 0.1) {
        too_close++;
    }
    for (u32 i = 0; i < get->numMetrics; i++) {
        answer said = askf(other->scope, "gpm.%u", get->metrics[i].metricId);
        get->metrics[i].nvmlReturn = code_of(said);
        get->metrics[i].value = said.number;
    }
    return 0;
}
