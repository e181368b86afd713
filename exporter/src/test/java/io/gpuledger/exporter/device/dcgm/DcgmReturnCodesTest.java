package io.gpuledger.exporter.device.dcgm;

import static io.gpuledger.exporter.device.dcgm.DcgmNode.cycle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever DCGM returns, from whichever call: nothing is thrown but what says so, and no value is made up.
class DcgmReturnCodesTest {
    private static final System.Logger LOG = System.getLogger(DcgmReturnCodesTest.class.getName());
    private static final int LOWEST = -68;
    private static final int CHUNK = 8;
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(31);
    private static final Set<String> LAST_ONES = Set.of(
            "dcgmUnwatchFields",
            "dcgmFieldGroupDestroy",
            "dcgmGroupDestroy",
            "dcgmStopEmbedded",
            "dcgmDisconnect",
            "dcgmShutdown");

    @TempDir
    private Path folder;

    /// Returns all functions but the one that returns no code.
    private static Stream<String> functions() {
        return Arrays.stream(Dcgm.class.getDeclaredMethods())
                .filter(method -> Modifier.isNative(method.getModifiers()) && method.getReturnType() == int.class)
                .map(Method::getName)
                .sorted();
    }

    private static List<Integer> codes() {
        return IntStream.concat(IntStream.rangeClosed(LOWEST, -1), IntStream.of(1, 77, -1000))
                .boxed()
                .toList();
    }

    /// Returns one code for each status that we tell apart.
    private static List<Integer> statuses() {
        var byStatus = new EnumMap<Status, Integer>(Status.class);
        codes().forEach(code -> byStatus.put(Status.of(code), code));
        return List.copyOf(byStatus.values());
    }

    /// Returns some codes for each node, as what a failing call does not give back fills a node up.
    private static List<List<Integer>> chunks(List<Integer> codes) {
        return IntStream.iterate(0, from -> from < codes.size(), from -> from + CHUNK)
                .mapToObj(from -> codes.subList(from, Math.min(from + CHUNK, codes.size())))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void each_code_of_each_call_while_it_runs(String function) throws IOException, InterruptedException {
        var tried = 0;
        for (var some : chunks(codes())) {
            try (var node = DcgmNode.inMigMode(folder.resolve("run" + tried))) {
                var backend = of(node, function);
                var truth = cycle(backend);
                for (var code : some) {
                    fail(node, function, code).says("gpu0 instances 1 7").advance(Duration.ofSeconds(16));
                    tryOut(backend, truth);
                    recover(node, function).says("gpu0 instances 7 1");
                    assertSame(function + " " + code, cycle(backend), truth);
                    tried++;
                }
                backend.close();
                assertGivenBack(node, function);
            }
        }
        LOG.log(Level.INFO, "{0} returned {1} codes", function, tried);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void each_status_of_each_call_from_the_beginning(String function) throws IOException, InterruptedException {
        for (var some : chunks(statuses())) {
            try (var node = DcgmNode.inMigMode(folder.resolve("begin" + some.getFirst()))) {
                var first = of(node, function);
                var truth = cycle(first);
                first.close();
                for (var code : some) {
                    var backend = of(fail(node, function, code), function);
                    tryOut(backend, truth);
                    recover(node, function).says("gpu0 instances " + (code % 2 == 0 ? "7 1" : "1 7"));
                    backend.want(Set.of(1));
                    assertSame(function + " " + code, cycle(backend), truth);
                    backend.close();
                }
                assertGivenBack(node, function);
            }
        }
    }

    private static DcgmNode fail(DcgmNode node, String function, int code) {
        return node.says("call %s @%d".formatted(function, code));
    }

    private static DcgmNode recover(DcgmNode node, String function) {
        return node.forgets("call", function).advance(LONGEST_BACK_OFF);
    }

    private static void assertGivenBack(DcgmNode node, String function) {
        if (!LAST_ONES.contains(function)) {
            assertThat(node.held()).isZero();
        }
    }

    private static DcgmBackend of(DcgmNode node, String function) throws IOException {
        return switch (function) {
            case "dcgmConnect_v2" -> node.without("dcgmConnect_v3").remote("localhost");
            case "dcgmConnect_v3", "dcgmDisconnect" -> node.remote("localhost");
            case "dcgmStartEmbedded" -> node.without("dcgmStartEmbedded_v2").backend();
            default -> node.backend();
        };
    }

    private static void tryOut(DcgmBackend backend, Sample truth) throws InterruptedException {
        try {
            for (var gpu : backend.scan()) {
                assertTrue(DcgmNode.read(gpu), truth);
            }
        } catch (BackendException e) {
            assertThat(backend.states().getFirst().isReady()).as(e.getMessage()).isFalse();
        }
        assertThat(backend.awaitEvent(Duration.ZERO)).isEmpty();
    }

    /// What is said is true, though it may be less than all.
    private static void assertTrue(Sample sample, Sample truth) {
        values(sample.gpu())
                .forEach((quantity, reading) -> assertThat(reading)
                        .as("%s", quantity)
                        .isEqualTo(truth.gpu().of(quantity)));
        sample.instances().forEach((uuid, readings) -> {
            assertThat(truth.instances()).containsKey(uuid);
            var expected = truth.instances().getOrDefault(uuid, Readings.NONE);
            values(readings)
                    .forEach((quantity, reading) ->
                            assertThat(reading).as("%s of %s", quantity, uuid).isEqualTo(expected.of(quantity)));
        });
    }

    private static void assertSame(String what, Sample sample, Sample truth) {
        assertThat(sample.gpu().asked()).as(what).isEqualTo(truth.gpu().asked());
        assertThat(sample.instances()).as(what).isEqualTo(truth.instances());
    }

    private static Map<Quantity, Reading> values(Readings readings) {
        return readings.asked().entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Reading.Value)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void all_works_without_what_an_older_library_lacks() throws IOException, InterruptedException {
        Sample truth;
        try (var node = DcgmNode.inMigMode(folder.resolve("all"))) {
            truth = cycle(node.backend());
        }
        for (var function : functions().toList()) {
            try (var node = DcgmNode.inMigMode(folder.resolve(function)).without(function)) {
                tryOut(node.backend(), truth);
            }
        }
    }

    @Test
    void gpus_that_all_keep_silent_are_not_no_gpus() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2).says("gpu0 field.54 @-18\ngpu1 field.54 @-18")) {
            var backend = node.backend();
            assertThatThrownBy(backend::scan)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("2 GPUs");
            assertThat(backend.states().getFirst().link()).isEqualTo(Link.FAILING);
        }
    }
}
