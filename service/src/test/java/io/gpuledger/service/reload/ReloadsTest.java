package io.gpuledger.service.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.EndOfThread;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@Timeout(600)
class ReloadsTest {
    @TempDir
    Path folder;

    private Instant now = Instant.EPOCH;
    private final Reloads reloads = new Reloads(Duration.ofDays(1), () -> now);
    private final List<String> inForce = new ArrayList<>();
    private Path toy = Path.of("");

    @BeforeEach
    void write_the_file() throws IOException {
        toy = Files.writeString(folder.resolve("toy"), "red");
    }

    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void the_program_ends_when_the_thread_does() throws InterruptedException {
        try (var end = new EndOfThread();
                var often = new Reloads(Duration.ofMillis(10), () -> now)) {
            often.watch("toy", List.of(toy), () -> {
                throw new OutOfMemoryError("of the test");
            });
            often.start().reloadAll();
            end.awaitTold();
        }
    }

    @Test
    void what_does_not_change_is_not_reloaded() throws IOException {
        reloads.watch("toy", List.of(toy), this::take);
        Files.writeString(toy, "red");
        settle();

        assertThat(inForce).isEmpty();
        assertThat(state()).isEqualTo(new ReloadState(true, Instant.EPOCH, 0));
    }

    @Test
    void a_change_is_taken_into_force_once() throws IOException {
        reloads.watch("toy", List.of(toy), this::take);
        Files.writeString(toy, "blue");
        now = Instant.ofEpochSecond(5);
        settle();
        settle();

        assertThat(inForce).containsExactly("blue");
        assertThat(state()).isEqualTo(new ReloadState(true, Instant.ofEpochSecond(5), 0));
    }

    @Test
    void what_somebody_is_still_writing_is_left_alone() throws IOException {
        reloads.watch("toy", List.of(toy), this::take);
        for (var text : List.of("", "bl", "blue")) {
            Files.writeString(toy, text);
            reloads.round(false);
            assertThat(inForce).as(text).isEmpty();
        }
        reloads.round(false);
        assertThat(inForce).containsExactly("blue");
    }

    @Test
    void a_change_that_leaves_time_and_size_alone_is_seen() throws IOException {
        var time = Files.getLastModifiedTime(toy);
        reloads.watch("toy", List.of(toy), this::take);
        Files.writeString(toy, "RED");
        Files.setLastModifiedTime(toy, time);
        settle();

        assertThat(inForce).containsExactly("RED");
    }

    @Test
    void a_swapped_link_above_the_file_is_seen() throws IOException {
        for (var version : List.of("1", "2")) {
            Files.createDirectory(folder.resolve(version));
            Files.writeString(folder.resolve(version).resolve("toy"), "version " + version);
        }
        var data = Files.createSymbolicLink(folder.resolve("..data"), Path.of("1"));
        var mounted = Files.createSymbolicLink(folder.resolve("mounted"), Path.of("..data", "toy"));
        reloads.watch("toy", List.of(mounted), () -> inForce.add(Files.readString(mounted)));
        Files.move(
                Files.createSymbolicLink(folder.resolve("..new"), Path.of("2")),
                data,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        settle();

        assertThat(inForce).containsExactly("version 2");
    }

    @Test
    void what_is_refused_is_tried_again_only_when_it_changes_again() throws IOException {
        reloads.watch("toy", List.of(toy), this::take);
        now = Instant.ofEpochSecond(5);
        for (var text : List.of("bad", "bad", "worse and bad", "good")) {
            Files.writeString(toy, text);
            settle();
            if (text.contains("bad")) {
                assertThat(state().success()).as(text).isFalse();
                assertThat(state().lastSuccess()).as(text).isEqualTo(Instant.EPOCH);
            }
        }
        assertThat(inForce).containsExactly("good");
        assertThat(state()).isEqualTo(new ReloadState(true, Instant.ofEpochSecond(5), 2));
    }

    @Test
    void a_file_that_goes_and_comes_back_is_reloaded() throws IOException {
        reloads.watch("toy", List.of(toy), this::take);
        Files.delete(toy);
        settle();
        assertThat(state().success()).isFalse();

        Files.writeString(toy, "red");
        settle();
        assertThat(state()).isEqualTo(new ReloadState(true, Instant.EPOCH, 1));
    }

    @Test
    void files_that_a_file_begins_to_name_are_watched_too() throws IOException {
        var other = folder.resolve("other");
        reloads.watch("toy", () -> named(toy), () -> named(toy).forEach(file -> inForce.add(read(file))));
        Files.writeString(toy, "other");
        settle();
        Files.writeString(other, "named");
        settle();
        Files.writeString(other, "changed");
        settle();

        assertThat(inForce).containsExactly("other", "nothing", "other", "named", "other", "changed");
    }

    @Test
    void a_file_that_comes_while_the_others_are_read_is_read_too() throws IOException {
        reloads.watch("toy", this::inFolder, () -> {
            inForce.add(inFolder().toString());
            Files.writeString(folder.resolve("late"), "late");
        });
        Files.writeString(toy, "blue");
        settle();
        settle();
        settle();

        assertThat(inForce).hasSize(2);
        assertThat(inForce.getFirst()).doesNotContain("late");
        assertThat(inForce.getLast()).contains("late");
    }

    @Test
    void on_demand_everything_is_read_anew_changed_or_not() throws IOException {
        reloads.watch("one", List.of(toy), this::take);
        reloads.watch("two", List.of(folder.resolve("missing")), () -> {
            throw new IllegalArgumentException("it is not there");
        });
        reloads.round(true);

        assertThat(inForce).containsExactly("red");
        assertThat(reloads.states().get("two")).isEqualTo(new ReloadState(false, Instant.EPOCH, 1));
    }

    @Test
    void a_signal_has_everything_read_anew() throws IOException, InterruptedException {
        try (var program = RunningProgram.start(toyProgram())) {
            program.await("(watching)");
            program.signal("HUP");

            assertThat(program.await("taken: (.*)")).isEqualTo("red");
        }
    }

    @Test
    void where_the_signal_is_ignored_that_is_said() throws InterruptedException {
        var underNohup = Stream.concat(Stream.of("sh", "-c", "trap '' HUP; exec \"$@\"", "sh"), toyProgram().stream());
        try (var program = RunningProgram.start(underNohup.toList())) {
            program.await("(SIGHUP is not heard)");
        }
    }

    private List<String> toyProgram() {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classes = System.getProperty("java.class.path");
        return List.of(java, "-cp", classes, ToyProgram.class.getName(), toy.toString());
    }

    @Test
    void a_change_is_found_without_being_asked_for() throws IOException, InterruptedException {
        var taken = new LinkedBlockingQueue<String>();
        try (var watching = new Reloads(Duration.ofMillis(10), () -> now).start()) {
            watching.watch("toy", List.of(toy), () -> taken.add(Files.readString(toy)));
            Files.writeString(toy, "blue");

            assertThat(taken.poll(5, TimeUnit.MINUTES)).isIn("", "blue");
        }
    }

    /// Looks as often as a change needs.
    private void settle() {
        reloads.round(false);
        reloads.round(false);
    }

    private void take() throws IOException {
        var text = Files.readString(toy);
        if (text.contains("bad")) {
            throw new IllegalArgumentException("it is " + text);
        }
        inForce.add(text);
    }

    private List<Path> inFolder() {
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> named(Path file) {
        return List.of(file, file.resolveSibling(read(file)));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException _) {
            return "nothing";
        }
    }

    private ReloadState state() {
        return Optional.ofNullable(reloads.states().get("toy")).orElseThrow();
    }
}
