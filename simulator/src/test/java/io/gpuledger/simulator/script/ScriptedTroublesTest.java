package io.gpuledger.simulator.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.simulator.story.Ailment;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Symptom.Ecc;
import io.gpuledger.simulator.story.Symptom.NvlinkError;
import io.gpuledger.simulator.story.Symptom.Retired;
import io.gpuledger.simulator.story.Symptom.Sensor;
import io.gpuledger.simulator.story.Symptom.Throttle;
import io.gpuledger.simulator.story.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ScriptedTroublesTest {
    private static final long BEGIN = 1_800_000L * 3600;
    private static final Span DAY = new Span(BEGIN, BEGIN + 86_400);
    private static final Span HOUR = new Span(BEGIN + 7200, BEGIN + 10_800);
    private static final Span SECOND = new Span(BEGIN + 7200, BEGIN + 7201);

    private static final String NODES = """
        node h h100 8
        node a a100 2 mig 3g.40gb,2g.20gb
        node l l4 4
        node v v100 8
        """;
    private static final String H0 = gpu("h/0");
    private static final String V0 = gpu("v/0");

    private static String gpu(String place) {
        return "GPU-" + UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Trouble> troubles(String statements) {
        return Script.read(NODES + statements, DAY).troubles();
    }

    /// Each of the lines is wrong by itself.
    private static void assertWrong(String statements, String... problems) {
        assertThatExceptionOfType(BadScriptException.class)
                .isThrownBy(() -> troubles(statements))
                .satisfies(bad -> assertThat(String.valueOf(bad.getMessage())
                                .lines()
                                .map(line -> line.replaceFirst("line \\d+: ", "")))
                        .containsExactly(problems));
    }

    @Test
    void what_is_counted_comes_at_a_second() {
        assertThat(troubles("""
            counts xid 31 h/0 3 times at 2h
            counts corrected h/0 500 times at 2h
            counts uncorrected h/0 1 times at 2h
            counts single-bit v/0 4 times at 2h
            counts double-bit v/0 2 times at 2h
            """))
                .containsExactly(
                        new Symptom.CountedXid(H0, 31, 3, SECOND),
                        new Symptom.EccErrors(H0, Ecc.CORRECTED, 500, SECOND),
                        new Symptom.EccErrors(H0, Ecc.UNCORRECTED, 1, SECOND),
                        new Symptom.RetiredPages(V0, Retired.SINGLE_BIT, 4, SECOND),
                        new Symptom.RetiredPages(V0, Retired.DOUBLE_BIT, 2, SECOND));
    }

    @Test
    void what_is_counted_wrong() {
        assertWrong(
                """
                counts xid h/0 3 times at 2h
                counts xid 31 h/0 0 times at 2h
                counts xid 31 h/0 3 at 2h
                counts xid 31 h/0 3 times from 2h to 3h
                counts xid 31 h/0 3 times at 1d
                counts sheep h/0 3 times at 2h
                counts double-bit h/0 3 times at 2h
                """,
                "`h/0` is no XID",
                "`0` is no number of times",
                "`times` is wanted before `at`",
                "`at` is wanted before `from`",
                "it happens after the story",
                "`sheep` is nothing that is counted",
                "H100 does not retire pages");
    }

    @Test
    void memory_waits_for_a_reset() {
        assertThat(troubles("""
            sram-exceeded h/0 from 2h to 3h
            remap-pending h/0 from 2h to 3h
            retirement-pending v/0 from 2h to 3h
            """))
                .containsExactly(
                        new Symptom.SramExceeded(H0, HOUR),
                        new Symptom.RemapPending(H0, HOUR),
                        new Symptom.RetirementPending(V0, HOUR));
        assertWrong("""
            sram-exceeded v/0 from 2h to 3h
            remap-pending v/0 from 2h to 3h
            retirement-pending h/0 from 2h to 3h
            """, "V100 does not remap rows", "V100 does not remap rows", "H100 does not retire pages");
    }

    @Test
    void a_gpu_is_hot_or_slow() {
        assertThat(troubles("""
            hot h/0 at 92 from 2h to 3h
            memory-hot v/0 at 101 from 2h to 3h
            throttled h/0 to 60% by hw_thermal from 2h to 3h
            throttled h/0 to 62.5% by hw_power_brake from 2h to 3h
            slowed h/0 to 50% from 2h to 3h
            """))
                .containsExactly(
                        new Symptom.Hot(H0, Sensor.GPU, 92, HOUR),
                        new Symptom.Hot(V0, Sensor.MEMORY, 101, HOUR),
                        new Symptom.Throttled(H0, Throttle.HW_THERMAL, 600, HOUR),
                        new Symptom.Throttled(H0, Throttle.HW_POWER_BRAKE, 625, HOUR),
                        new Symptom.Slowed(H0, 500, HOUR));
        assertWrong(
                """
                hot h/0 from 2h to 3h
                hot h/0 at warm from 2h to 3h
                memory-hot l/0 at 101 from 2h to 3h
                throttled h/0 to 60% from 2h to 3h
                throttled h/0 to 60% by moonlight from 2h to 3h
                throttled h/0 to 60 by hw_thermal from 2h to 3h
                slowed h/0 to 0% from 2h to 3h
                slowed h/0 to 101% from 2h to 3h
                """,
                "`at` is wanted before `from`",
                "`warm` is no temperature",
                "L4 has no sensor at its memory",
                "`by` is wanted before `from`",
                "`moonlight` is no reason to throttle",
                "`60` is no part of its clock",
                "`0%` is no part of its clock",
                "`101%` is no part of its clock");
    }

    @Test
    void links_are_bad() {
        assertThat(troubles("""
            pcie-replays h/0 30 a-minute from 2h to 3h
            pcie-lanes h/0 8 from 2h to 3h
            pcie-generation h/0 4 from 2h to 3h
            nvlink-down v/0 5 from 2h to 3h
            nvlink-errors h/0 crc 5 a-second from 2h to 3h
            unjoined h/0 from 2h to 3h
            """))
                .containsExactly(
                        new Symptom.PcieReplays(H0, 30, HOUR),
                        new Symptom.NarrowLink(H0, 8, HOUR),
                        new Symptom.SlowLink(H0, 4, HOUR),
                        new Symptom.NvlinkDown(V0, 5, HOUR),
                        new Symptom.NvlinkErrors(H0, NvlinkError.CRC, 5, HOUR),
                        new Symptom.Unjoined(H0, HOUR));
        assertWrong(
                """
                pcie-replays h/0 30 from 2h to 3h
                pcie-lanes h/0 16 from 2h to 3h
                pcie-lanes h/0 7 from 2h to 3h
                pcie-generation v/0 3 from 2h to 3h
                nvlink-down v/0 6 from 2h to 3h
                nvlink-down l/0 0 from 2h to 3h
                nvlink-errors h/0 odd 5 a-second from 2h to 3h
                nvlink-errors h/0 crc 5 a-minute from 2h to 3h
                unjoined a/0 from 2h to 3h
                """,
                "`a-minute` is wanted before `from`",
                "`16` is no narrower link",
                "`7` is no narrower link",
                "`3` is no generation before 3",
                "`6` is no NVLink",
                "L4 has no NVLink",
                "`odd` is no error of NVLink",
                "`a-second` is wanted before `a-minute`",
                "A100 has no fabric to join");
    }

    @Test
    void a_gpu_is_missing() {
        assertThat(troubles("missing h/0 from 2h to 3h")).containsExactly(new Trouble.Missing(H0, HOUR));
        assertWrong("""
            missing h from 2h to 3h
            missing h/8 from 2h to 3h
            """, "there is no GPU h", "there is no GPU h/8");
    }

    @Test
    void memory_is_in_use_that_should_not_be() {
        assertThat(troubles("""
            orphan-memory h/0 8 GiB from 2h to 3h
            filled h/0 to 98% from 2h to 3h
            creeping h/0 by 2.5% an-hour from 2h to 3h
            """))
                .containsExactly(
                        new Symptom.OrphanMemory(H0, 8, HOUR),
                        new Symptom.Filled(H0, 980, HOUR),
                        new Symptom.Creeping(H0, 25, HOUR));
        assertWrong(
                """
                orphan-memory h/0 8 from 2h to 3h
                orphan-memory h/0 80 GiB from 2h to 3h
                orphan-memory a/0 8 GiB from 2h to 3h
                filled h/0 98% from 2h to 3h
                creeping h/0 by 5% from 2h to 3h
                creeping h/0 by much an-hour from 2h to 3h
                """,
                "`GiB` is wanted before `from`",
                "H100 has no 80 GiB of memory",
                "a GPU that is cut has no memory of its own",
                "`to` is wanted before `98%`",
                "`an-hour` is wanted before `from`",
                "`much` is no part of its memory");
    }

    @Test
    void a_gpu_runs_on_something_else_for_a_while_or_for_good() {
        var onwards = new Span(HOUR.from(), DAY.to());
        assertThat(troubles("""
            ecc-off h/0 from 2h to 3h
            power-limit h/0 500 from 2h to 3h
            clock-max h/0 1400 from 2h to 3h
            driver h 570.86.15 from 2h
            vbios h/0 96.00.99.00.01 from 2h
            ecc-off h/0 from 2h
            power-limit h/0 699 from 2h
            clock-max h/0 1979 from 2h
            """))
                .containsExactly(
                        new Symptom.EccOff(H0, HOUR),
                        new Symptom.PowerLimited(H0, 500, HOUR),
                        new Symptom.ClockLimited(H0, 1400, HOUR),
                        new Trouble.OtherDriver("h", "570.86.15", onwards),
                        new Symptom.OtherVbios(H0, "96.00.99.00.01", onwards),
                        new Symptom.EccOff(H0, onwards),
                        new Symptom.PowerLimited(H0, 699, onwards),
                        new Symptom.ClockLimited(H0, 1979, onwards));
        assertWrong(
                """
                ecc-off h from 2h to 3h
                ecc-off h/0 from 2h until 3h
                ecc-off h/0 from 25h
                ecc-off h/0
                power-limit h/0 700 from 2h to 3h
                power-limit l/0 0 from 2h to 3h
                power-limit h/0 500 W from 2h to 3h
                clock-max h/0 1980 from 2h to 3h
                """,
                "there is no GPU h",
                "nothing is wanted behind its end, where `until` stands",
                "it ends before it begins, or after the story",
                "`from` is wanted at its end",
                "`700` is no limit below 700 W",
                "`0` is no limit below 72 W",
                "`from` is wanted before `W`",
                "`1980` is no clock below 1980 MHz");
    }

    @Test
    void the_gpu_software_of_a_node_is_not_well() {
        assertThat(troubles("""
            unready h nvidia-dcgm-exporter from 2h to 3h
            labelled h nvidia.com/mig.config.state=failed from 2h to 3h
            condition h GpuXid from 2h to 3h
            unoffered h/0 from 2h to 3h
            """))
                .containsExactly(
                        new Ailment.Unready("h", "nvidia-dcgm-exporter", HOUR),
                        new Ailment.Labelled("h", "nvidia.com/mig.config.state", "failed", HOUR),
                        new Ailment.Conditioned("h", "GpuXid", HOUR),
                        new Ailment.Unoffered(H0, HOUR));
        assertWrong(
                """
                unready h Nvidia_Dcgm from 2h to 3h
                labelled h failed from 2h to 3h
                condition h/0 GpuXid from 2h to 3h
                unoffered h from 2h to 3h
                """, "`Nvidia_Dcgm` is no DaemonSet", "`failed` is no label", "`h/0` is no node", "there is no GPU h");
    }

    @Test
    void versions_are_other_ones() {
        assertThat(troubles("""
            driver h 570.86.15 from 2h to 3h
            vbios h/0 96.00.99.00.01 from 2h to 3h
            """))
                .containsExactly(
                        new Trouble.OtherDriver("h", "570.86.15", HOUR),
                        new Symptom.OtherVbios(H0, "96.00.99.00.01", HOUR));
        assertWrong("""
            driver h/0 570.86.15 from 2h to 3h
            driver h from 2h to 3h
            vbios h 96.00.99.00.01 from 2h to 3h
            """, "`h/0` is no node", "`from` is wanted before `2h`", "there is no GPU h");
    }
}
