package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class InvocationTest {
    @Test
    void the_first_command_is_the_default() {
        assertThat(Toy.run(Map.of()).command()).isEqualTo("play");
        assertThat(Toy.run(Map.of(), "--count", "3").command()).isEqualTo("play");
    }

    @Test
    void a_command_stands_before_or_behind_the_flags() {
        assertThat(Toy.run(Map.of(), "check-config", "--count", "3").command()).isEqualTo("check-config");
        assertThat(Toy.run(Map.of(), "--count", "3", "check-config").command()).isEqualTo("check-config");
    }

    @Test
    void an_unknown_command_is_refused_with_a_suggestion() {
        assertThat(Toy.problems("check-confg"))
                .containsExactly("unknown command check-confg; did you mean check-config?");
        assertThat(Toy.problems("sing")).containsExactly("unknown command sing");
    }

    @Test
    void surplus_words_are_refused() {
        assertThat(Toy.problems("play", "loud", "@/dev/null"))
                .containsExactly("unexpected argument loud", "unexpected argument @/dev/null");
    }

    @Test
    void a_command_may_have_several_words() {
        var post = new Declaration(
                "post",
                "Carries.",
                List.of(new Command("serve", "Waits."), new Command("mail send", "Goes.")),
                List.of());

        assertThat(Invocation.of(post, Map.of(), "mail", "send"))
                .isInstanceOfSatisfying(
                        Invocation.Run.class, run -> assertThat(run.command()).isEqualTo("mail send"));
        assertThat(problems(post, "mail")).isEqualTo("mail needs a word more: mail send");
        assertThat(problems(post, "mail", "sned")).isEqualTo("unknown command mail sned; did you mean mail send?");
        assertThat(problems(post, "mail", "send", "now")).isEqualTo("unexpected argument now");
        assertThat(problems(post, "send")).isEqualTo("unknown command send");
    }

    private static String problems(Declaration program, String... words) {
        return String.join(
                "\n",
                Assertions.catchThrowableOfType(
                                BadSettingsException.class, () -> Invocation.of(program, Map.of(), words))
                        .problems());
    }

    @Test
    void a_program_that_does_one_thing_takes_no_command() {
        var single = new Declaration("toy-box", "Plays.", List.of(), List.of(Toy.COUNT));

        assertThat(Invocation.of(single, Map.of()))
                .isInstanceOfSatisfying(
                        Invocation.Run.class, run -> assertThat(run.command()).isEmpty());
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> Invocation.of(single, Map.of(), "play"))
                .withMessage("unexpected argument play");
    }
}
