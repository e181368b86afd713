/*
 * A double of libdcgm.so: the calls that the exporter makes, on GPUs that the script has.
 *
 *     system gpus 2                how many there are, gpu0 and on
 *     system engine 1              which run of the engine it is; 0: it is gone, and with it whatever was made there
 *     system field.1 550.54        a field of the whole node
 *     gpu0 field.203 57            a field; `blank`, `blank+2` and so on for DCGM's blanks, `@-6` for a status
 *     gpu0 ts.203 11.5             the seconds at which it was looked at; otherwise the watch's last tick
 *     gpu0 profiling 1001 1002     the fields of its profiling metric groups
 *     gpu0 architecture 7
 *     gpu0 instances 7 9           the GPU instances of a GPU in MIG mode, by the driver's numbers
 *     gpu0/gi7 slices 1
 *     gpu0/gi7 computes 2          how many compute instances it has; 1 where nobody says
 *     gpu0 xid.1 79 12.5           the first XID and the second of its happening; gpu0/gi7, gpu0/gi7/ci0 likewise
 *     system refuses.1013 -38      a field that makes a watch fail, with this code
 *     gpu0 refused -18             an entity that makes a watch fail
 *     system unknown.1611 1        a field that this DCGM does not know
 *
 * As the real one does, it refuses 128 fields in a group, names and ids that it does not know, structs of another
 * version; and takes all watches that a connection has of a field for one.
 */
#include "script.h"

#define API __attribute__((visibility("default")))

enum {
    OK = 0,
    BADPARAM = -1,
    NOT_SUPPORTED = -6,
    UNINITIALIZED = -10,
    VER_MISMATCH = -12,
    NO_DATA = -14,
    NOT_WATCHED = -16,
    CONNECTION_NOT_VALID = -21,
    MAX_LIMIT = -24,
    DUPLICATE_KEY = -26,
    NOT_CONFIGURED = -5,
};

enum { FE_NONE = 0, FE_GPU = 1, FE_SWITCH = 3, FE_GPU_I = 4, FE_GPU_CI = 5, FE_CPU = 7 };

typedef uintptr_t dcgmHandle_t, dcgmGpuGrp_t, dcgmFieldGrp_t;

typedef struct {
    unsigned version;
    int opMode;
    dcgmHandle_t dcgmHandle;
    const char *logFile;
    int severity;
    unsigned denyListCount;
    unsigned denyList[10];
} dcgmStartEmbeddedV2Params_v1;

typedef struct {
    unsigned version, persistAfterDisconnect, timeoutMs, addressIsUnixSocket;
} dcgmConnectV2Params_v2;

typedef struct {
    unsigned version, persistAfterDisconnect, timeoutMs;
} dcgmConnectV3Params_v1;

typedef struct {
    unsigned entityGroupId, entityId;
} dcgmGroupEntityPair_t;

typedef union {
    int64_t i64;
    double dbl;
    char str[256];
    char blob[4096];
} field_content;

typedef struct {
    unsigned version;
    unsigned short fieldId, fieldType;
    int status;
    int64_t ts;
    field_content value;
} dcgmFieldValue_v1;

typedef struct {
    unsigned version, entityGroupId, entityId;
    unsigned short fieldId, fieldType;
    int status;
    unsigned unused;
    int64_t ts;
    field_content value;
} dcgmFieldValue_v2;

typedef struct {
    char gpuUuid[128];
    unsigned nvmlGpuIndex, nvmlInstanceId, nvmlComputeInstanceId, nvmlMigProfileId, nvmlProfileSlices;
} dcgmMigEntityInfo_t;

typedef struct {
    dcgmGroupEntityPair_t entity, parent;
    dcgmMigEntityInfo_t info;
} dcgmMigHierarchyInfo_v2;

typedef struct {
    unsigned version, count;
    dcgmMigHierarchyInfo_v2 entityList[448];
} dcgmMigHierarchy_v2;

typedef struct {
    unsigned short majorId, minorId;
    unsigned numFieldIds;
    unsigned short fieldIds[64];
} dcgmProfMetricGroupInfo_v2;

typedef struct {
    unsigned version, unused, gpuId, numMetricGroups;
    dcgmProfMetricGroupInfo_v2 metricGroups[10];
} dcgmProfGetMetricGroups_v3;

