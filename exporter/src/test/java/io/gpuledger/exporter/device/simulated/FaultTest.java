package io.gpuledger.exporter.device.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.device.Xid;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTest {
    @Test
    void a_scripted_xid_comes_once_and_at_its_own_time() throws InterruptedException {
        try (var bench = new Bench("gpu h100 idle\nat 90s xid 0 31\nat 10s xid 0 13")) {
            String uuid = bench.gpu(0).device().uuid();
            assertThat(bench.xids()).isEmpty();
            bench.clock.setSeconds(200);
            assertThat(bench.xids())
                    .containsExactly(
                            new Xid(uuid, 13, VirtualClock.START.plusSeconds(10)),
                            new Xid(uuid, 31, VirtualClock.START.plusSeconds(90)));
            assertThat(bench.xids()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        ecc 0 corrected 3        | ECC_CORRECTED               | 3  | -
        ecc 0 corrected 3        | ECC_LIFETIME_CORRECTED      | 3  | -
        ecc 0 uncorrected 2      | ECC_UNCORRECTED             | 2  | 48
        ecc 0 uncorrected 2      | ECC_LIFETIME_UNCORRECTED    | 2  | 48
        remap 0 correctable 4    | REMAPPED_ROWS_CORRECTABLE   | 4  | 63
        remap 0 uncorrectable 5  | REMAPPED_ROWS_UNCORRECTABLE | 5  | 63
        remap 0 uncorrectable 5  | ROW_REMAP_PENDING           | 1  | 63
        remap-failed 0           | ROW_REMAP_FAILED            | 1  | 64
        pcie-replays 0 12        | PCIE_REPLAYS                | 12 | -
        nvlink-errors 0 replay 7 | NVLINK_REPLAY_ERRORS        | 7  | -
        nvlink-errors 0 crc 8    | NVLINK_CRC_ERRORS           | 8  | -
        nvlink-errors 0 recovery 9 | NVLINK_RECOVERY_ERRORS    | 9  | -
        """)
    void a_fault_counts_where_the_driver_counts_it(String fault, Quantity counter, double count, Integer xid)
            throws InterruptedException {
        try (var bench = new Bench("gpu h100 idle\ngpu h100 idle")) {
            assertThat(bench.reading(0, counter)).isEqualTo(Reading.of(0));
            bench.inject(fault);
            assertThat(bench.reading(0, counter)).isEqualTo(Reading.of(count));
            assertThat(bench.reading(1, counter)).isEqualTo(Reading.of(0));
            assertThat(bench.xids()).extracting(Xid::number).isEqualTo(xid == null ? List.of() : List.of(xid));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "power_cap, THROTTLED_POWER_CAP",
        "sync_boost, THROTTLED_SYNC_BOOST",
        "sw_thermal, THROTTLED_SW_THERMAL",
        "hw_thermal, THROTTLED_HW_THERMAL",
        "hw_power_brake, THROTTLED_HW_POWER_BRAKE"
    })
    void throttling_lowers_clock_and_power_and_is_counted_for_as_long_as_it_lasts(String reason, Quantity counter) {
        try (var bench = new Bench("gpu h100 decode\nat 10s throttle 0 %s 20s".formatted(reason))) {
            bench.clock.set(Duration.ofMillis(9_900));
            var before = bench.read(0).gpu();
            bench.clock.setSeconds(20);
            var during = bench.read(0).gpu();
            bench.clock.setSeconds(60);
            var after = bench.read(0).gpu();

            assertThat(before.of(counter)).isEqualTo(Reading.of(0));
            assertThat(during.of(counter)).isEqualTo(Reading.of(10));
            assertThat(after.of(counter)).isEqualTo(Reading.of(20));
            for (Quantity lowered : List.of(Quantity.SM_CLOCK, Quantity.POWER)) {
                assertThat(during.value(lowered).orElseThrow())
                        .isLessThan(before.value(lowered).orElseThrow())
                        .isLessThan(after.value(lowered).orElseThrow());
            }
        }
    }

    @Test
    void a_link_is_down_until_its_time_is_over() throws InterruptedException {
        try (var bench = new Bench("gpu h100 idle\nat 10s nvlink-down 0 7 60s\nat 20s nvlink-down 0 8")) {
            bench.clock.setSeconds(30);
            assertThat(linksDown(bench)).containsExactly(7, 8);
            assertThat(bench.xids()).extracting(Xid::number).containsExactly(74, 74);
            bench.clock.setSeconds(70);
            assertThat(linksDown(bench)).containsExactly(8);
        }
    }

    private static List<Integer> linksDown(Bench bench) {
        return bench.read(0).parts().entrySet().stream()
                .filter(link -> link.getValue().of(Quantity.NVLINK_UP).equals(Reading.of(false)))
                .map(link -> link.getKey().number())
                .toList();
    }

    @Test
    void a_lost_gpu_reads_as_lost_leaves_the_scan_and_comes_back_as_itself() throws InterruptedException {
        try (var bench = new Bench(Scenario.builtIn("lost"), Bench.SEED)) {
            var gpu = bench.gpu(1);
            gpu.read(Bench.ALL);
            bench.clock.setSeconds(40);
            var lost = gpu.read(Bench.ALL);
            assertThat(lost.gpu().asked().values()).containsOnly(Absent.LOST);
            assertThat(lost.parts().values())
                    .allSatisfy(link -> assertThat(link.of(Quantity.NVLINK_UP)).isEqualTo(Absent.LOST));
            assertThat(bench.backend.scan())
                    .extracting(other -> other.device().index())
                    .containsExactly(0);
            assertThat(bench.xids()).extracting(Xid::number).containsExactly(79);

            bench.clock.setSeconds(90);
            assertThat(bench.gpu(1).device()).isEqualTo(gpu.device());
            assertThat(bench.reading(1, Quantity.SM_ACTIVE)).isEqualTo(Absent.NO_DATA);
            bench.clock.setSeconds(91);
            assertThat(bench.reading(1, Quantity.SM_ACTIVE)).isInstanceOf(Reading.Value.class);
        }
    }

    @Test
    void a_gpu_lost_for_good_returns_when_it_is_told_to() {
        try (var bench = new Bench("gpu h100 idle")) {
            bench.inject("lose 0");
            bench.clock.set(Duration.ofDays(7));
            assertThat(bench.backend.scan()).isEmpty();
            bench.inject("return 0");
            assertThat(bench.backend.scan()).hasSize(1);
        }
    }

    @Test
    void partitioning_anew_gives_new_instances_and_the_old_ones_fail() {
        try (var bench = new Bench("gpu h100 mig 3g.40gb training, 3g.40gb idle")) {
            var old = bench.gpu(0);
            bench.inject("mig 0 3g.40gb serving, 2g.20gb idle");
            Device device = bench.gpu(0).device();
            assertThat(device.uuid()).isEqualTo(old.device().uuid());
            assertThat(device.units())
                    .extracting(Unit::uuid)
                    .hasSize(2)
                    .doesNotContainAnyElementsOf(
                            old.device().units().stream().map(Unit::uuid).toList());
            assertThat(old.read(Bench.ALL).instances().values())
                    .hasSize(2)
                    .allSatisfy(
                            readings -> assertThat(readings.asked().values()).containsOnly(Absent.FAILED));

            bench.inject("mig 0 off");
            assertThat(bench.gpu(0).device().mig()).isEmpty();
            bench.clock.setSeconds(1);
            assertThat(bench.reading(0, Quantity.UTILIZATION)).isEqualTo(Reading.of(0));
        }
    }

    @Test
    void a_driver_that_restarts_answers_nobody_and_counts_from_zero() {
        try (var bench = new Bench(Scenario.builtIn("driver-restart"), Bench.SEED)) {
            var gpu = bench.gpu(0);
            bench.clock.setSeconds(29);
            double energy = bench.value(0, Quantity.ENERGY);
            assertThat(bench.value(0, Quantity.ECC_CORRECTED)).isEqualTo(2);

            bench.clock.setSeconds(31);
            assertThat(gpu.read(Bench.ALL).gpu().asked().values()).containsOnly(Absent.FAILED);
            assertThatExceptionOfType(BackendException.class)
                    .isThrownBy(bench.backend::scan)
                    .withMessage("the simulated driver 580.95.05 is being restarted: wait 14 s until it is back");

            bench.clock.setSeconds(46);
            assertThat(bench.value(0, Quantity.ENERGY)).isPositive().isLessThan(energy / 10);
            assertThat(bench.value(0, Quantity.ECC_CORRECTED)).isZero();
            assertThat(bench.value(0, Quantity.ECC_LIFETIME_CORRECTED)).isEqualTo(2);
        }
    }

    @Test
    void a_fault_that_cannot_happen_is_not_injected() {
        try (var bench = new Bench("gpu l4 idle")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bench.inject("nvlink-errors 0 crc 1"))
                    .withMessage("l4 has no NVLink");
        }
    }
}
