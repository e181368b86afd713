package io.gpuledger.exporter.attribution.cgroup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.ProcessOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever `/proc` may hold: nothing is thrown, nothing hangs, and what is found has the form that it should have.
/// `-Dfuzz.seeds=N` tries as many seeds.
@Timeout(600)
class CgroupsFuzzTest {
    private static final int ROUNDS = 2_000;
    private static final int FILES = 50;
    private static final String UID = "1e597579-417e-482f-bf65-5fe170c3aebd";
    private static final String ID = "d7dfb4a21fe1703a8537e60d5af248af729315d187b24a538102d14874c8117d";

    private static final List<String> PIECES = List.of(
            "0::/",
            "12:cpu,cpuacct:/",
            "1:name=systemd:/",
            "kubepods",
            ".slice",
            ".scope",
            "-pod",
            "pod" + UID,
            "pod" + UID.replace('-', '_'),
            ID,
            ID.substring(1),
            "cri-containerd-",
            "conmon-",
            "slurmstepd.scope",
            "/uid_0/job_",
            "/job_1",
            "/",
            ":",
            "..",
            "_",
            "-",
            " (deleted)",
            "\n",
            "\r",
            "\0",
            "\u00ff",
            "7",
            "a");

    @ParameterizedTest
    @MethodSource("io.gpuledger.exporter.FuzzSeeds#seeds")
    void no_text_is_too_odd(long seed) {
        System.out.printf("COUNT: fuzz seed %d%n", seed);
        var random = new Random(seed);
        for (var round = 0; round < ROUNDS; round++) {
            var text = text(random);
            check(Membership.read(text), "seed %d, round %d".formatted(seed, round));
        }
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.exporter.FuzzSeeds#seeds")
    void no_folder_is_too_odd(long seed, @TempDir Path folder) throws IOException {
        System.out.printf("COUNT: fuzz seed %d%n", seed);
        var random = new Random(seed);
        var proc = new MadeUpProc(folder);
        var cgroups = new Cgroups(folder, 3);
        for (var file = 0; file < FILES; file++) {
            var pid = random.nextInt(5);
            proc.has(pid, random.nextInt(3), text(random));
            if (random.nextInt(3) == 0) {
                Files.write(proc.process(pid).resolve("stat"), bytes(random));
            }
            switch (cgroups.of(pid)) {
                case Whereabouts.Known(var origin) -> check(origin, "seed %d, file %d".formatted(seed, file));
                case Whereabouts.Unreadable(var why) -> assertThat(why).contains(folder.toString());
                case Whereabouts.Absent() -> throw new AssertionError("it is there: seed " + seed);
            }
        }
    }

    /// Long runs of one letter or piece are what regular expressions choke on.
    @ParameterizedTest
    @MethodSource("pieces")
    void no_repetition_takes_long(String piece) {
        var run = piece.repeat((64 << 10) / piece.length());
        for (var text : List.of(run, "0::/" + run, "0::/pod" + run, "0::/" + run + "-pod", "0::/" + run + ID)) {
            check(Membership.read(text), piece);
        }
    }

    static Stream<String> pieces() {
        return PIECES.stream();
    }

    private static String text(Random random) {
        if (random.nextInt(4) == 0) {
            return new String(bytes(random), ISO_8859_1);
        }
        var text = new StringBuilder("0::/");
        for (var piece = random.nextInt(40); piece > 0; piece--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static byte[] bytes(Random random) {
        var bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void check(ProcessOrigin origin, String when) {
        check(origin.podUid(), "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}", when);
        check(origin.containerId(), "[0-9a-f]{64}", when);
        check(origin.slurmJob(), "[0-9]{1,10}", when);
    }

    private static void check(Optional<String> found, String form, String when) {
        found.ifPresent(text -> assertThat(text).as(when).matches(form));
    }
}
