package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatedTest {
    private static final Setting<Secret> PASSWORD = Setting.secretFile("password-file", "The password.");
    private static final Setting<String> COLOUR =
            Setting.text("colour", "Of the box.").or("red");
    private static final Setting<String> SHAPE = Setting.text("shape", "Of the box.");
    private static final Setting<String> OTHER =
            Setting.text("weight", "Of another command.").or("1");
    private static final Declaration TOY = new Declaration(
            "toy",
            "",
            List.of(
                    new Command("serve", "", List.of(PASSWORD, COLOUR, SHAPE)),
                    new Command("weigh", "", List.of(OTHER))),
            List.of(PASSWORD, COLOUR, SHAPE, OTHER));

    private static List<Stated> stated(Map<String, String> environment, String... args) {
        return Invocation.of(TOY, environment, args) instanceof Invocation.Run(var command, var settings)
                ? settings.stated(TOY, command)
                : List.of();
    }

    @Test
    void each_setting_of_a_command_is_told_with_its_origin() {
        assertThat(stated(Map.of("TOY_SHAPE", "round"), "serve"))
                .containsExactly(
                        new Stated("config", Layers.CONFIG.description(), Optional.empty(), Optional.empty(), false),
                        new Stated("password-file", "The password.", Optional.empty(), Optional.empty(), false),
                        new Stated("colour", "Of the box.", Optional.of("red"), Optional.of("default"), false),
                        new Stated(
                                "shape",
                                "Of the box.",
                                Optional.of("round"),
                                Optional.of("environment TOY_SHAPE"),
                                true));
    }

    @Test
    void of_a_secret_its_file_is_told_and_never_what_is_in_it(@TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("word"), "hunter2");

        assertThat(stated(Map.of(), "--password-file", file.toString()))
                .filteredOn(one -> one.key().equals("password-file"))
                .singleElement()
                .satisfies(one -> assertThat(one.value()).hasValue(file.toString()))
                .asString()
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource({
        "http://me:hunter2@host/x, http://me:(secret)@host/x",
        "https://host/x?a=1&token=hunter2&b=2, https://host/x?a=1&token=(secret)&b=2",
        "https://host/x?API_KEY=hunter2, https://host/x?API_KEY=(secret)",
        "https://host:8080/x, https://host:8080/x",
        "a=b, a=b",
    })
    void what_stands_in_the_place_of_a_password_is_not_told(String written, String told) {
        assertThat(Stated.masked(written)).isEqualTo(told);
    }
}
