package io.gpuledger.exporter.attribution.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.gpuledger.exporter.attribution.ProcessOrigin;
import io.gpuledger.exporter.attribution.cgroup.Whereabouts.Absent;
import io.gpuledger.exporter.attribution.cgroup.Whereabouts.Known;
import io.gpuledger.exporter.attribution.cgroup.Whereabouts.Unreadable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class CgroupsTest {
    private static final int PID = 4711;

    @TempDir
    private Path folder;

    private MadeUpProc proc;
    private Cgroups cgroups;

    @BeforeEach
    void mount() {
        proc = new MadeUpProc(folder);
        cgroups = new Cgroups(folder);
    }

    private static Whereabouts job(int number) {
        return new Known(new ProcessOrigin(Optional.empty(), Optional.empty(), Optional.of(Integer.toString(number))));
    }

    private static String ofJob(int number) {
        return "0::/system.slice/slurmstepd.scope/job_%d/step_0\n".formatted(number);
    }

    @Test
    void a_process_is_where_its_control_group_says() {
        proc.has(PID, 100, ofJob(1));
        assertThat(cgroups.of(PID)).isEqualTo(job(1));
    }

    @Test
    void a_process_in_no_container_and_no_job_is_known_to_be_nowhere() {
        proc.has(PID, 100, "0::/user.slice/user-1000.slice/session-3.scope\n");
        assertThat(cgroups.of(PID)).isEqualTo(new Known(ProcessOrigin.NOWHERE));
    }

    @Test
    void a_process_that_was_never_there_or_has_ended_is_absent() throws IOException {
        assertThat(cgroups.of(PID)).isEqualTo(new Absent());
        assertThat(cgroups.of(0)).isEqualTo(new Absent());
        assertThat(cgroups.of(-1)).isEqualTo(new Absent());

        proc.has(PID, 100, ofJob(1));
        assertThat(cgroups.of(PID)).isEqualTo(job(1));
        proc.ends(PID);
        assertThat(cgroups.of(PID)).isEqualTo(new Absent());
    }

    @Test
    void all_are_absent_where_no_proc_is_mounted() {
        assertThat(new Cgroups(folder.resolve("nothing")).of(PID)).isEqualTo(new Absent());
    }

    @Test
    void what_was_found_out_is_not_looked_up_again() throws IOException {
        proc.has(PID, 100, ofJob(1));
        assertThat(cgroups.of(PID)).isEqualTo(job(1));
        Files.delete(proc.process(PID).resolve("cgroup"));
        assertThat(cgroups.of(PID)).isEqualTo(job(1));
        assertThat(cgroups.of(PID)).isEqualTo(job(1));
    }

    @Test
    void who_is_nowhere_yet_may_be_somewhere_later() {
        proc.has(PID, 100, "0::/system.slice/slurmd.service\n");
        assertThat(cgroups.of(PID)).isEqualTo(new Known(ProcessOrigin.NOWHERE));
        proc.has(PID, 100, ofJob(1));
        assertThat(cgroups.of(PID)).isEqualTo(job(1));
    }

    @Test
    void another_process_with_the_same_pid_is_looked_up_for_itself() throws IOException {
        proc.has(PID, 100, ofJob(1));
        assertThat(cgroups.of(PID)).isEqualTo(job(1));
        proc.has(PID, 200, ofJob(2));
        assertThat(cgroups.of(PID)).isEqualTo(job(2));
        proc.has(PID, 300, "0::/\n");
        assertThat(cgroups.of(PID)).isEqualTo(new Known(ProcessOrigin.NOWHERE));
        proc.ends(PID);
        assertThat(cgroups.of(PID)).isEqualTo(new Absent());
        proc.has(PID, 100, ofJob(3));
        assertThat(cgroups.of(PID)).isEqualTo(job(3));
    }

    @Test
    void a_pid_that_changes_hands_while_it_is_read_of_gives_nobody_s_origin() throws Exception {
        proc.has(PID, 100, ofJob(1));
        var pipe = proc.process(PID).resolve("cgroup");
        Files.delete(pipe);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (var reader = Executors.newSingleThreadExecutor()) {
            var answer = reader.submit(() -> cgroups.of(PID));
            // Opens only when it is being read: by then the start has been.
            try (var cgroup = Files.newBufferedWriter(pipe)) {
                Files.writeString(proc.process(PID).resolve("stat"), MadeUpProc.stat(PID, "bash", 200));
                cgroup.write(ofJob(2));
            }
            assertThat(answer.get()).isEqualTo(new Absent());
        }
        Files.delete(pipe);
        proc.has(PID, 200, ofJob(2));
        assertThat(cgroups.of(PID)).isEqualTo(job(2));
    }

    @Test
    void as_many_are_kept_as_there_is_room_for_and_those_that_were_asked_for_last() throws IOException {
        var small = new Cgroups(folder, 2);
        for (var pid = 1; pid <= 3; pid++) {
            proc.has(pid, 100, ofJob(pid));
        }
        small.of(1);
        small.of(2);
        small.of(1);
        small.of(3);
        for (var pid = 1; pid <= 3; pid++) {
            Files.writeString(proc.process(pid).resolve("cgroup"), ofJob(10 + pid));
        }
        assertThat(small.of(1)).isEqualTo(job(1));
        assertThat(small.of(3)).isEqualTo(job(3));
        assertThat(small.of(2)).isEqualTo(job(12));
    }

    @Test
    void a_name_cannot_pass_for_other_fields() throws IOException {
        var stat = proc.process(PID).resolve("stat");
        proc.has(PID, 100, ofJob(1));
        Files.writeString(stat, MadeUpProc.stat(PID, "a) R 1 1 1 (b", 100));
        assertThat(cgroups.of(PID)).isEqualTo(job(1));
        Files.writeString(proc.process(PID).resolve("cgroup"), ofJob(2));
        Files.writeString(stat, MadeUpProc.stat(PID, "\u00fc) \u4e16 ((", 100));
        assertThat(cgroups.of(PID)).isEqualTo(job(1));
        Files.writeString(stat, MadeUpProc.stat(PID, "a) R 1 1 1 (b", 101));
        assertThat(cgroups.of(PID)).isEqualTo(job(2));
    }

    @Test
    void what_may_not_be_read_is_told_from_what_is_absent() throws IOException {
        proc.has(PID, 100, ofJob(1));
        var stat = proc.process(PID).resolve("stat");
        Files.setPosixFilePermissions(stat, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(stat), "nothing is barred to root");
        assertThat(cgroups.of(PID))
                .isEqualTo(new Unreadable(stat
                        + " may not be read: run the exporter as root, with a /proc that is not mounted with hidepid"));
    }

    @Test
    void what_cannot_be_read_is_told_from_what_is_absent() throws IOException {
        proc.has(PID, 100, ofJob(1));
        var cgroup = proc.process(PID).resolve("cgroup");
        Files.delete(cgroup);
        assertThat(cgroups.of(PID)).isInstanceOf(Unreadable.class);
        Files.createDirectory(cgroup);
        assertThat(cgroups.of(PID)).isInstanceOf(Unreadable.class);
        Files.delete(cgroup);
        Files.createSymbolicLink(cgroup, cgroup);
        assertThat(cgroups.of(PID)).isInstanceOf(Unreadable.class);
    }

    @Test
    void a_file_without_end_is_not_read_to_its_end() throws IOException {
        proc.has(PID, 100, ofJob(1));
        var cgroup = proc.process(PID).resolve("cgroup");
        Files.delete(cgroup);
        Files.createSymbolicLink(cgroup, Path.of("/dev/zero"));
        assertThat(cgroups.of(PID)).isEqualTo(new Unreadable(cgroup + " holds more than 65,536 bytes"));
        Files.delete(cgroup);
    }

    @Test
    void a_process_without_a_start_is_unreadable() throws IOException {
        proc.has(PID, 100, ofJob(1));
        var stat = proc.process(PID).resolve("stat");
        Files.writeString(stat, "4711 (python3) S 1\n");
        assertThat(cgroups.of(PID)).isEqualTo(new Unreadable(stat + " does not say when the process started"));
    }

    @Test
    void this_process_is_found_in_the_kernel_s_own_proc() throws IOException {
        var own = Math.toIntExact(ProcessHandle.current().pid());
        var kernel = new Cgroups(Path.of("/proc"));
        var origin = Membership.read(Files.readString(Path.of("/proc/self/cgroup")));
        assertThat(kernel.of(own)).isEqualTo(new Known(origin));
        assertThat(kernel.of(own)).isEqualTo(new Known(origin));
        assertThat(kernel.of(Integer.MAX_VALUE)).isEqualTo(new Absent());
    }

    @Test
    void the_kernel_s_own_start_of_a_process_is_field_22() throws IOException {
        var own = ProcessHandle.current();
        var start = Long.parseLong(new ProcessFolder(Path.of("/proc/" + own.pid())).start());
        var boot = Files.readAllLines(Path.of("/proc/stat")).stream()
                .filter(line -> line.startsWith("btime "))
                .mapToLong(line -> Long.parseLong(line.substring("btime ".length())))
                .findFirst()
                .orElseThrow();
        // A hundred ticks a second, as far as programs are told.
        assertThat(boot + start / 100)
                .isBetween(
                        own.info().startInstant().orElseThrow().getEpochSecond() - 2,
                        own.info().startInstant().orElseThrow().getEpochSecond() + 2);
    }

    @Test
    void a_process_that_ends_is_gone_from_the_kernel_s_own_proc() throws Exception {
        var kernel = new Cgroups(Path.of("/proc"));
        var child = new ProcessBuilder("cat").start();
        var pid = Math.toIntExact(child.pid());
        assertThat(kernel.of(pid)).isInstanceOf(Known.class);
        child.getOutputStream().close();
        child.waitFor();
        assertThat(kernel.of(pid)).isEqualTo(new Absent());
    }
}
