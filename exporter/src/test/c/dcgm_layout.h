/*
 * The layouts of DCGM's structs, by numbers that stand in no header: sizes and offsets as NVIDIA's compiler has them.
 * Checked against the double's own structs, and by dcgm_layout.c against NVIDIA's headers where these are.
 */
#ifndef DCGM_LAYOUT_H
#define DCGM_LAYOUT_H

#include <stddef.h>

#define VERSION_OF(type, number) (unsigned)(sizeof(type) | (number) << 24)
#define IS_AT(type, field, offset) _Static_assert(offsetof(type, field) == (offset), #type "." #field)
#define IS_SIZED(type, size) _Static_assert(sizeof(type) == (size), #type)

IS_SIZED(dcgmStartEmbeddedV2Params_v1, 72);
IS_AT(dcgmStartEmbeddedV2Params_v1, opMode, 4);
IS_AT(dcgmStartEmbeddedV2Params_v1, dcgmHandle, 8);
IS_AT(dcgmStartEmbeddedV2Params_v1, logFile, 16);
IS_AT(dcgmStartEmbeddedV2Params_v1, severity, 24);
_Static_assert(VERSION_OF(dcgmStartEmbeddedV2Params_v1, 1) == 0x01000048, "version");

IS_SIZED(dcgmConnectV2Params_v2, 16);
IS_AT(dcgmConnectV2Params_v2, persistAfterDisconnect, 4);
IS_AT(dcgmConnectV2Params_v2, timeoutMs, 8);
IS_AT(dcgmConnectV2Params_v2, addressIsUnixSocket, 12);
_Static_assert(VERSION_OF(dcgmConnectV2Params_v2, 2) == 0x02000010, "version");

IS_SIZED(dcgmConnectV3Params_v1, 12);
IS_AT(dcgmConnectV3Params_v1, timeoutMs, 8);
_Static_assert(VERSION_OF(dcgmConnectV3Params_v1, 1) == 0x0100000c, "version");

IS_SIZED(dcgmGroupEntityPair_t, 8);
IS_AT(dcgmGroupEntityPair_t, entityId, 4);

IS_SIZED(dcgmFieldValue_v1, 4120);
IS_AT(dcgmFieldValue_v1, fieldId, 4);
IS_AT(dcgmFieldValue_v1, fieldType, 6);
IS_AT(dcgmFieldValue_v1, status, 8);
IS_AT(dcgmFieldValue_v1, ts, 16);
IS_AT(dcgmFieldValue_v1, value, 24);
_Static_assert(VERSION_OF(dcgmFieldValue_v1, 1) == 0x01001018, "version");

IS_SIZED(dcgmFieldValue_v2, 4128);
IS_AT(dcgmFieldValue_v2, entityGroupId, 4);
IS_AT(dcgmFieldValue_v2, entityId, 8);
IS_AT(dcgmFieldValue_v2, fieldId, 12);
IS_AT(dcgmFieldValue_v2, fieldType, 14);
IS_AT(dcgmFieldValue_v2, status, 16);
IS_AT(dcgmFieldValue_v2, ts, 24);
IS_AT(dcgmFieldValue_v2, value, 32);
_Static_assert(VERSION_OF(dcgmFieldValue_v2, 2) == 0x02001020, "version");

IS_SIZED(dcgmMigHierarchyInfo_v2, 164);
IS_AT(dcgmMigHierarchyInfo_v2, parent, 8);
IS_AT(dcgmMigHierarchyInfo_v2, info.nvmlInstanceId, 148);
IS_AT(dcgmMigHierarchyInfo_v2, info.nvmlComputeInstanceId, 152);
IS_AT(dcgmMigHierarchyInfo_v2, info.nvmlProfileSlices, 160);
IS_SIZED(dcgmMigHierarchy_v2, 73480);
IS_AT(dcgmMigHierarchy_v2, count, 4);
IS_AT(dcgmMigHierarchy_v2, entityList, 8);
_Static_assert(VERSION_OF(dcgmMigHierarchy_v2, 2) == 0x02011f08, "version");

IS_SIZED(dcgmProfMetricGroupInfo_v2, 136);
IS_AT(dcgmProfMetricGroupInfo_v2, numFieldIds, 4);
IS_AT(dcgmProfMetricGroupInfo_v2, fieldIds, 8);
IS_SIZED(dcgmProfGetMetricGroups_v3, 1376);
IS_AT(dcgmProfGetMetricGroups_v3, gpuId, 8);
IS_AT(dcgmProfGetMetricGroups_v3, numMetricGroups, 12);
IS_AT(dcgmProfGetMetricGroups_v3, metricGroups, 16);
_Static_assert(VERSION_OF(dcgmProfGetMetricGroups_v3, 3) == 0x03000560, "version");

IS_SIZED(dcgm_field_meta_t, 72);
IS_AT(dcgm_field_meta_t, fieldType, 2);
IS_AT(dcgm_field_meta_t, entityLevel, 60);

#endif