typedef struct {
    unsigned short fieldId;
    char fieldType;
    unsigned char size;
    char tag[48];
    int scope, nvmlFieldId;
    unsigned entityLevel;
    void *valueFormat;
} dcgm_field_meta_t;

typedef int (*enumeration)(unsigned, unsigned, dcgmFieldValue_v1 *, int, void *);

#include "dcgm_layout.h"

/* What clients have made and not given back. */
enum { GROUPS_MAX = 64, ENTITIES_MAX = 512, FIELDS_MAX = 128, WATCHES_MAX = 4096, XIDS_MAX = 64 };

typedef struct {
    bool made;
    int count;
    dcgmGroupEntityPair_t entities[ENTITIES_MAX];
} group;

typedef struct {
    bool made;
    char name[256];
    int count;
    unsigned short ids[FIELDS_MAX];
} field_group;

typedef struct {
    dcgmGpuGrp_t group;
    dcgmFieldGrp_t fields;
    long long every;
} watch;

static pthread_mutex_t engine_lock = PTHREAD_MUTEX_INITIALIZER;
static group groups[GROUPS_MAX];
static field_group field_groups[GROUPS_MAX];
static watch watches[WATCHES_MAX];
static int inits, handles;
static long engine_run = 1;
static char given[512];

static long run_of_engine(void) {
    return (long)number("system", "engine", 1);
}

/* A new run of the engine knows nothing of what was made in the one before. */
static void meet_engine(void) {
    long now = run_of_engine();
    if (now != engine_run) {
        engine_run = now;
        memset(groups, 0, sizeof groups);
        memset(field_groups, 0, sizeof field_groups);
        memset(watches, 0, sizeof watches);
    }
}

static dcgmHandle_t handle_of_now(void) {
    return 0x7f0000000000 + (dcgmHandle_t)engine_run;
}

/* What every call over a handle begins with. */
static int reached(dcgmHandle_t handle, const char *name) {
    int code = called("call", name);
    if (code != OK) {
        return code;
    }
    meet_engine();
    return inits == 0 ? UNINITIALIZED : engine_run == 0 || handle != handle_of_now() ? CONNECTION_NOT_VALID : OK;
}

API long double_held(void) {
    pthread_mutex_lock(&engine_lock);
    meet_engine();
    long held = inits + handles;
    for (int i = 0; i < GROUPS_MAX; i++) {
        held += groups[i].made + field_groups[i].made;
    }
    for (int i = 0; i < WATCHES_MAX; i++) {
        held += watches[i].group != 0;
    }
    pthread_mutex_unlock(&engine_lock);
    return held;
}

/* The most fields that a group has, of those that are there. */
API long double_widest(void) {
    long widest = 0;
    for (int i = 0; i < GROUPS_MAX; i++) {
        widest = field_groups[i].made && field_groups[i].count > widest ? field_groups[i].count : widest;
    }
    return widest;
}

API const char *double_given(void) {
    return given;
}

/* Fields: what they are of, and what their values are. */
static bool among(int id, const int *ids, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (ids[i] == id) {
            return true;
        }
    }
    return false;
}
#define AMONG(id, ...) among(id, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static unsigned level(int id) {
    if (AMONG(id, 1, 2, 3, 4, 5, 6, 91)) {
        return FE_NONE;
    }
    if (AMONG(id, 50, 54, 68, 90, 92, 93, 230, 250, 251, 252, 253, 254) || (id >= 1001 && id <= 1008)
        || (id >= 1013 && id <= 1016)) {
        return id == 1005 ? FE_GPU_I : FE_GPU_CI;
    }
    if ((id >= 701 && id <= 824) || (id >= 856 && id <= 878)) {
        return FE_SWITCH;
    }
    return id >= 1100 && id <= 1141 ? FE_CPU : FE_GPU;
}

static char type(int id) {
    if (AMONG(id, 1, 2, 3, 50, 51, 53, 54, 56, 57, 68, 80, 81, 82, 85, 172, 520, 521, 523, 524, 571, 572)) {
        return 's';
    }
    if (AMONG(id, 155, 157, 160, 161, 162, 163, 164, 254, 1015, 1016, 1428, 1429, 1611, 1612)
        || (id >= 1001 && id <= 1008) || (id >= 1013 && id <= 1034) || (id >= 1100 && id <= 1133)) {
        return 'd';
    }
    return AMONG(id, 60, 61, 62, 130, 205) ? 'b' : 'i';
}

