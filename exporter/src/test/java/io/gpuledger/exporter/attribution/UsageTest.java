package io.gpuledger.exporter.attribution;

import static io.gpuledger.exporter.attribution.Nodes.holder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.exporter.attribution.Attributed.Gap;
import io.gpuledger.exporter.attribution.Attributed.Reason;
import io.gpuledger.exporter.attribution.Attributed.Value;
import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.DeviceProcess.Kind;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Activity;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/// What each holder of a GPU used of it. Processes 1 to 9 are of pod `a`, 11 to 19 of pod `b`, 21 to 29 of the node,
/// 31 to 39 of a pod that nobody knows, 51 to 59 of a job of Slurm's, 61 to 69 of a container in that; others are not
/// to be seen.
class UsageTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double GIB = 1L << 30;
    private static final Device GPU = Nodes.gpu(0);
    private static final Pods PODS = new Pods(List.of(pod("a"), pod("b")));

    private static final Tenant JOB = new Tenant(Optional.empty(), Optional.of("4711"));
    private static final Tenant CONTAINER = new Tenant(Optional.of("id-c"), Optional.of("4711"));

    private final Usage usage = new Usage(true);
    private final Map<Integer, Duration> computed = new HashMap<>();
    private int seconds;
    private long busyNanos;

    private static Pods.Pod pod(String name) {
        return new Pods.Pod(
                holder(name).pod(), "uid-" + name, Map.of(), false, Set.of("main"), Map.of("id-" + name, "main"));
    }

    private static Optional<ProcessOrigin> origin(int pid) {
        return switch (pid / 10) {
            case 0 -> Optional.of(new ProcessOrigin(Optional.of("uid-a"), Optional.of("id-a"), Optional.empty()));
            case 1 -> Optional.of(new ProcessOrigin(Optional.of("uid-b"), Optional.empty(), Optional.empty()));
            case 2 -> Optional.of(ProcessOrigin.NOWHERE);
            case 5 -> Optional.of(new ProcessOrigin(Optional.empty(), Optional.empty(), Optional.of("4711")));
            case 6 -> Optional.of(new ProcessOrigin(Optional.empty(), Optional.of("id-c"), Optional.of("4711")));
            case 3 -> Optional.of(new ProcessOrigin(Optional.of("uid-x"), Optional.of("id-x"), Optional.empty()));
            default -> Optional.empty();
        };
    }

    private static Holders held(Held held) {
        return new Holders(Map.of(GPU.uuid(), held), new TreeMap<>());
    }

    private static Holders shared() {
        return held(
                new Held(Mode.REPLICAS, Optional.of(4), List.of(new Share(holder("a"), 1), new Share(holder("b"), 1))));
    }

    /// Returns a process that has computed for so many seconds more.
    private DeviceProcess process(int pid, double gibibytes, double more) {
        var readings = Readings.of(Map.of(Quantity.MEMORY_USED, Reading.of(gibibytes * GIB)));
        if (more > 0) {
            computed.merge(pid, Duration.ofNanos((long) (more * SECOND)), Duration::plus);
        }
        return new DeviceProcess(pid, Kind.COMPUTE, Optional.empty(), readings, Optional.ofNullable(computed.get(pid)));
    }

    /// A second later: the GPU was busy for this part of it, and uses this much memory.
    private Attributed second(Holders holders, double busy, double gibibytes, DeviceProcess... processes) {
        return usage.of(snapshot(busy, gibibytes, processes), holders, new Residents(UsageTest::origin, PODS));
    }

    private Snapshot snapshot(double busy, double gibibytes, DeviceProcess... processes) {
        seconds++;
        busyNanos += (long) (busy * SECOND);
        var unit = GPU.units().getFirst();
        var readings = Readings.of(Map.of(Quantity.MEMORY_USED, Reading.of(gibibytes * GIB)));
        var state = new UnitState(
                unit, readings, readings.standing(), new Activity(seconds * SECOND, Map.of(Quantity.BUSY, busyNanos)));
        return new Snapshot(
                Instant.ofEpochSecond(seconds),
                List.of(Nodes.state(GPU, List.of(state), List.of(processes))),
                List.of(),
                List.of());
    }

    private static Use use(Attributed attributed, String pod) {
        return attributed.of(GPU.units().getFirst()).getOrDefault(holder(pod), Use.UNKNOWN);
    }

    private static double busySeconds(Attributed attributed, String pod) {
        return use(attributed, pod).busyNanos().orElse(-SECOND) / 1e9;
    }

    private static double gibibytes(Attributed attributed, String pod) {
        return use(attributed, pod).memoryBytes().orElse(-GIB) / GIB;
    }

    @Test
    void who_has_a_gpu_for_himself_has_all_of_it() {
        var exclusive = held(new Held(Mode.EXCLUSIVE, Optional.of(1), List.of(new Share(holder("a"), 1))));
        second(exclusive, 1, 10);
        second(exclusive, 0.5, 10);
        var last = second(exclusive, 0.25, 20);
        assertThat(busySeconds(last, "a")).as("from the second look on").isEqualTo(0.75);
        assertThat(gibibytes(last, "a")).isEqualTo(20);
        assertThat(last.gaps()).isEmpty();
    }

    @Test
    void of_a_shared_gpu_each_has_what_its_processes_take() {
        second(shared(), 0, 10, process(1, 4, 0.1));
        var last = second(shared(), 0.8, 10, process(1, 4, 0.5), process(2, 1, 0.1), process(11, 3, 0.2));
        assertThat(busySeconds(last, "a")).isCloseTo(0.6, within(1e-6));
        assertThat(busySeconds(last, "b")).isCloseTo(0.2, within(1e-6));
        assertThat(gibibytes(last, "a")).isEqualTo(5);
        assertThat(gibibytes(last, "b")).isEqualTo(3);
    }

    @Test
    void processes_that_say_more_than_the_gpu_does_are_scaled_to_it() {
        second(shared(), 0, 4, process(1, 4, 0.1));
        var last = second(shared(), 0.5, 4, process(1, 4, 0.6), process(11, 4, 0.4));
        assertThat(busySeconds(last, "a")).isCloseTo(0.3, within(1e-6));
        assertThat(busySeconds(last, "b")).isCloseTo(0.2, within(1e-6));
        assertThat(gibibytes(last, "a")).isEqualTo(2);
    }

    @Test
    void what_a_process_did_and_the_gpu_has_not_been_seen_to_do_yet_is_kept() {
        second(shared(), 0, 4, process(1, 4, 0.1));
        second(shared(), 0.25, 4, process(1, 4, 1));
        assertThat(busySeconds(second(shared(), 0.5, 4, process(1, 4, 0)), "a")).isCloseTo(0.75, within(1e-6));
        assertThat(busySeconds(second(shared(), 0.5, 4, process(1, 4, 0)), "a")).isCloseTo(1, within(1e-6));
    }

    @Test
    void what_the_gpu_did_and_no_process_has_been_seen_to_do_yet_is_kept() {
        second(shared(), 0, 4, process(1, 4, 0.1));
        second(shared(), 1, 4, process(1, 4, 0));
        assertThat(busySeconds(second(shared(), 0, 4, process(1, 4, 1)), "a")).isCloseTo(1, within(1e-6));
    }

    @Test
    void what_a_process_says_too_much_for_long_takes_little_from_others_later() {
        second(shared(), 0, 4, process(1, 4, 0.1));
        for (var second = 0; second < 100; second++) {
            second(shared(), 0.5, 4, process(1, 4, 1));
        }
        var last = second(shared(), 1, 4, process(1, 4, 0), process(11, 4, 1));
        for (var second = 0; second < 29; second++) {
            last = second(shared(), 1, 4, process(1, 4, 0), process(11, 4, 1));
        }
        assertThat(busySeconds(last, "b")).isBetween(26.0, 30.0);
    }

    @Test
    void a_process_whose_count_begins_again_goes_on() {
        second(shared(), 0, 4, process(1, 4, 0.5));
        second(shared(), 1, 4, process(1, 4, 1));
        computed.clear();
        assertThat(busySeconds(second(shared(), 1, 4, process(1, 4, 0.75)), "a"))
                .isCloseTo(1.75, within(1e-6));
    }

    @Test
    void a_gpu_that_could_not_be_read_for_once_has_lost_no_process() {
        second(shared(), 0, 4, process(1, 4, 5));
        second(shared(), 1, 4, process(1, 4, 1));
        usage.of(stuck(snapshot(0, 4)), shared(), new Residents(UsageTest::origin, PODS));
        assertThat(busySeconds(second(shared(), 1, 4, process(1, 4, 1)), "a")).isCloseTo(2, within(1e-6));
    }

    @Test
    void what_the_node_s_own_processes_take_is_nobody_s() {
        second(shared(), 0, 10, process(21, 1, 0.1));
        var last = second(shared(), 0.5, 10, process(1, 4, 0.25), process(21, 1, 0.25));
        assertThat(busySeconds(last, "a")).isCloseTo(0.25, within(1e-6));
        assertThat(gibibytes(last, "a")).isEqualTo(4);
        assertThat(gibibytes(last, "b")).as("a zero that was seen").isZero();
    }

    @Test
    void a_process_that_is_not_to_be_seen_leaves_the_values_out_and_says_so() {
        second(shared(), 0, 10, process(41, 4, 0.1));
        var last = second(shared(), 0.5, 10, process(1, 4, 0.25), process(41, 1, 0.25));
        assertThat(use(last, "a")).isEqualTo(Use.UNKNOWN);
        assertThat(last.gaps())
                .containsExactly(
                        new Gap(GPU.uuid(), Value.MEMORY, Reason.PROCESS_UNSEEN),
                        new Gap(GPU.uuid(), Value.BUSY, Reason.PROCESS_UNSEEN));
    }

    @Test
    void a_process_of_a_pod_that_nobody_knows_does_too() {
        second(shared(), 0, 10, process(31, 4, 0.1));
        assertThat(second(shared(), 0.5, 10, process(31, 4, 0.25)).gaps())
                .contains(new Gap(GPU.uuid(), Value.MEMORY, Reason.POD_UNKNOWN));
    }

    @Test
    void a_driver_that_tells_nothing_of_processes_makes_no_zeros() {
        second(shared(), 0, 10);
        var last = second(shared(), 0.5, 10);
        assertThat(use(last, "a")).isEqualTo(Use.UNKNOWN);
        assertThat(last.gaps())
                .containsExactly(
                        new Gap(GPU.uuid(), Value.MEMORY, Reason.NOT_BY_PROCESS),
                        new Gap(GPU.uuid(), Value.BUSY, Reason.NOT_BY_PROCESS));
    }

    @Test
    void one_that_holds_no_more_and_then_again_begins_anew() {
        var exclusive = held(new Held(Mode.EXCLUSIVE, Optional.of(1), List.of(new Share(holder("a"), 1))));
        second(exclusive, 1, 10);
        second(exclusive, 1, 10);
        second(Holders.NONE, 1, 10);
        second(exclusive, 1, 10);
        assertThat(busySeconds(second(exclusive, 0.5, 10), "a")).isEqualTo(0.5);
    }

    private static Optional<Double> gibibytes(Attributed attributed, Tenant tenant) {
        return Optional.ofNullable(attributed.tenants(GPU.units().getFirst()).get(tenant))
                .flatMap(Use::memoryBytes)
                .map(bytes -> bytes / GIB);
    }

    private static Optional<Double> busySeconds(Attributed attributed, Tenant tenant) {
        return Optional.ofNullable(attributed.tenants(GPU.units().getFirst()).get(tenant))
                .flatMap(Use::busyNanos)
                .map(nanos -> nanos / 1e9);
    }

    @Test
    void jobs_and_containers_that_are_no_pods_have_what_their_processes_take() {
        second(Holders.NONE, 0, 10, process(51, 4, 0.1), process(21, 1, 0.1));
        var last = second(
                Holders.NONE, 0.8, 10, process(51, 4, 0.5), process(52, 1, 0.1), process(61, 3, 0.2), process(1, 2, 0));
        assertThat(last.tenants(GPU.units().getFirst())).containsOnlyKeys(JOB, CONTAINER);
        assertThat(gibibytes(last, JOB)).contains(5.0);
        assertThat(busySeconds(last, JOB).orElseThrow()).isCloseTo(0.6, within(1e-6));
        assertThat(gibibytes(last, CONTAINER)).contains(3.0);
        assertThat(busySeconds(last, CONTAINER).orElseThrow()).isCloseTo(0.2, within(1e-6));
        assertThat(last.gaps()).isEmpty();
    }

    @Test
    void a_job_that_is_gone_shows_its_last_for_two_minutes_and_takes_nothing_meanwhile() {
        second(Holders.NONE, 0, 10, process(51, 4, 0.1));
        second(Holders.NONE, 0.5, 10, process(51, 4, 0.5));
        var gone = second(Holders.NONE, 0.5, 10);
        assertThat(busySeconds(gone, JOB)).contains(0.5);
        assertThat(gibibytes(gone, JOB)).contains(0.0);
        for (var second = 1; second < 120; second++) {
            gone = second(Holders.NONE, 0, 10);
        }
        assertThat(busySeconds(gone, JOB)).contains(0.5);
        assertThat(second(Holders.NONE, 0, 10).tenants(GPU.units().getFirst())).isEmpty();
    }

    @Test
    void a_process_that_is_not_to_be_seen_may_be_a_job_s() {
        second(Holders.NONE, 0, 10, process(51, 4, 0.1));
        second(Holders.NONE, 0.5, 10, process(51, 4, 0.5));
        var last = second(Holders.NONE, 0.5, 10, process(51, 4, 0.25), process(41, 1, 0.25));
        assertThat(gibibytes(last, JOB)).isEmpty();
        assertThat(busySeconds(last, JOB)).as("what was counted stays").contains(0.5);
        assertThat(last.gaps())
                .containsExactlyInAnyOrder(
                        new Gap(GPU.uuid(), Value.MEMORY, Reason.PROCESS_UNSEEN),
                        new Gap(GPU.uuid(), Value.BUSY, Reason.PROCESS_UNSEEN));
    }

    private static Snapshot stuck(Snapshot of) {
        var present = of.gpus().getFirst();
        var stuck = new GpuState(
                GPU,
                Condition.STUCK,
                Readings.NONE,
                Readings.NONE,
                present.units(),
                present.parts(),
                List.of(),
                Map.of(),
                present.happened());
        return new Snapshot(of.at(), List.of(stuck), List.of(), List.of());
    }

    @Test
    void of_a_gpu_that_cannot_be_read_no_memory_is_told() {
        second(shared(), 0.5, 10, process(1, 4, 0.5), process(51, 1, 0.1));
        var snapshot = stuck(snapshot(0, 10));
        var last = usage.of(snapshot, shared(), new Residents(UsageTest::origin, PODS));
        assertThat(use(last, "a").memoryBytes()).isEmpty();
        assertThat(gibibytes(last, JOB)).isEmpty();
        assertThat(last.gaps()).isEmpty();
    }

    @Test
    void where_tenants_are_not_looked_for_nobody_is_asked_where_a_process_runs() {
        var snapshot = snapshot(0, 10, process(51, 4, 0.1));
        var residents = new Residents(
                _ -> {
                    throw new AssertionError("is asked");
                },
                Pods.NONE);
        assertThat(new Usage(false).of(snapshot, Holders.NONE, residents).tenants())
                .isEmpty();
    }

    @RepeatedTest(50)
    void the_sum_over_holders_never_exceeds_the_gpu_s() {
        var seed = new Random().nextLong();
        var random = new Random(seed);
        var before = new HashMap<String, Double>();
        for (var second = 0; second < 30; second++) {
            var processes = new ArrayList<DeviceProcess>();
            for (var i = random.nextInt(6); i > 0; i--) {
                var pid = random.nextInt(random.nextInt(4) == 0 ? 69 : 29) + 1;
                processes.add(process(pid, random.nextDouble() * 8, random.nextDouble() - 0.3));
            }
            var busy = random.nextDouble();
            var used = random.nextDouble() * 10;
            var shown = second(shared(), busy, used, processes.toArray(DeviceProcess[]::new));
            var sum = 0.0;
            var memory = 0.0;
            for (var pod : List.of("a", "b")) {
                var total =
                        use(shown, pod).busyNanos().map(nanos -> nanos / 1e9).orElse(0.0);
                assertThat(total).as("seed %d", seed).isGreaterThanOrEqualTo(before.getOrDefault(pod, 0.0));
                before.put(pod, total);
                sum += total;
                memory += use(shown, pod).memoryBytes().orElse(0.0);
            }
            for (var use : shown.tenants(GPU.units().getFirst()).values()) {
                sum += use.busyNanos().map(nanos -> nanos / 1e9).orElse(0.0);
                memory += use.memoryBytes().orElse(0.0);
            }
            assertThat(sum).as("seed %d", seed).isLessThanOrEqualTo(busyNanos / 1e9 + 1e-6);
            assertThat(memory).as("seed %d", seed).isLessThanOrEqualTo(used * GIB * (1 + 1e-12));
        }
    }
}
