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
        runs(number, "java");
        isOf(number, "0", "0");
    }

    private void runs(String number, String file) throws IOException {
        var link = processes.resolve(number).resolve("exe");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Files.createDirectories(processes.resolve(file)));
    }

    private void isOf(String number, String real, String effective) throws IOException {
        Files.writeString(
                processes.resolve(number).resolve("status"),
                "Name:\tjava\nUid:\t%s\t%s\t%s\t%s\nGid:\t0\n".formatted(real, effective, effective, effective));
    }

    private String[] besides(String... given) {
        return new RunningArguments("gpu-toy", RunningArgumentsTest.class, processes, processes.resolve("passwd"))
                .besides(given, new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @Test
    void the_doctor_looks_at_what_the_program_that_serves_here_was_given_and_says_so() throws IOException {
        process("1", "here", "/opt/java", "-cp", "a.jar", MAIN, "serve", "--listen=:8080", "--label", "a=b ü");
        assertThat(besides("doctor")).containsExactly("doctor", "--listen=:8080", "--label", "a=b ü");
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
    void a_service_runs_as_the_user_of_its_package() throws IOException {
        process("1", "here", "java", MAIN, "--kubernetes");
        isOf("1", "995", "995");
        Files.writeString(processes.resolve("passwd"), "root:x:0:0::/root:/bin/sh\ngpu-toy:x:995:995::/:/bin/false\n");
        assertThat(besides("doctor")).containsExactly("doctor", "--kubernetes");
    }

    @Test
    void what_anybody_may_start_has_nothing_to_say_to_root() throws IOException {
        process("1", "here", "java", MAIN, "--nvml-library=/tmp/mine.so");
        isOf("1", "1000", "1000");
        assertThat(besides("doctor")).containsExactly("doctor");
        isOf("1", "1000", "0");
        assertThat(besides("doctor")).containsExactly("doctor");
        Files.writeString(processes.resolve("1/status"), "Name:\tjava\n");
        assertThat(besides("doctor")).containsExactly("doctor");
        isOf("1", "0", "0");
        runs("1", "a program that anybody may start as root");
        assertThat(besides("doctor")).containsExactly("doctor");
        runs("1", "java");
        assertThat(besides("doctor")).containsExactly("doctor", "--nvml-library=/tmp/mine.so");
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
