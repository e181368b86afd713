package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {
    @TempDir
    Path folder;

    @Test
    void a_secret_is_what_a_file_says_without_the_white_space_around_it() throws IOException {
        assertThat(secret("  hush hush\n").get(Toy.PASSWORD).reveal()).isEqualTo("hush hush");
    }

    @Test
    void a_secret_is_never_printed() throws IOException {
        var settings = secret("hush");

        assertThat(settings.effective())
                .contains("password-file = " + file() + " (flag --password-file)")
                .noneMatch(line -> line.contains("hush"));
        assertThat(settings.get(Toy.PASSWORD)).hasToString("(secret)");
    }

    @Test
    void a_secret_that_cannot_be_read_is_a_problem() {
        assertThat(Toy.problems("--password-file", file().toString()))
                .singleElement()
                .asString()
                .startsWith("password-file: must be a file that this process can read (")
                .endsWith("not '" + file() + "' (flag --password-file)");
    }

    @Test
    void a_secret_without_end_is_a_problem() {
        assertThat(Toy.problems("--password-file", "/dev/zero"))
                .singleElement()
                .asString()
                .contains("it holds more than 1 MiB");
    }

    private Settings secret(String content) throws IOException {
        Files.writeString(file(), content);
        return Toy.settings("--password-file", file().toString());
    }

    private Path file() {
        return folder.resolve("password");
    }
}