static bool known(int id) {
    char key[32];
    snprintf(key, sizeof key, "unknown.%d", id);
    return id >= 1 && id <= 1612 && number("system", key, 0) == 0;
}

API dcgm_field_meta_t *DcgmFieldGetById(unsigned short id) {
    static dcgm_field_meta_t metas[2048];
    script_count("DcgmFieldGetById");
    if (!known(id)) {
        return NULL;
    }
    dcgm_field_meta_t *meta = &metas[id % 2048];
    meta->fieldId = id;
    meta->fieldType = type(id);
    meta->entityLevel = level(id);
    return meta;
}

/* Entities: DCGM numbers the instances of a GPU from eight times its own number. */
static int instances(unsigned gpu, int *numbers) {
    char scope[32];
    snprintf(scope, sizeof scope, "gpu%u", gpu);
    answer said = ask(scope, "instances");
    int count = 0;
    char *rest = said.text;
    for (char *word = strtok_r(rest, " ", &rest); said.code == OK && word && count < 8; word = strtok_r(NULL, " ", &rest)) {
        numbers[count++] = atoi(word);
    }
    return count;
}

static int computes(unsigned gpu, int instance) {
    char scope[32];
    snprintf(scope, sizeof scope, "gpu%u/gi%d", gpu, instance);
    return (int)number(scope, "computes", 1);
}

static bool scope_of(unsigned kind, unsigned id, char *scope, size_t size) {
    int numbers[8];
    if (kind == FE_NONE) {
        snprintf(scope, size, "system");
        return true;
    }
    if (kind == FE_GPU) {
        snprintf(scope, size, "gpu%u", id);
        return id < (unsigned)number("system", "gpus", 0);
    }
    unsigned gpu = id / 8;
    int count = instances(gpu, numbers);
    unsigned at = id % 8;
    for (int i = 0; i < count; i++) {
        if (kind == FE_GPU_I && at == (unsigned)i) {
            snprintf(scope, size, "gpu%u/gi%d", gpu, numbers[i]);
            return true;
        }
        int parts = computes(gpu, numbers[i]);
        if (kind == FE_GPU_CI && at < (unsigned)parts) {
            snprintf(scope, size, "gpu%u/gi%d/ci%u", gpu, numbers[i], at);
            return true;
        }
        at -= kind == FE_GPU_CI ? (unsigned)parts : 0;
    }
    return false;
}

static int64_t micros(double seconds) {
    return (int64_t)llround(seconds * 1e6);
}

/* A value of DCGM's, from what the script says of it. */
static int content(const char *scope, int id, field_content *value) {
    answer said = askf(scope, "field.%d", id);
    if (said.code != OK) {
        return said.code == SCRIPT_SILENT ? NOT_SUPPORTED : said.code;
    }
    bool blank = strncmp(said.text, "blank", 5) == 0;
    int which = blank ? atoi(said.text + 5) : 0;
    switch (type(id)) {
        case 's':
            snprintf(value->str, sizeof value->str, "%.255s",
                !blank       ? said.text
                : which == 1 ? "<<<NOT_FOUND>>>"
                : which == 2 ? "<<<NOT_SUPPORTED>>>"
                : which == 3 ? "<<<NOT_PERM>>>"
                             : "<<<NULL>>>");
            break;
        case 'd':
            value->dbl = blank ? 140737488355328.0 + which : said.number;
            break;
        default:
            value->i64 = blank ? 0x7ffffffffffffff0 + which : (int64_t)said.number;
    }
    return OK;
}

static int64_t seen(const char *scope, int id, long long every) {
    answer at = askf(scope, "ts.%d", id);
    if (at.code == OK) {
        return micros(at.number);
    }
    int64_t now = micros(script_clock());
    return every > 0 ? now - now % every : now;
}

static dcgmFieldValue_v1 value_of(const char *scope, int id, long long every) {
    dcgmFieldValue_v1 value = {.version = VERSION_OF(dcgmFieldValue_v1, 1), .fieldId = (unsigned short)id};
    value.fieldType = (unsigned short)type(id);
    value.ts = seen(scope, id, every);
    value.status = content(scope, id, &value.value);
    return value;
}

