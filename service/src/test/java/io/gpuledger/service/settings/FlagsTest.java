package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlagsTest {
    @Test
    void a_value_stands_behind_an_equals_sign_or_a_space() {
        assertThat(Toy.settings("--name=ball").get(Toy.NAME)).isEqualTo("ball");
        assertThat(Toy.settings("--name", "ball").get(Toy.NAME)).isEqualTo("ball");
    }

    @Test
    void a_value_is_taken_as_it_stands() {
        assertThat(Toy.settings("--name=a=b").get(Toy.NAME)).isEqualTo("a=b");
        assertThat(Toy.settings("--name=").get(Toy.NAME)).isEmpty();
        assertThat(Toy.settings("--name", "'ball'").get(Toy.NAME)).isEqualTo("'ball'");
        assertThat(Toy.settings("--name", "@/dev/null").get(Toy.NAME)).isEqualTo("@/dev/null");
        assertThat(Toy.settings("--name=-5").get(Toy.NAME)).isEqualTo("-5");
    }

    @Test
    void an_unknown_flag_is_refused_with_a_suggestion() {
        assertThat(Toy.problems("--intervall", "5s"))
                .containsExactly("unknown flag --intervall; did you mean --interval?");
        assertThat(Toy.problems("--versoin")).containsExactly("unknown flag --versoin; did you mean --version?");
        assertThat(Toy.problems("--hepl=x")).containsExactly("unknown flag --hepl; did you mean --help?");
        assertThat(Toy.problems("-x")).containsExactly("unknown flag -x");
    }

    @Test
    void a_flag_given_twice_is_refused() {
        assertThat(Toy.problems("--name", "ball", "--name", "doll"))
                .containsExactly("option '--name' (TEXT) should be specified only once");
        assertThat(Toy.problems("--listen", ":1", "--address", ":2"))
                .containsExactly("option '--address' (HOST:PORT) should be specified only once");
    }

    @Test
    void a_list_may_be_given_by_several_flags() {
        var settings = Toy.settings("--friends", "bear", "-friends=doll,ball", "--name", "top");
        assertThat(settings.get(Toy.FRIENDS)).containsExactly("bear", "doll", "ball");
        assertThat(settings.effective()).contains("friends = bear,doll,ball (flag --friends)");
    }

    @Test
    void nothing_is_what_an_empty_value_says_where_another_program_takes_it_for_that() {
        assertThat(Toy.settings("--cushion", "").find(Toy.CUSHION)).isEmpty();
        assertThat(Toy.settings("--cushion=").effective()).noneMatch(line -> line.startsWith("cushion"));
    }

    @Test
    void a_flag_without_its_value_is_refused() {
        assertThat(Toy.problems("--name")).containsExactly("Missing required parameter for option '--name' (TEXT)");
        assertThat(Toy.problems("--name", "--count", "3"))
                .containsExactly("Expected parameter for option '--name' but found '--count'");
    }

    @Test
    void a_flag_without_its_value_takes_no_unknown_flag_for_one() {
        assertThat(Toy.problems("--name", "--cuont", "3"))
                .containsExactly(
                        "Unknown option: '--cuont'; Expected parameter for option '--name' but found '--cuont'");
    }

    @Test
    void the_flags_of_other_programs_count_and_the_origin_says_which() {
        assertThat(Toy.settings("--address", ":1").effective()).contains("listen = :1 (flag --address)");
        assertThat(Toy.settings("--address=:1").effective()).contains("listen = :1 (flag --address)");
        assertThat(Toy.settings("-a", ":1").effective()).contains("listen = :1 (flag -a)");
    }

    @Test
    void a_flag_that_is_on_or_off_may_stand_alone() {
        assertThat(Toy.settings().get(Toy.QUIET)).isFalse();
        assertThat(Toy.settings("--quiet").get(Toy.QUIET)).isTrue();
        assertThat(Toy.settings("-q", "--name", "ball").get(Toy.QUIET)).isTrue();
        assertThat(Toy.settings("--quiet=false").get(Toy.QUIET)).isFalse();
        assertThat(Toy.problems("--quiet=perhaps"))
                .containsExactly("quiet: must be true or false, not 'perhaps' (flag --quiet)");
        assertThat(Toy.run(Map.of(), "-q", "check-config").command()).isEqualTo("check-config");
    }

    @Test
    void one_dash_is_as_good_as_two_and_two_as_one() {
        assertThat(Toy.settings("-name", "ball").get(Toy.NAME)).isEqualTo("ball");
        assertThat(Toy.settings("-name=ball").get(Toy.NAME)).isEqualTo("ball");
        assertThat(Toy.settings("--a", ":1").effective()).contains("listen = :1 (flag -a)");
        assertThat(Toy.settings("-hush").get(Toy.QUIET)).isTrue();
    }

    @Test
    void a_flag_that_only_the_other_program_has_is_left_alone_with_a_warning() {
        assertThat(Toy.settings("-w", "--name=ball").warnings())
                .containsExactly("wind-up is left alone (flag -w): this toy runs by itself");
        assertThat(Toy.settings("-w").effective()).noneMatch(line -> line.contains("wind-up"));
        assertThat(Toy.settings("--wind-up=false").warnings()).isEmpty();
        assertThat(((Invocation.Help) Invocation.of(Toy.DECLARATION, Map.of(), "--help")).text())
                .doesNotContain("wind-up");
    }

    @Test
    void help_lists_every_setting() {
        var help = ((Invocation.Help) Invocation.of(Toy.DECLARATION, Map.of(), "--help")).text();

        assertThat(help).contains("toy-box [OPTION]... [play|tidy|check-config]", "Plays.");
        assertThat(Invocation.withConfig(Toy.DECLARATION).settings())
                .filteredOn(setting -> !setting.isForeign())
                .allSatisfy(setting -> assertThat(words(help))
                        .contains(setting.flags())
                        .contains(setting.variables("TOY_BOX_"))
                        .contains(setting.placeholder())
                        .contains(setting.description())
                        .contains(setting.fallback()
                                .map(text -> "Default: " + text + ".")
                                .orElse("")));
    }

    @Test
    void help_says_what_each_command_does_and_which_is_the_default() {
        assertThat(words(help("--help")))
                .contains("play (the default): Plays on. tidy: Puts all away. check-config: Looks at the settings.");
    }

    @Test
    void help_for_a_command_lists_what_concerns_it() {
        assertThat(words(help("tidy", "--help")))
                .contains("toy-box tidy [OPTION]... Puts all away.", "--table=FILE", "--config=FILE", "--name=TEXT");
        assertThat(words(help("--help", "play"))).contains("toy-box play [OPTION]... Plays on.", "--table=FILE");
    }

    @Test
    void what_only_concerns_other_commands_is_not_in_a_command_s_help() {
        var tidy = new Command("tidy", "Puts all away.", List.of(Toy.TABLE));
        var play = new Command("play", "Plays on.", List.of(Toy.COUNT));
        var box = new Declaration("toy-box", "Plays.", List.of(play, tidy), List.of(Toy.TABLE, Toy.COUNT, Toy.NAME));
        assertThat(((Invocation.Help) Invocation.of(box, Map.of(), "tidy", "--help")).text())
                .contains("--table", "--name")
                .doesNotContain("--count");
    }

    private static String help(String... args) {
        return ((Invocation.Help) Invocation.of(Toy.DECLARATION, Map.of(), args)).text();
    }

    @Test
    void help_is_given_however_wrong_the_rest_is() {
        assertThat(Invocation.of(Toy.DECLARATION, Map.of("TOY_BOX_COUNT", "many"), "sing", "--nam", "-h"))
                .isInstanceOf(Invocation.Help.class);
    }

    @Test
    void help_and_the_version_may_be_asked_for_with_one_dash() {
        assertThat(Invocation.of(Toy.DECLARATION, Map.of(), "-help")).isInstanceOf(Invocation.Help.class);
        assertThat(Invocation.of(Toy.DECLARATION, Map.of(), "-version")).isEqualTo(new Invocation.Version());
    }

    @Test
    void the_version_is_asked_for_with_one_flag() {
        assertThat(Invocation.of(Toy.DECLARATION, Map.of(), "--version")).isEqualTo(new Invocation.Version());
        assertThat(Invocation.of(Toy.DECLARATION, Map.of(), "-V")).isEqualTo(new Invocation.Version());
        assertThat(Invocation.of(Toy.DECLARATION, Map.of(), "-v")).isEqualTo(new Invocation.Version());
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
