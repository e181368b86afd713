package io.gpuledger.service.settings;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFileTest {
    @TempDir
    Path folder;

    @Test
    void a_file_that_does_not_exist_is_a_problem() {
        assertThat(problems()).containsExactly("cannot read FILE: it is not there");
    }

    @Test
    void a_folder_is_a_problem() throws IOException {
        Files.createDirectory(file());

        assertThat(problems()).singleElement().asString().startsWith("cannot read FILE: ");
    }

    @Test
    void a_file_that_is_not_text_is_a_problem() throws IOException {
        Files.write(file(), new byte[] {'a', ':', ' ', (byte) 0xff});

        assertThat(problems()).containsExactly("cannot read FILE: it is not text in UTF-8");
    }

    @Test
    void what_is_not_yaml_is_a_problem_that_names_the_place() throws IOException {
        assertThat(problems("count: 1\nname: [ball\n"))
                .singleElement()
                .asString()
                .startsWith("FILE is not YAML: ")
                .contains("line 3, column 1");
        assertThat(problems("name: *unheard\n"))
                .singleElement()
                .asString()
                .startsWith("FILE is not YAML: found undefined alias unheard");
        assertThat(problems("count: 1\n---\ncount: 2\n"))
                .singleElement()
                .asString()
                .startsWith("FILE is not YAML: expected a single document");
    }

    @Test
    void what_is_not_a_mapping_is_a_problem() throws IOException {
        assertThat(problems("ball\n")).containsExactly("FILE must hold `key: value` lines");
        assertThat(problems("- count: 1\n")).containsExactly("FILE must hold `key: value` lines");
    }

    @Test
    void a_mapping_within_is_a_problem_and_no_other_one() throws IOException {
        assertThat(problems("name: ball\ncount:\n  from: 1\n"))
                .containsExactly("FILE:2: `count` must be one value or a list of values");
        assertThat(problems("toy:\n  count: 1\n"))
                .containsExactly("FILE:1: `toy` must be one value or a list of values", "FILE:1: unknown key toy");
    }

    @Test
    void a_list_within_a_list_is_a_problem() throws IOException {
        assertThat(problems("name: [ball, [doll]]\n"))
                .containsExactly("FILE:1: `name` must be one value or a list of values");
    }

    @Test
    void a_key_that_is_no_word_is_a_problem() throws IOException {
        assertThat(problems("[name, count]: 1\n")).containsExactly("FILE:1: a key must be one word");
    }

    @Test
    void a_key_that_stands_twice_is_a_problem() throws IOException {
        assertThat(problems("count: 1\nname: ball\ncount: 2\n")).containsExactly("FILE:3: `count` stands twice");
    }

    @Test
    void an_unknown_key_is_refused_with_a_suggestion() throws IOException {
        assertThat(problems("\n# a toy\nintervall: 1s\n"))
                .containsExactly("FILE:3: unknown key intervall; did you mean interval?");
    }

    @Test
    void a_file_names_no_other_file() throws IOException {
        assertThat(problems("config: other.yml\n")).containsExactly("FILE:1: unknown key config");
    }

    @Test
    void a_bad_value_is_told_with_its_line() throws IOException {
        assertThat(problems("name: ball\ncount: many\n"))
                .containsExactly("count: must be a whole number, not 'many' (FILE:2)");
    }

    @Test
    void an_empty_file_says_nothing() throws IOException {
        assertThat(problems("")).isEmpty();
        assertThat(problems("# nothing\n")).isEmpty();
        assertThat(problems("---\n...\n")).isEmpty();
    }

    @Test
    void a_value_is_the_word_as_it_is_written() throws IOException {
        assertThat(name("name: 007")).isEqualTo("007");
        assertThat(name("name: yes")).isEqualTo("yes");
        assertThat(name("name: 'a: b' # a comment")).isEqualTo("a: b");
        assertThat(name("\uFEFFname: ball")).isEqualTo("ball");
    }

    @Test
    void a_list_is_its_words_with_commas() throws IOException {
        assertThat(name("name: [ball, doll]")).isEqualTo("ball,doll");
        assertThat(name("name:\n  - ball\n  - doll\n")).isEqualTo("ball,doll");
        assertThat(name("name: []")).isEmpty();
    }

    @Test
    void a_value_can_stand_for_another() throws IOException {
        assertThat(name("table: &one ball\nname: *one\n")).isEqualTo("ball");
    }

    @Test
    void a_huge_file_is_a_problem() throws IOException {
        assertThat(problems("name: " + "x".repeat(1 << 20)))
                .containsExactly("cannot read FILE: it holds more than 1 MiB");
        assertThat(Toy.problems("--config", "/dev/zero"))
                .singleElement()
                .asString()
                .endsWith("it holds more than 1 MiB");
    }

    @Test
    void a_long_key_is_a_problem() throws IOException {
        assertThat(problems("? " + "x".repeat(1 << 17) + "\n: 1\n"))
                .singleElement()
                .asString()
                .startsWith("FILE:1: unknown key xxx");
    }

    @Test
    void a_deep_file_is_a_problem() throws IOException {
        for (var opening : List.of("[", "{", "{a: ", "? ")) {
            assertThat(problems(opening.repeat(100_000)))
                    .singleElement()
                    .asString()
                    .startsWith("FILE must hold `key: value` lines, not 10 levels and more");
        }
    }

    @Test
    void aliases_of_aliases_are_a_problem() throws IOException {
        assertThat(problems(aliases(20))).contains("FILE:2: `k0` must be one value or a list of values");
        assertThat(problems(aliases(60))).singleElement().asString().startsWith("FILE is not YAML: Number of aliases");
    }

    @Test
    void a_list_of_itself_is_a_problem() throws IOException {
        assertThat(problems("name: &me [*me]\n"))
                .containsExactly("FILE:1: `name` must be one value or a list of values");
    }

    @Test
    void any_text_is_read_or_is_a_problem() throws IOException {
        var seed = 25L;
        var random = RandomGeneratorFactory.getDefault().create(seed);
        var letters = "ab:-[]{}&*!|>'\"#?%@, \n\n\t\u0000é";
        for (var i = 0; i < 1_000; i++) {
            var text = random.ints(random.nextInt(40), 0, letters.length())
                    .mapToObj(at -> letters.substring(at, at + 1))
                    .collect(joining());
            assertThat(readable(text)).as("seed %d: %s", seed, text).isTrue();
        }
    }

    /// Throws whatever the reading throws, which is nothing.
    private boolean readable(String text) throws IOException {
        var problems = new ArrayList<String>();
        Files.writeString(file(), text);
        ConfigurationFile.read(file(), problems);
        return problems.stream().noneMatch(String::isBlank);
    }

    /// Spelled out, the last key would hold 2 to the power of all lines.
    private static String aliases(int lines) {
        return IntStream.range(0, lines)
                .mapToObj(i -> "k%1$d: &a%2$d [*a%1$d, *a%1$d]\n".formatted(i, i + 1))
                .collect(joining("", "name: &a0 [x, x]\n", ""));
    }

    private String name(String text) throws IOException {
        Files.writeString(file(), text);
        return Toy.settings("--config", file().toString()).get(Toy.NAME);
    }

    private List<String> problems(String text) throws IOException {
        Files.writeString(file(), text);
        return problems();
    }

    private List<String> problems() {
        return Toy.problems("--config", file().toString()).stream()
                .map(problem -> problem.replace(file().toString(), "FILE"))
                .toList();
    }

    private Path file() {
        return folder.resolve("toy.yml");
    }
}