/* The library itself. */
API int dcgmInit(void) {
    int code = called("call", "dcgmInit");
    inits += code == OK;
    return code;
}

API int dcgmShutdown(void) {
    int code = called("call", "dcgmShutdown");
    if (code == OK) {
        if (inits == 0) {
            return UNINITIALIZED;
        }
        inits--;
    }
    return code;
}

static int opened(dcgmHandle_t *handle) {
    meet_engine();
    if (inits == 0 || engine_run == 0) {
        return inits == 0 ? UNINITIALIZED : CONNECTION_NOT_VALID;
    }
    handles++;
    *handle = handle_of_now();
    return OK;
}

/* Whoever is left by the engine still gives back the handle. */
static int left(const char *name) {
    int code = called("call", name);
    if (code == OK) {
        if (handles == 0) {
            return BADPARAM;
        }
        handles--;
    }
    return code;
}

API int dcgmStartEmbedded(int mode, dcgmHandle_t *handle) {
    int code = called("call", "dcgmStartEmbedded");
    copy_text(given, sizeof given, mode == 1 ? "embedded by itself" : "embedded by hand");
    return code != OK ? code : opened(handle);
}

API int dcgmStartEmbedded_v2(dcgmStartEmbeddedV2Params_v1 *params) {
    int code = called("call", "dcgmStartEmbedded_v2");
    if (code != OK) {
        return code;
    }
    if (params->version != VERSION_OF(dcgmStartEmbeddedV2Params_v1, 1)) {
        return VER_MISMATCH;
    }
    snprintf(given, sizeof given, "embedded v2 mode=%d log=%s severity=%d", params->opMode,
        params->logFile ? params->logFile : "none", params->severity);
    return opened(&params->dcgmHandle);
}

API int dcgmStopEmbedded(dcgmHandle_t handle) {
    (void)handle;
    return left("dcgmStopEmbedded");
}

API int dcgmConnect_v2(const char *address, dcgmConnectV2Params_v2 *params, dcgmHandle_t *handle) {
    int code = called("call", "dcgmConnect_v2");
    if (code != OK) {
        return code;
    }
    if (params->version != VERSION_OF(dcgmConnectV2Params_v2, 2)) {
        return VER_MISMATCH;
    }
    snprintf(given, sizeof given, "v2 %s unix=%u timeout=%u", address, params->addressIsUnixSocket, params->timeoutMs);
    return opened(handle);
}

API int dcgmConnect_v3(const char *connection, dcgmConnectV3Params_v1 *params, dcgmHandle_t *handle) {
    int code = called("call", "dcgmConnect_v3");
    if (code != OK) {
        return code;
    }
    if (params->version != VERSION_OF(dcgmConnectV3Params_v1, 1)) {
        return VER_MISMATCH;
    }
    snprintf(given, sizeof given, "v3 %s timeout=%u", connection, params->timeoutMs);
    return opened(handle);
}

API int dcgmDisconnect(dcgmHandle_t handle) {
    (void)handle;
    return left("dcgmDisconnect");
}

/* Devices. */
API int dcgmGetAllSupportedDevices(dcgmHandle_t handle, unsigned ids[32], int *count) {
    int code = reached(handle, "dcgmGetAllSupportedDevices");
    if (code != OK) {
        return code;
    }
    *count = (int)number("system", "gpus", 0);
    for (int i = 0; i < *count; i++) {
        ids[i] = (unsigned)i;
    }
    return OK;
}

static void add_entity(dcgmMigHierarchy_v2 *to, dcgmGroupEntityPair_t entity, dcgmGroupEntityPair_t parent,
    dcgmMigEntityInfo_t info) {
    to->entityList[to->count++] = (dcgmMigHierarchyInfo_v2){entity, parent, info};
}

