package io.gpuledger.analyzer.health.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodTraceTest {
    @TempDir
    private Path folder;

    private final StringBuilder duties = new StringBuilder("value,timestamp_anon,container_ip\n");
    private final StringBuilder memories = new StringBuilder("timestamp_anon,value,container_ip\n");

    @BeforeEach
    void twoPods() {
        // One is known each 57 s for half an hour, with a gap; of the other only two readings are.
        for (var reading = 0; reading < 32; reading++) {
            if (reading < 10 || reading > 15) {
                duties.append("%s,%s,steady\n".formatted(reading < 16 ? 25 : 75, 1_000.0 + 57 * reading));
            }
        }
        memories.append("1000.0,%d,steady\n".formatted(40L << 30));
        duties.append("5,1000,brief\n5,1057,brief\n");
    }

    private PodTrace read() throws IOException {
        return PodTrace.read(
                Files.writeString(folder.resolve("duty.csv"), duties),
                Files.writeString(folder.resolve("memory.csv"), memories));
    }

    @Test
    void each_minute_is_as_the_last_reading_before_it_says() throws IOException {
        var pod = read().pods().getFirst();

        assertThat(read().pods()).hasSize(1);
        assertThat(pod.duty()).hasSize(30).startsWith(0.25, 0.25).endsWith(0.75, 0.75);
        assertThat(pod.memory()).containsOnly(0.5);
    }

    @Test
    void a_pod_plays_to_the_end_of_what_is_known_of_it() throws IOException {
        var trace = read();
        for (var seed = 0; seed < 100; seed++) {
            var stay = trace.next(new Random(seed));

            assertThat(stay.minutes()).as("seed %d", seed).isPositive();
            assertThat(stay.activity(stay.minutes() - 1)).as("seed %d", seed).isEqualTo(stay.isFree() ? 0 : 0.75);
        }
    }

    @Test
    void files_of_another_form_are_refused_with_their_place() throws IOException {
        duties.append("much,1000,steady\n");
        assertThatThrownBy(this::read)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("duty.csv: line 30 cannot be read");

        memories.setLength(0);
        assertThatThrownBy(this::read).hasMessageContaining("line 30");
        duties.delete(duties.indexOf("much"), duties.length());
        assertThatThrownBy(this::read).hasMessageContaining("memory.csv: its first line has to name timestamp_anon");
    }

    @Test
    void a_week_of_its_pods_pages_nobody_and_low_use_is_true() throws IOException {
        var result = ReplayedWeeks.play(read(), 1);

        assertThat(result.isHeld()).as("%s", result).isTrue();
    }
}
