package io.gpuledger.exporter.attribution.hpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.gpuledger.exporter.attribution.AttributionException;
import io.gpuledger.exporter.attribution.Jobs;
import io.gpuledger.exporter.attribution.Jobs.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class HpcJobsTest {
    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Jobs.Found read() {
        return new HpcJobs(folder).read();
    }

    private static Place gpu(int index) {
        return new Place(index, Optional.empty());
    }

    private static Place instance(int index, int gpuInstanceId) {
        return new Place(index, Optional.of(gpuInstanceId));
    }

    @Test
    void a_file_names_the_jobs_of_a_gpu_or_of_an_instance() throws IOException {
        write("0", "1234\n");
        write("1", "1234\n1240_7\nnightly training\n");
        write("10.11", "77\n");
        var found = read();
        assertThat(found.problems()).isEmpty();
        assertThat(found.jobs().byPlace())
                .isEqualTo(Map.of(
                        gpu(0),
                        List.of("1234"),
                        gpu(1),
                        List.of("1234", "1240_7", "nightly training"),
                        instance(10, 11),
                        List.of("77")));
        assertThat(found.jobs().at(gpu(1))).containsExactly("1234", "1240_7", "nightly training");
        assertThat(found.jobs().at(gpu(10))).isEmpty();
        assertThat(found.jobs().at(instance(0, 1))).isEmpty();
    }

    @Test
    void a_folder_without_files_names_no_job() {
        assertThat(read().jobs().byPlace()).isEmpty();
        assertThat(read().problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n \t\n\n"})
    void a_file_without_a_line_names_no_job(String text) throws IOException {
        write("0", text);
        assertThat(read().jobs().byPlace()).isEmpty();
        assertThat(read().problems()).isEmpty();
    }

    @Test
    void blanks_around_a_job_and_a_missing_last_line_feed_do_not_matter() throws IOException {
        write("0", " 1234 \r\n\r\n\t1235");
        assertThat(read().jobs().at(gpu(0))).containsExactly("1234", "1235");
    }

    @Test
    void a_job_that_stands_there_twice_has_the_gpu_once() throws IOException {
        write("0", "2\n1\n2\n");
        assertThat(read().jobs().at(gpu(0))).containsExactly("2", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "01", "+1", "-1", "1.", ".1", "1.2.3", "1.02", "0.tmp", ".0.swp", "gpu0", "12345"})
    void other_files_are_passed_over(String name) throws IOException {
        write(name, "1234\n");
        assertThat(read().jobs().byPlace()).isEmpty();
        assertThat(read().problems()).isEmpty();
    }

    @Test
    void each_reading_shows_what_is_there_at_the_moment() throws IOException {
        var jobs = new HpcJobs(folder);
        var file = write("0", "1\n");
        var first = jobs.read();
        write("0", "2\n");
        assertThat(jobs.read().jobs().at(gpu(0))).containsExactly("2");
        Files.delete(file);
        assertThat(jobs.read().jobs().byPlace()).isEmpty();
        assertThat(first.jobs().at(gpu(0))).containsExactly("1");
    }

    @Test
    void a_file_that_cannot_be_read_hides_no_other() throws IOException {
        write("0", "1\n");
        var folderInstead = Files.createDirectory(folder.resolve("1"));
        var endless = Files.createSymbolicLink(folder.resolve("2"), Path.of("/dev/zero"));
        var large = write("3", "1234\n".repeat(20_000));
        var found = read();
        assertThat(found.jobs().byPlace()).isEqualTo(Map.of(gpu(0), List.of("1")));
        assertThat(found.problems())
                .containsExactly(
                        folderInstead + " is no regular file: its jobs are not shown",
                        endless + " is no regular file: its jobs are not shown",
                        large + " holds more than 65,536 bytes: its jobs are not shown");
        assertThat(read()).isEqualTo(found);
        Files.delete(endless);
    }

    @Test
    void a_pipe_is_not_waited_for() throws Exception {
        var pipe = folder.resolve("0");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThat(read().problems()).containsExactly(pipe + " is no regular file: its jobs are not shown");
    }

    @Test
    void a_link_is_followed_and_one_to_nothing_names_no_job() throws IOException {
        var elsewhere = write("jobs-of-the-first", "1\n");
        Files.createSymbolicLink(folder.resolve("0"), elsewhere);
        Files.createSymbolicLink(folder.resolve("1"), folder.resolve("nothing"));
        assertThat(read().jobs().byPlace()).isEqualTo(Map.of(gpu(0), List.of("1")));
        assertThat(read().problems()).isEmpty();
    }

    @Test
    void what_is_no_job_s_id_is_passed_over_and_told() throws IOException {
        var file = folder.resolve("0");
        Files.write(file, "1\nx\0y\n\u00ff\n%s\n2\n".formatted("z".repeat(257)).getBytes(ISO_8859_1));
        assertThat(read().jobs().at(gpu(0))).containsExactly("1", "2");
        assertThat(read().problems())
                .containsExactly(file + ": lines that are no job's id: 3; write the id of a job on each");
    }

    @Test
    void more_jobs_than_can_be_meant_are_cut_off_and_told() throws IOException {
        var file =
                write("0", IntStream.range(0, 101).mapToObj(job -> job + "\n").reduce("", String::concat));
        assertThat(read().jobs().at(gpu(0))).hasSize(100).startsWith("0").endsWith("99");
        assertThat(read().problems())
                .containsExactly(file
                        + " names 101 jobs: only the first 100 are shown; let the epilog take out jobs that"
                        + " have ended");
    }

    @Test
    void a_folder_that_is_not_there_is_told_with_what_mends_it() {
        var nothing = folder.resolve("nothing");
        assertThatThrownBy(() -> new HpcJobs(nothing).read())
                .isInstanceOf(AttributionException.class)
                .hasMessage(nothing
                        + " does not exist: let the batch system's prolog make it, or name another folder with"
                        + " --hpc-job-mapping-dir");
    }

    @Test
    void a_file_is_no_folder() throws IOException {
        var file = write("0", "1\n");
        assertThatThrownBy(() -> new HpcJobs(file).read())
                .isInstanceOf(AttributionException.class)
                .hasMessageContainingAll("cannot be listed", "NotDirectoryException", "--hpc-job-mapping-dir");
    }

    @Test
    void a_folder_that_may_not_be_read_is_told() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("---------"));
        try {
            assumeFalse(Files.isReadable(folder), "nothing is barred to root");
            assertThatThrownBy(this::read)
                    .isInstanceOf(AttributionException.class)
                    .hasMessageContainingAll("cannot be listed", "AccessDeniedException");
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.exporter.FuzzSeeds#seeds")
    void no_folder_is_too_odd(long seed) throws IOException {
        System.out.printf("COUNT: fuzz seed %d%n", seed);
        var random = new Random(seed);
        for (var file = 0; file < 200; file++) {
            var name =
                    Integer.toString(random.nextInt(12_000)) + (random.nextBoolean() ? "." + random.nextInt(20) : "");
            var bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            Files.write(folder.resolve(name), bytes);
        }
        assertThat(read().jobs().byPlace().values().stream().flatMap(List::stream))
                .as("seed %d", seed)
                .allMatch(job ->
                        !job.isBlank() && job.length() <= 256 && job.chars().noneMatch(letter -> letter < ' '));
    }
}