static void add_instances(dcgmMigHierarchy_v2 *to, unsigned gpu) {
    int numbers[8];
    int count = instances(gpu, numbers);
    unsigned compute = gpu * 8;
    for (int i = 0; i < count; i++) {
        char scope[32];
        snprintf(scope, sizeof scope, "gpu%u/gi%d", gpu, numbers[i]);
        dcgmGroupEntityPair_t instance = {FE_GPU_I, gpu * 8 + (unsigned)i};
        dcgmMigEntityInfo_t info = {"", gpu, (unsigned)numbers[i], (unsigned)-1, 0, (unsigned)number(scope, "slices", 1)};
        add_entity(to, instance, (dcgmGroupEntityPair_t){FE_GPU, gpu}, info);
        for (int part = 0; part < computes(gpu, numbers[i]); part++) {
            info.nvmlComputeInstanceId = (unsigned)part;
            add_entity(to, (dcgmGroupEntityPair_t){FE_GPU_CI, compute++}, instance, info);
        }
    }
}

API int dcgmGetGpuInstanceHierarchy(dcgmHandle_t handle, dcgmMigHierarchy_v2 *hierarchy) {
    int code = reached(handle, "dcgmGetGpuInstanceHierarchy");
    if (code != OK) {
        return code;
    }
    if (hierarchy->version != VERSION_OF(dcgmMigHierarchy_v2, 2)) {
        return VER_MISMATCH;
    }
    hierarchy->count = 0;
    for (unsigned gpu = 0; gpu < (unsigned)number("system", "gpus", 0); gpu++) {
        add_instances(hierarchy, gpu);
    }
    return OK;
}

API int dcgmGetGpuChipArchitecture(dcgmHandle_t handle, unsigned gpu, int *architecture) {
    char scope[32];
    int code = reached(handle, "dcgmGetGpuChipArchitecture");
    if (code != OK) {
        return code;
    }
    snprintf(scope, sizeof scope, "gpu%u", gpu);
    *architecture = (int)number(scope, "architecture", 7);
    return OK;
}

API int dcgmProfGetSupportedMetricGroups(dcgmHandle_t handle, dcgmProfGetMetricGroups_v3 *metrics) {
    char scope[32];
    int code = reached(handle, "dcgmProfGetSupportedMetricGroups");
    if (code != OK) {
        return code;
    }
    if (metrics->version != VERSION_OF(dcgmProfGetMetricGroups_v3, 3)) {
        return VER_MISMATCH;
    }
    snprintf(scope, sizeof scope, "gpu%u", metrics->gpuId);
    answer said = ask(scope, "profiling");
    if (said.code != OK) {
        return said.code == SCRIPT_SILENT ? NOT_SUPPORTED : said.code;
    }
    /* Two groups, of which the first has one field, as the real one has several. */
    char *rest = said.text;
    int count = 0;
    for (char *word = strtok_r(rest, " ", &rest); word; word = strtok_r(NULL, " ", &rest), count++) {
        dcgmProfMetricGroupInfo_v2 *to = &metrics->metricGroups[count > 0];
        to->fieldIds[to->numFieldIds++] = (unsigned short)atoi(word);
    }
    metrics->numMetricGroups = count > 1 ? 2 : count;
    return OK;
}

API int dcgmEntitiesGetLatestValues(dcgmHandle_t handle, dcgmGroupEntityPair_t *entities, unsigned count,
    unsigned short *ids, unsigned fields, unsigned flags, dcgmFieldValue_v2 *values) {
    (void)flags;
    int code = reached(handle, "dcgmEntitiesGetLatestValues");
    if (code != OK) {
        return code;
    }
    for (unsigned i = 0; i < count * fields; i++) {
        dcgmGroupEntityPair_t entity = entities[i / fields];
        int id = ids[i % fields];
        char scope[64];
        if (!scope_of(entity.entityGroupId, entity.entityId, scope, sizeof scope)) {
            return BADPARAM;
        }
        dcgmFieldValue_v1 one = value_of(level(id) == FE_NONE ? "system" : scope, id, 0);
        values[i] = (dcgmFieldValue_v2){.version = VERSION_OF(dcgmFieldValue_v2, 2),
            .entityGroupId = entity.entityGroupId,
            .entityId = entity.entityId,
            .fieldId = one.fieldId,
            .fieldType = one.fieldType,
            .status = one.status,
            .ts = one.ts,
            .value = one.value};
    }
    return OK;
}

/* Groups, numbered from 2 as DCGM has two of its own. */
static group *group_of(dcgmGpuGrp_t id) {
    return id >= 2 && id < GROUPS_MAX && groups[id].made ? &groups[id] : NULL;
}

