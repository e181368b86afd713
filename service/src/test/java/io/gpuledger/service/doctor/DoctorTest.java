package io.gpuledger.service.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DoctorTest {
    private static Examination of(String subject, Examination.Look look) {
        return new Examination(subject, "look at " + subject, look);
    }

    private static Examined examined(Examination... examinations) throws InterruptedException {
        return new Doctor().examine(List.of(examinations));
    }

    @Test
    void lines_come_in_the_order_in_which_things_were_named() throws InterruptedException {
        var second = new CountDownLatch(1);
        var examined = examined(
                of("first", () -> {
                    second.await();
                    return List.of(new Ok("first", "is well"));
                }),
                of("second", () -> {
                    second.countDown();
                    return List.of(new Ok("second", "is well"), new Ok("third", "is, too"));
                }));

        assertThat(examined.lines()).extracting(Line::subject).containsExactly("first", "second", "third");
        assertThat(examined.exitCode()).isZero();
    }

    @Test
    void what_hangs_is_a_fault_and_the_others_are_told_of() throws InterruptedException {
        var never = new CountDownLatch(1);
        var looked = new CountDownLatch(1);
        var examined = new Doctor(Duration.ofMillis(300))
                .examine(List.of(
                        of("disk", () -> {
                            looked.countDown();
                            return List.of(new Ok("disk", "has room"));
                        }),
                        of("database", () -> {
                            looked.await();
                            never.await();
                            return List.of();
                        })));

        assertThat(examined.lines())
                .last()
                .isEqualTo(new Fault("database", "there is no answer within 0 s", "look at database"));
        assertThat(examined.exitCode()).isEqualTo(1);
    }

    @Test
    void a_look_that_breaks_is_our_own_fault() throws InterruptedException {
        var examined = examined(of("disk", () -> {
            throw new IllegalStateException("oops");
        }));

        assertThat(examined.lines()).singleElement().satisfies(line -> {
            assertThat(line.words()).contains("IllegalStateException: oops");
            assertThat(line.fix()).contains("tell its developers");
        });
    }

    @Test
    void people_read_what_to_do_below_each_line_that_wants_something() {
        var examined = new Examined(List.of(
                new Ok("disk", "37 GiB are free"),
                new Warning("clock", "it is 3 s behind", "let chrony set it"),
                new Fault("database", "it lets nobody in", "give --database-password-file")));

        assertThat(examined.text()).isEqualToNormalizingNewlines("""
            ok       disk      37 GiB are free
            warning  clock     it is 3 s behind
                               -> let chrony set it
            fault    database  it lets nobody in
                               -> give --database-password-file

            1 ok, 1 to think about, 1 to mend
            """);
        assertThat(examined.exitCode()).isEqualTo(1);
    }

    @Test
    void a_warning_alone_lets_a_script_go_on() {
        assertThat(new Examined(List.of(new Warning("clock", "it is behind", "set it"))).exitCode())
                .isZero();
    }

    @Test
    void programs_read_json_whatever_stands_in_the_words() {
        assertThat(new Examined(List.of(new Fault("a\"b", "line\nbreak \\ ü", "x"))).json())
                .isEqualTo("""
                    {"lines":[
                    {"grade":"fault","subject":"a\\"b","words":"line\\u000abreak \\\\ ü","fix":"x"}
                    ]}
                    """);
    }
}
