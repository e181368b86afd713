package io.gpuledger.service.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningArgumentsTest {
    private static final String MAIN = RunningArgumentsTest.class.getName();

    @TempDir
    Path processes;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    void this_process_is_there() throws IOException {
        process("self", "here", "java", MAIN, "doctor");
        process("40", "here", "java", MAIN, "doctor");
    }

    private void process(String number, String files, String... words) throws IOException {
        var folder = Files.createDirectories(processes.resolve(number));
        Files.writeString(folder.resolve("cmdline"), String.join("\0", words) + "\0");
        Files.createSymbolicLink(folder.resolve("root"), Files.createDirectories(processes.resolve(files)));
    }

    private String[] besides(String... given) {
        return new RunningArguments(RunningArgumentsTest.class, processes)
                .besides(given, new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @Test
    void the_doctor_looks_at_what_the_program_that_serves_here_was_given_and_says_so() throws IOException {
        process("1", "here", "/opt/java", "-cp", "a.jar", MAIN, "serve", "--listen=:8080", "--label", "a=b c");
        assertThat(besides("doctor")).containsExactly("doctor", "--listen=:8080", "--label", "a=b c");
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("process 1,");
        assertThat(besides("doctor", "--json")).startsWith("doctor", "--json", "--listen=:8080");
    }

    @Test
    void a_program_without_the_word_serve_serves_too() throws IOException {
        process("7", "here", "java", MAIN, "--kubernetes");
        assertThat(besides("doctor")).containsExactly("doctor", "--kubernetes");
    }

    @Test
    void what_is_given_counts_alone() throws IOException {
        process("1", "here", "java", MAIN, "--kubernetes");
        assertThat(besides("doctor", "--listen=:1")).containsExactly("doctor", "--listen=:1");
        assertThat(besides("top")).containsExactly("top");
        assertThat(besides()).isEmpty();
        assertThat(said.size()).isZero();
    }

    @Test
    void one_of_another_container_is_not_meant() throws IOException {
        process("1", "elsewhere", "java", MAIN, "--kubernetes");
        assertThat(besides("doctor")).containsExactly("doctor");
    }

    @Test
    void of_two_that_serve_nobody_knows_which_is_meant() throws IOException {
        process("1", "here", "java", MAIN, "--listen=:1");
        process("2", "here", "java", MAIN, "--listen=:2");
        assertThat(besides("doctor")).containsExactly("doctor");
    }

    @Test
    void others_and_what_does_not_serve_are_passed_over() throws IOException {
        process("1", "here", "java", "some.other.Main", "--kubernetes");
        process("2", "here", "java", MAIN, "top", "--once");
        Files.createDirectories(processes.resolve("3"));
        process("4", "here", "java", MAIN);
        assertThat(besides("doctor")).containsExactly("doctor");
        assertThat(said.size()).isZero();
    }
}
