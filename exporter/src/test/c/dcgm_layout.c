/* NVIDIA's own structs, against the numbers that the exporter and its double go by. */
#include <dcgm_agent.h>
#include <dcgm_fields.h>
#include <dcgm_structs.h>

#include "dcgm_layout.h"

_Static_assert(DCGM_OPERATION_MODE_AUTO == 1 && DCGM_GROUP_EMPTY == 1, "modes");
_Static_assert(DCGM_FE_GPU == 1 && DCGM_FE_GPU_I == 4 && DCGM_FE_GPU_CI == 5, "kinds of entities");
_Static_assert(DCGM_CHIP_ARCH_AMPERE == 7 && DCGM_HE_PORT_NUMBER == 5555 && DCGM_FV_FLAG_LIVE_DATA == 1, "numbers");
_Static_assert(DCGM_MAX_HIERARCHY_INFO == 448 && DCGM_MAX_STR_LENGTH == 256 && DCGM_MAX_NUM_DEVICES == 32, "limits");
_Static_assert(DCGM_INT64_BLANK == 0x7ffffffffffffff0 && DCGM_FP64_BLANK == 140737488355328.0, "blanks");
_Static_assert(DCGM_ST_CONNECTION_NOT_VALID == -21 && DCGM_ST_PROFILING_MULTI_PASS == -38, "statuses");
