package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class CounterpartTest {
    @TempDir
    Path folder;

    @Test
    void a_program_is_found_on_the_path() throws IOException {
        var program = Files.createFile(folder.resolve("promtool"));
        assertThat(program.toFile().setExecutable(true)).isTrue();

        assertThat(find(Map.of("PATH", "/nowhere" + File.pathSeparator + folder)))
                .isEqualTo(program);
    }

    @Test
    void without_the_program_a_test_is_aborted() throws IOException {
        Files.createFile(folder.resolve("promtool"));

        assertThatThrownBy(() -> find(Map.of("PATH", folder.toString())))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("promtool is not installed: apt-get install prometheus");
    }

    @Test
    void without_the_program_a_test_fails_in_ci() {
        assertThatThrownBy(() -> find(Map.of("PATH", folder.toString(), "CI", "true")))
                .isInstanceOf(AssertionError.class)
                .hasMessage("promtool is not installed: apt-get install prometheus");
    }

    private static Path find(Map<String, String> environment) {
        return Counterpart.find("promtool", "prometheus", environment);
    }
}
