package io.gpuledger.exporter.sampler;

import static io.gpuledger.exporter.device.Quantity.BUSY;
import static io.gpuledger.exporter.device.Quantity.ENERGY;
import static io.gpuledger.exporter.device.Quantity.POWER;
import static io.gpuledger.exporter.device.Quantity.SM_ACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.Run;
import io.gpuledger.exporter.device.Xid;
import io.gpuledger.exporter.sampler.ScriptedBackend.ScriptedGpu;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SamplerTest {
    /// Real time, and only a hang is waited for: long enough for a slow machine's healthy calls.
    private static final SamplerSettings SETTINGS =
            new SamplerSettings(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ofSeconds(2));

    private final ManualClock clock = new ManualClock();
    private final ScriptedBackend backend = new ScriptedBackend();
    private final List<Snapshot> published = new ArrayList<>();
    private final Sampler sampler = new Sampler(backend, SETTINGS, clock.clock(), published::add);
    private final CountDownLatch release = new CountDownLatch(1);
    private final ScriptedGpu one =
            ScriptedBackend.gpu(0, "GPU-1").says(BUSY, 0.5).says(POWER, 300).says(ENERGY, 1000);
    private final ScriptedGpu two =
            ScriptedBackend.gpu(1, "GPU-2").says(BUSY, 1.0).says(POWER, 500).says(ENERGY, 2000);

    @AfterEach
    void close() {
        release.countDown();
        sampler.close();
    }

    private Snapshot cycleAfter(int seconds) throws InterruptedException {
        clock.advance(Duration.ofSeconds(seconds));
        sampler.cycle();
        return published.getLast();
    }

    private static GpuState gpu(Snapshot snapshot, String uuid) {
        return snapshot.gpus().stream()
                .filter(gpu -> gpu.device().uuid().equals(uuid))
                .findFirst()
                .orElseThrow();
    }

    private static double observed(GpuState gpu) {
        return gpu.units().getFirst().activity().observedNanos() / 1e9;
    }

    private static Run run(Snapshot snapshot, String collector) {
        return snapshot.runs().stream()
                .filter(run -> run.collector().equals(collector))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void each_cycle_reads_and_integrates_every_gpu() throws InterruptedException {
        backend.finds(one, two);
        cycleAfter(0);
        var snapshot = cycleAfter(1);
        assertThat(snapshot.gpus()).extracting(GpuState::condition).containsOnly(Condition.PRESENT);
        assertThat(gpu(snapshot, "GPU-1").readings().value(POWER)).hasValue(300);
        assertThat(gpu(snapshot, "GPU-1").units().getFirst().activity().activeNanos())
                .containsEntry(BUSY, 500_000_000L);
        assertThat(gpu(snapshot, "GPU-2").units().getFirst().activity().activeNanos())
                .containsEntry(BUSY, 1_000_000_000L);
        assertThat(snapshot.at()).isEqualTo(clock.instant());
    }

    @Test
    void what_rarely_changes_is_read_at_first_and_then_at_the_slow_interval() throws InterruptedException {
        backend.finds(one);
        for (var second = 0; second < 31; second++) {
            cycleAfter(1);
        }
        var slow = one.paces().stream().map(paces -> paces.contains(Pace.SLOW)).toList();
        assertThat(slow).hasSize(31);
        assertThat(List.of(slow.getFirst(), slow.get(15), slow.get(30))).containsOnly(true);
        assertThat(slow.stream().filter(isSlow -> isSlow)).hasSize(3);
        assertThat(one.paces())
                .allSatisfy(paces -> assertThat(EnumSet.allOf(Pace.class)).containsAll(paces));
    }

    @Test
    void a_gpu_that_hangs_is_named_and_the_others_stay_fresh() throws InterruptedException {
        backend.finds(one, two);
        cycleAfter(0);
        one.hangs(release);
        cycleAfter(1);
        two.says(POWER, 555);
        // The hung call is not waited for again: this cycle takes no deadline.
        var begun = System.nanoTime();
        var snapshot = cycleAfter(1);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SETTINGS.deadline());

        var stuck = gpu(snapshot, "GPU-1");
        assertThat(stuck.condition()).isEqualTo(Condition.STUCK);
        assertThat(stuck.readings().value(POWER))
                .as("a gauge that is not of now")
                .isEmpty();
        assertThat(stuck.readings().value(ENERGY)).as("a counter").hasValue(1000);
        assertThat(observed(stuck)).isZero();

        var fresh = gpu(snapshot, "GPU-2");
        assertThat(fresh.condition()).isEqualTo(Condition.PRESENT);
        assertThat(fresh.readings().value(POWER)).hasValue(555);
        assertThat(observed(fresh)).isEqualTo(2);
        assertThat(run(snapshot, "readings").success()).isFalse();
    }

    @Test
    void a_gpu_that_hung_goes_on_when_it_answers_again() throws InterruptedException {
        backend.finds(one);
        cycleAfter(0);
        cycleAfter(1);
        one.hangs(release);
        cycleAfter(1);
        cycleAfter(1);
        firstAnswerAfterTheHang();
        var back = cycleAfter(1);
        assertThat(gpu(back, "GPU-1").condition()).isEqualTo(Condition.PRESENT);
        assertThat(observed(gpu(back, "GPU-1")))
                .as("one second before the hang, one after")
                .isEqualTo(2);
        assertThat(run(back, "readings").success()).isTrue();
    }

    private Snapshot firstAnswerAfterTheHang() throws InterruptedException {
        one.recovers();
        release.countDown();
        var snapshot = cycleAfter(1);
        while (gpu(snapshot, "GPU-1").condition() == Condition.STUCK) {
            Thread.onSpinWait();
            snapshot = cycleAfter(0);
        }
        return snapshot;
    }

    @Test
    void a_gpu_that_falls_off_the_bus_stays_with_its_identity_and_counters() throws InterruptedException {
        backend.finds(one, two);
        cycleAfter(0);
        cycleAfter(1);
        one.says(POWER, Absent.LOST);
        assertThat(gpu(cycleAfter(1), "GPU-1").condition()).isEqualTo(Condition.LOST);
        backend.finds(two);
        var lost = gpu(cycleAfter(1), "GPU-1");
        assertThat(lost.condition()).isEqualTo(Condition.LOST);
        assertThat(lost.device().pciBusId()).isEqualTo("00000000:00:00.0");
        assertThat(lost.readings().value(ENERGY)).hasValue(1000);
        assertThat(observed(lost)).isEqualTo(1);
    }

    @Test
    void a_gpu_that_returns_under_another_index_goes_on_counting() throws InterruptedException {
        backend.finds(one, two);
        cycleAfter(0);
        cycleAfter(1);
        backend.finds(two);
        cycleAfter(1);
        one.becomes(ScriptedBackend.device(5, "GPU-1", Optional.empty()));
        one.says(ENERGY, 10);
        backend.finds(two, one);
        cycleAfter(1);
        var back = gpu(cycleAfter(1), "GPU-1");
        assertThat(back.condition()).isEqualTo(Condition.PRESENT);
        assertThat(back.device().index()).isEqualTo(5);
        assertThat(back.readings().value(ENERGY))
                .as("the driver began again from zero")
                .hasValue(1010);
        assertThat(observed(back)).isEqualTo(2);
    }

    @Test
    void a_driver_that_cannot_be_asked_is_not_a_node_without_gpus() throws InterruptedException {
        backend.finds(one);
        cycleAfter(0);
        cycleAfter(1);
        backend.isDown("the driver is being reloaded");
        var down = cycleAfter(1);
        assertThat(gpu(down, "GPU-1").condition()).isEqualTo(Condition.UNREACHABLE);
        assertThat(gpu(down, "GPU-1").readings().value(ENERGY)).hasValue(1000);
        assertThat(run(down, "topology").success()).isFalse();
        assertThat(run(down, "topology").lastSuccess()).hasValue(clock.instant().minusSeconds(1));

        backend.isUp();
        one.says(ENERGY, 1);
        cycleAfter(1);
        var up = cycleAfter(1);
        assertThat(gpu(up, "GPU-1").condition()).isEqualTo(Condition.PRESENT);
        assertThat(gpu(up, "GPU-1").readings().value(ENERGY)).hasValue(1001);
        assertThat(observed(gpu(up, "GPU-1"))).isEqualTo(2);
    }

    @Test
    void a_scan_that_hangs_leaves_the_known_gpus_readable() throws InterruptedException {
        backend.finds(one);
        cycleAfter(0);
        backend.scanHangs(release);
        var snapshot = cycleAfter(1);
        assertThat(gpu(snapshot, "GPU-1").condition()).isEqualTo(Condition.PRESENT);
        assertThat(observed(gpu(snapshot, "GPU-1"))).isEqualTo(1);
        assertThat(run(snapshot, "topology").success()).isFalse();
    }

    @Test
    void a_read_that_fails_leaves_a_gap_and_is_named() throws InterruptedException {
        backend.finds(one, two);
        cycleAfter(0);
        one.fails(new IllegalStateException("a defect"));
        var snapshot = cycleAfter(1);
        assertThat(gpu(snapshot, "GPU-1").readings().value(POWER)).isEmpty();
        assertThat(observed(gpu(snapshot, "GPU-1"))).isZero();
        assertThat(observed(gpu(snapshot, "GPU-2"))).isEqualTo(1);
        assertThat(run(snapshot, "readings").success()).isFalse();
    }

    @Test
    void the_instances_of_a_mig_gpu_are_integrated_each_by_itself() throws InterruptedException {
        var left = new Instance("MIG-left", 1, Optional.empty(), "3g.40gb", 3, 4);
        var right = new Instance("MIG-right", 2, Optional.empty(), "4g.40gb", 4, 4);
        one.becomes(ScriptedBackend.device(0, "GPU-1", Optional.of(new Mig(7, 8, List.of(left, right)))));
        one.instanceSays("MIG-left", SM_ACTIVE, 0.25);
        one.instanceSays("MIG-right", SM_ACTIVE, 1);
        backend.finds(one);
        cycleAfter(0);
        var units = gpu(cycleAfter(2), "GPU-1").units();
        assertThat(units).extracting(unit -> unit.unit().uuid()).containsExactly("MIG-left", "MIG-right");
        assertThat(units.getFirst().activity().activeNanos()).containsEntry(SM_ACTIVE, 500_000_000L);
        assertThat(units.getLast().activity().activeNanos()).containsEntry(SM_ACTIVE, 2_000_000_000L);
    }

    @Test
    void an_instance_made_anew_in_the_place_of_another_goes_on_counting_as_it_has_the_same_series()
            throws InterruptedException {
        one.instanceSays("MIG-a", SM_ACTIVE, 1);
        one.instanceSays("MIG-b", SM_ACTIVE, 1);
        one.becomes(whollyPartitioned("MIG-a"));
        backend.finds(one);
        cycleAfter(0);
        cycleAfter(1);
        one.becomes(ScriptedBackend.device(0, "GPU-1", Optional.of(new Mig(7, 8, List.of()))));
        assertThat(gpu(cycleAfter(1), "GPU-1").units()).isEmpty();
        one.becomes(whollyPartitioned("MIG-b"));
        cycleAfter(1);
        assertThat(observed(gpu(cycleAfter(1), "GPU-1"))).isEqualTo(2);
    }

    private static Device whollyPartitioned(String uuid) {
        var instance = new Instance(uuid, 1, Optional.empty(), "7g.80gb", 7, 8);
        return ScriptedBackend.device(0, "GPU-1", Optional.of(new Mig(7, 8, List.of(instance))));
    }

    @Test
    void a_driver_that_cannot_be_asked_is_no_evidence_that_a_lost_or_stuck_gpu_is_well() throws InterruptedException {
        backend.finds(one, two);
        cycleAfter(0);
        backend.finds(one);
        one.hangs(release);
        cycleAfter(1);
        backend.isDown("no driver");
        var snapshot = cycleAfter(1);
        assertThat(gpu(snapshot, "GPU-1").condition()).isEqualTo(Condition.STUCK);
        assertThat(gpu(snapshot, "GPU-2").condition()).isEqualTo(Condition.LOST);
        assertThat(run(snapshot, "readings").success()).isFalse();
    }

    @Test
    void a_gpu_that_answers_with_errors_only_is_failing() throws InterruptedException {
        var broken = ScriptedBackend.gpu(0, "GPU-3").says(POWER, Absent.FAILED).says(BUSY, Absent.FAILED);
        backend.finds(broken);
        var snapshot = cycleAfter(1);
        assertThat(gpu(snapshot, "GPU-3").condition()).isEqualTo(Condition.FAILING);
        assertThat(run(snapshot, "readings").success()).isFalse();
    }

    @Test
    void what_a_hung_call_brings_at_last_is_not_taken_for_a_reading_of_now() throws InterruptedException {
        backend.finds(one);
        cycleAfter(0);
        one.hangs(release);
        cycleAfter(1);
        cycleAfter(60);
        var snapshot = firstAnswerAfterTheHang();
        assertThat(observed(gpu(snapshot, "GPU-1"))).isZero();
        assertThat(observed(gpu(cycleAfter(1), "GPU-1"))).isLessThanOrEqualTo(1);
    }

    @Test
    void what_a_hung_call_brings_while_its_gpu_is_lost_is_not_taken_when_the_gpu_is_back() throws InterruptedException {
        backend.finds(one);
        cycleAfter(0);
        one.hangs(release);
        cycleAfter(1);
        backend.finds();
        cycleAfter(1);
        one.recovers();
        release.countDown();
        assertThat(gpu(cycleAfter(600), "GPU-1").condition()).isEqualTo(Condition.LOST);
        backend.finds(one);
        one.says(POWER, 999);
        var snapshot = cycleAfter(1);
        while (gpu(snapshot, "GPU-1").condition() != Condition.PRESENT) {
            Thread.onSpinWait();
            snapshot = cycleAfter(0);
        }
        assertThat(gpu(snapshot, "GPU-1").readings().value(POWER)).hasValue(999);
        assertThat(observed(gpu(snapshot, "GPU-1"))).isZero();
        assertThat(observed(gpu(cycleAfter(1), "GPU-1"))).isLessThanOrEqualTo(1);
    }

    @Test
    void a_gpu_that_fails_slowly_stays_a_failure() throws InterruptedException {
        var impatient = new SamplerSettings(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ZERO);
        try (var quick = new ManualSampler(backend, impatient, clock.clock())) {
            one.fails(new IllegalStateException("a defect"));
            backend.finds(one);
            var failing = 0;
            var deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (failing < 3 && System.nanoTime() < deadline) {
                var snapshot = quick.cycle();
                var known = snapshot.gpus().stream().anyMatch(gpu -> gpu.condition() == Condition.FAILING);
                if (known) {
                    failing++;
                    assertThat(run(snapshot, "readings").success()).isFalse();
                }
            }
            assertThat(failing).isEqualTo(3);
        }
    }

    @Test
    void an_instance_that_a_sample_does_not_have_keeps_no_gauge() throws InterruptedException {
        one.instanceSays("MIG-a", SM_ACTIVE, 1);
        one.becomes(whollyPartitioned("MIG-a"));
        backend.finds(one);
        cycleAfter(0);
        one.becomes(whollyPartitioned("MIG-b"));
        var unit = gpu(cycleAfter(1), "GPU-1").units().getFirst();
        assertThat(unit.readings().asked()).isEmpty();
        assertThat(unit.activity().observedNanos()).isZero();
    }

    @Test
    void a_listener_that_fails_is_named_and_goes_on() throws InterruptedException {
        backend.finds(one);
        backend.listeningFails(new IllegalStateException("no events"));
        assertThat(sampler.listenOnce(Duration.ZERO)).isFalse();
        assertThat(run(cycleAfter(1), "events").success()).isFalse();
        backend.isUp();
        backend.reports(new Xid("GPU-1", 31, clock.instant()));
        assertThat(sampler.listenOnce(SETTINGS.deadline())).isTrue();
        assertThat(run(cycleAfter(1), "events").success()).isTrue();
    }

    @Test
    void every_xid_of_a_storm_is_counted() throws InterruptedException {
        backend.finds(one);
        for (var i = 0; i < 10_000; i++) {
            backend.reports(new Xid("GPU-1", i % 4 == 0 ? 79 : 31, clock.instant()));
        }
        for (var i = 0; i < 10_000; i++) {
            sampler.listenOnce(SETTINGS.deadline());
        }
        var gpu = gpu(cycleAfter(1), "GPU-1");
        assertThat(gpu.happened().xids())
                .containsEntry(31, 7500L)
                .containsEntry(79, 2500L)
                .hasSize(2);
        assertThat(gpu.happened().lastXid()).hasValue(31);
    }

    @Test
    void a_node_without_gpus_is_published_as_such() throws InterruptedException {
        var snapshot = cycleAfter(1);
        assertThat(snapshot.gpus()).isEmpty();
        assertThat(snapshot.runs()).allMatch(Run::success);
    }
}