static field_group *fields_of(dcgmFieldGrp_t id) {
    return id >= 2 && id < GROUPS_MAX && field_groups[id].made ? &field_groups[id] : NULL;
}

API int dcgmGroupCreate(dcgmHandle_t handle, int kind, const char *name, dcgmGpuGrp_t *id) {
    int code = reached(handle, "dcgmGroupCreate");
    if (code != OK || kind != 1 || !name[0]) {
        return code != OK ? code : BADPARAM;
    }
    for (int i = 2; i < GROUPS_MAX; i++) {
        if (!groups[i].made) {
            groups[i] = (group){.made = true};
            *id = (dcgmGpuGrp_t)i;
            return OK;
        }
    }
    return MAX_LIMIT;
}

API int dcgmGroupAddEntity(dcgmHandle_t handle, dcgmGpuGrp_t id, unsigned kind, unsigned entity) {
    char scope[64];
    int code = reached(handle, "dcgmGroupAddEntity");
    group *to = group_of(id);
    if (code != OK || !to) {
        return code != OK ? code : NOT_CONFIGURED;
    }
    if (!scope_of(kind, entity, scope, sizeof scope) || to->count == ENTITIES_MAX) {
        return BADPARAM;
    }
    to->entities[to->count++] = (dcgmGroupEntityPair_t){kind, entity};
    return OK;
}

API int dcgmGroupDestroy(dcgmHandle_t handle, dcgmGpuGrp_t id) {
    int code = reached(handle, "dcgmGroupDestroy");
    group *made = group_of(id);
    if (code != OK || !made) {
        return code != OK ? code : NOT_CONFIGURED;
    }
    made->made = false;
    return OK;
}

API int dcgmFieldGroupCreate(
    dcgmHandle_t handle, int count, const unsigned short *ids, const char *name, dcgmFieldGrp_t *id) {
    int code = reached(handle, "dcgmFieldGroupCreate");
    if (code != OK) {
        return code;
    }
    if (count < 1 || count >= FIELDS_MAX || !name[0]) {
        return BADPARAM;
    }
    for (int i = 0; i < count; i++) {
        if (!known(ids[i])) {
            return BADPARAM;
        }
    }
    int room = 0;
    for (int i = 2; i < GROUPS_MAX; i++) {
        if (field_groups[i].made && strcmp(field_groups[i].name, name) == 0) {
            return DUPLICATE_KEY;
        }
        room = room == 0 && !field_groups[i].made ? i : room;
    }
    if (room == 0) {
        return MAX_LIMIT;
    }
    field_groups[room] = (field_group){.made = true, .count = count};
    snprintf(field_groups[room].name, sizeof field_groups[room].name, "%.255s", name);
    memcpy(field_groups[room].ids, ids, (size_t)count * sizeof ids[0]);
    *id = (dcgmFieldGrp_t)room;
    return OK;
}

API int dcgmFieldGroupDestroy(dcgmHandle_t handle, dcgmFieldGrp_t id) {
    int code = reached(handle, "dcgmFieldGroupDestroy");
    field_group *made = fields_of(id);
    if (code != OK || !made) {
        return code != OK ? code : BADPARAM;
    }
    made->made = false;
    return OK;
}

/* Watches. */
static watch *watch_of(dcgmGpuGrp_t group, dcgmFieldGrp_t fields) {
    for (int i = 0; i < WATCHES_MAX; i++) {
        if (watches[i].group == group && watches[i].fields == fields) {
            return &watches[i];
        }
    }
    return NULL;
}

API int dcgmWatchFields(dcgmHandle_t handle, dcgmGpuGrp_t group, dcgmFieldGrp_t fields, long long every, double keep,
    int samples) {
    int code = reached(handle, "dcgmWatchFields");
    field_group *watched = fields_of(fields);
    if (code != OK || !group_of(group) || !watched || every <= 0 || keep < 0 || samples < 0) {
        return code != OK ? code : BADPARAM;
    }
    for (int i = 0; i < watched->count; i++) {
        answer refusal = askf("system", "refuses.%d", watched->ids[i]);
        if (refusal.code == OK) {
            return (int)refusal.number;
        }
    }
    for (int i = 0; i < group_of(group)->count; i++) {
        dcgmGroupEntityPair_t entity = group_of(group)->entities[i];
        char scope[64];
        if (scope_of(entity.entityGroupId, entity.entityId, scope, sizeof scope)) {
            int refusal = (int)number(scope, "refused", OK);
            if (refusal != OK) {
                return refusal;
            }
        }
    }
    watch *made = watch_of(0, 0);
    if (!made) {
        return MAX_LIMIT;
    }
    *made = (watch){group, fields, every};
    return OK;
}

