package io.gpuledger.exporter.device.dcgm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpuledger.exporter.doubles.CSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The numbers of the binding, and of test/c/dcgm_layout.h, are written down twice so that neither can go by the other.
class DcgmLayoutTest {
    /// The environment variable DCGM_HEADERS names the folder of dcgm_agent.h, dcgm_fields.h and dcgm_structs.h.
    private static final Optional<String> HEADERS = Optional.ofNullable(System.getenv("DCGM_HEADERS"));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "StartEmbeddedV2, SIZE, 72",
        "StartEmbeddedV2, VERSION, 0x01000048",
        "StartEmbeddedV2, OPERATION_MODE, 4",
        "StartEmbeddedV2, HANDLE, 8",
        "StartEmbeddedV2, LOG_FILE, 16",
        "StartEmbeddedV2, SEVERITY, 24",
        "ConnectV2, SIZE, 16",
        "ConnectV2, VERSION, 0x02000010",
        "ConnectV2, TIMEOUT_MILLIS, 8",
        "ConnectV2, IS_UNIX_SOCKET, 12",
        "ConnectV3, SIZE, 12",
        "ConnectV3, VERSION, 0x0100000c",
        "ConnectV3, TIMEOUT_MILLIS, 8",
        "EntityPair, SIZE, 8",
        "EntityPair, ID, 4",
        "FieldValueV1, SIZE, 4120",
        "FieldValueV1, FIELD, 4",
        "FieldValueV1, TYPE, 6",
        "FieldValueV1, STATUS, 8",
        "FieldValueV1, MICROS, 16",
        "FieldValueV1, VALUE, 24",
        "FieldValueV1, TEXT_SIZE, 256",
        "FieldValueV2, SIZE, 4128",
        "FieldValueV2, FIELD, 12",
        "FieldValueV2, TYPE, 14",
        "FieldValueV2, STATUS, 16",
        "FieldValueV2, MICROS, 24",
        "FieldValueV2, VALUE, 32",
        "MigHierarchy, SIZE, 73480",
        "MigHierarchy, VERSION, 0x02011f08",
        "MigHierarchy, COUNT, 4",
        "MigHierarchy, ENTITIES, 8",
        "MigHierarchy, ENTITIES_MAX, 448",
        "MigEntity, SIZE, 164",
        "MigEntity, PARENT, 8",
        "MigEntity, INSTANCE, 148",
        "MigEntity, COMPUTE_INSTANCE, 152",
        "MigEntity, SLICES, 160",
        "MetricGroups, SIZE, 1376",
        "MetricGroups, VERSION, 0x03000560",
        "MetricGroups, GPU, 8",
        "MetricGroups, COUNT, 12",
        "MetricGroups, GROUPS, 16",
        "MetricGroups, GROUPS_MAX, 10",
        "MetricGroup, SIZE, 136",
        "MetricGroup, COUNT, 4",
        "MetricGroup, FIELDS, 8",
        "MetricGroup, FIELDS_MAX, 64",
        "FieldMeta, SIZE, 72",
        "FieldMeta, LEVEL, 60",
        "GpuIds, SIZE, 128",
        "GpuIds, MAX, 32",
    })
    void the_binding_has_dcgm_s_layout(String struct, String member, String number)
            throws ReflectiveOperationException {
        var declared = Class.forName(Structs.class.getName() + "$" + struct).getDeclaredField(member);
        assertThat(declared.getInt(null)).isEqualTo(Integer.decode(number));
    }

    @Test
    void nvidia_s_headers_have_the_same() throws IOException, InterruptedException {
        assumeThat(HEADERS).as("DCGM_HEADERS").isPresent();
        Files.writeString(folder.resolve("dcgm_api_export.h"), "#define DCGM_PUBLIC_API\n");
        CSource.check("#include \"dcgm_layout.c\"", List.of("-I" + folder, "-I" + HEADERS.orElseThrow()));
    }
}
