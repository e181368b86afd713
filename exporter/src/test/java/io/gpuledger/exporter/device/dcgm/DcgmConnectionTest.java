package io.gpuledger.exporter.device.dcgm;

import static io.gpuledger.exporter.device.dcgm.DcgmNode.cycle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcgmConnectionTest {
    @TempDir
    private Path folder;

    private static BackendState state(DcgmBackend backend) {
        return backend.states().getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, v3 tcp://localhost:5555 timeout=1000",
        "10.0.0.1:7777, v3 tcp://10.0.0.1:7777 timeout=1000",
        "tcp://node-7, v3 tcp://node-7:5555 timeout=1000",
        "[::1], v3 tcp://[::1]:5555 timeout=1000",
        "[::1]:7, v3 tcp://[::1]:7 timeout=1000",
        "unix:///run/he.sock, v3 unix:///run/he.sock timeout=1000",
        "vsock://3:5555, v3 vsock://3:5555 timeout=1000",
    })
    void a_hostengine_is_reached_where_it_listens(String where, String given) throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            assertThat(cycle(node.remote(where)).gpu().of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
            assertThat(node.given()).isEqualTo(given);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, v2 localhost:5555 unix=0 timeout=1000",
        "tcp://node-7:9, v2 node-7:9 unix=0 timeout=1000",
        "unix:///run/he.sock, v2 /run/he.sock unix=1 timeout=1000",
    })
    void an_older_library_reaches_it_too(String where, String given) throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).without("dcgmConnect_v3")) {
            cycle(node.remote(where));
            assertThat(node.given()).isEqualTo(given);
        }
    }

    @Test
    void an_older_library_knows_no_virtual_sockets() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).without("dcgmConnect_v3")) {
            var backend = node.remote("vsock://3");
            assertThatThrownBy(backend::scan)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("dcgmConnect_v3");
            assertThat(node.held()).isZero();
        }
    }

    @Test
    void without_an_address_the_engine_runs_in_this_process() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            cycle(node.backend());
            assertThat(node.given()).isEqualTo("embedded v2 mode=1 log=none severity=0");
        }
    }

    @Test
    void its_log_is_written_where_it_is_wanted() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            cycle(node.backend(new DcgmSettings(
                    List.of(node.library().toString()), new Hostengine.Embedded(), DcgmSettings.Severity.WARN)));
            assertThat(node.given()).isEqualTo("embedded v2 mode=1 log=- severity=3");
        }
    }

    @Test
    void an_older_library_starts_it_too() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).without("dcgmStartEmbedded_v2")) {
            cycle(node.backend());
            assertThat(node.given()).isEqualTo("embedded by itself");
        }
    }

    @Test
    void a_library_that_is_not_there_is_named_with_what_brings_it() {
        var settings = new DcgmSettings(
                List.of("libnone.so.4", "libnone.so.3"), new Hostengine.Embedded(), DcgmSettings.Severity.NONE);
        try (var backend = new DcgmBackend(settings, Duration.ofSeconds(1), Duration.ofSeconds(15), () -> 0)) {
            assertThatThrownBy(backend::scan)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContainingAll(
                            "libnone.so.4 or libnone.so.3", "datacenter-gpu-manager-4-core", "--dcgm-library");
            assertThat(state(backend).link()).isEqualTo(Link.NO_LIBRARY);
            assertThat(state(backend).message()).contains("libnone.so.4");
        }
    }

    @Test
    void released_it_holds_nothing_and_takes_the_engine_again_after_the_time_or_when_told()
            throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            cycle(backend);
            assertThat(node.held()).isPositive();
            assertThat(backend.release(Duration.ofMinutes(1))).isTrue();
            assertThat(node.held()).isZero();
            assertThat(state(backend).link()).isEqualTo(Link.RELEASED);
            assertThatThrownBy(backend::scan).isInstanceOf(BackendException.class);
            node.advance(Duration.ofSeconds(61));
            assertThat(backend.scan()).hasSize(1);
            assertThat(backend.release(Duration.ofHours(1))).isTrue();
            backend.resume();
            assertThat(backend.scan()).hasSize(1);
        }
    }

    @Test
    void an_engine_that_goes_away_is_sought_less_and_less_often() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.remote("localhost:5555");
            var before = backend.scan().getFirst();
            node.says("system engine 0").advance();
            assertThatThrownBy(backend::scan).isInstanceOf(BackendException.class);
            assertThat(state(backend).link()).isEqualTo(Link.NO_SERVICE);
            assertThat(state(backend).message())
                    .contains("tcp://localhost:5555")
                    .contains("start nv-hostengine");
            assertThat(node.held()).isZero();
            assertThatThrownBy(() -> DcgmNode.read(before)).isInstanceOf(BackendException.class);
            var tries = node.calls("dcgmConnect_v3");
            for (var second = 0; second < 100; second++) {
                node.advance();
                assertThatThrownBy(backend::scan).isInstanceOf(BackendException.class);
            }
            assertThat(node.calls("dcgmConnect_v3") - tries)
                    .as("after 1, 3, 7, 15, 31, 61 and 91 seconds")
                    .isEqualTo(7);
            node.says("system engine 2").advance(Duration.ofSeconds(31));
            assertThat(cycle(backend).gpu().of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
            assertThat(state(backend).isReady()).isTrue();
            assertThatThrownBy(() -> DcgmNode.read(before)).isInstanceOf(BackendException.class);
            backend.close();
            assertThat(node.held()).isZero();
        }
    }

    @Test
    void an_engine_that_went_away_during_a_read_is_noticed_there() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.remote("localhost");
            var gpu = backend.scan().getFirst();
            node.says("system engine 2");
            assertThatThrownBy(() -> DcgmNode.read(gpu)).isInstanceOf(BackendException.class);
            assertThat(state(backend).link()).isEqualTo(Link.NO_SERVICE);
            node.advance();
            assertThat(cycle(backend).gpu().of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "dcgmInit, -3, NO_SERVICE",
        "dcgmStartEmbedded_v2, -7, NO_SERVICE",
        "dcgmStartEmbedded_v2, -29, NO_PERMISSION",
        "dcgmStartEmbedded_v2, -56, NO_DRIVER",
        "dcgmGetAllSupportedDevices, -3, FAILING",
        "dcgmGetAllSupportedDevices, -67, RELEASED",
        "dcgmGetGpuInstanceHierarchy, -12, VERSION_MISMATCH",
    })
    void the_state_tells_what_is_wrong(String function, int code, Link link) throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("call %s @%d".formatted(function, code))) {
            var backend = node.backend();
            assertThatThrownBy(backend::scan)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(function)
                    .hasMessageContaining(Integer.toString(code));
            assertThat(state(backend).link()).isEqualTo(link);
            assertThat(node.held()).isZero();
        }
    }
}