API int dcgmUnwatchFields(dcgmHandle_t handle, dcgmGpuGrp_t group, dcgmFieldGrp_t fields) {
    int code = reached(handle, "dcgmUnwatchFields");
    watch *made = watch_of(group, fields);
    if (code != OK || !made) {
        return code != OK ? code : BADPARAM;
    }
    *made = (watch){0};
    return OK;
}

API int dcgmUpdateAllFields(dcgmHandle_t handle, int wait) {
    int code = reached(handle, "dcgmUpdateAllFields");
    return code != OK ? code : wait == 0 || wait == 1 ? OK : BADPARAM;
}

/* Values. */
API int dcgmGetLatestValues_v2(
    dcgmHandle_t handle, dcgmGpuGrp_t of, dcgmFieldGrp_t fields, enumeration tell, void *user) {
    int code = reached(handle, "dcgmGetLatestValues_v2");
    group *entities = group_of(of);
    field_group *ids = fields_of(fields);
    if (code != OK || !entities || !ids || !tell) {
        return code != OK ? code : BADPARAM;
    }
    watch *watched = watch_of(of, fields);
    for (int i = 0; i < entities->count * ids->count; i++) {
        dcgmGroupEntityPair_t entity = entities->entities[i / ids->count];
        int id = ids->ids[i % ids->count];
        char scope[64];
        bool there = scope_of(entity.entityGroupId, entity.entityId, scope, sizeof scope);
        bool of_node = level(id) == FE_NONE;
        dcgmFieldValue_v1 value = value_of(of_node || !there ? "system" : scope, id, watched ? watched->every : 0);
        value.status = !watched ? NOT_WATCHED : !there ? NO_DATA : value.status;
        if (tell(of_node ? FE_NONE : entity.entityGroupId, of_node ? 0 : entity.entityId, &value, 1, user) != 0) {
            break;
        }
    }
    return OK;
}

API int dcgmGetValuesSince_v2(dcgmHandle_t handle, dcgmGpuGrp_t of, dcgmFieldGrp_t fields, long long since,
    long long *next, enumeration tell, void *user) {
    int code = reached(handle, "dcgmGetValuesSince_v2");
    group *entities = group_of(of);
    field_group *ids = fields_of(fields);
    *next = since;
    if (code != OK || !entities || !ids || !tell) {
        return code != OK ? code : BADPARAM;
    }
    if (!watch_of(of, fields)) {
        return NOT_WATCHED;
    }
    int64_t now = micros(script_clock());
    for (int i = 0; i < entities->count; i++) {
        char scope[64];
        answer fails = {SCRIPT_SILENT, 0, ""};
        if (!scope_of(entities->entities[i].entityGroupId, entities->entities[i].entityId, scope, sizeof scope)) {
            continue;
        }
        for (int xid = 1; xid <= XIDS_MAX; xid++) {
            answer said = askf(scope, "xid.%d", xid);
            if (said.code != OK) {
                break;
            }
            const char *when = strchr(said.text, ' ');
            int64_t ts = micros(when ? strtod(when, NULL) : 0);
            dcgmFieldValue_v1 value = {.version = VERSION_OF(dcgmFieldValue_v1, 1), .fieldId = 230, .fieldType = 'i'};
            value.ts = ts;
            bool blank = strncmp(said.text, "blank", 5) == 0;
            value.value.i64 = blank ? 0x7ffffffffffffff0 : (int64_t)said.number;
            if (ts >= since && ts <= now) {
                tell(entities->entities[i].entityGroupId, entities->entities[i].entityId, &value, 1, user);
            }
        }
        /* An entity may fail after others were told. */
        fails = ask(scope, "xids");
        if (fails.code != OK && fails.code != SCRIPT_SILENT) {
            return fails.code;
        }
    }
    *next = now + 1;
    return OK;
}
