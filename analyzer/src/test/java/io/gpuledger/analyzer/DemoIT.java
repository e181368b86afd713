package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.Repository;
import io.gpuledger.gate.RunningProgram;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/// Here, because this module is built last: the demo runs what all modules have packaged.
@Order(1)
class DemoIT {
    private static final String DEMO =
            Repository.root().resolve("deploy/demo.sh").toString();

    @Test
    void every_page_of_the_demo_answers_with_data() throws InterruptedException {
        Counterpart.find("curl", "curl");
        check(List.of(DEMO, "--check"));
    }

    @Test
    void the_books_of_a_prometheus_that_is_there_already_are_true() throws InterruptedException {
        Counterpart.find("curl", "curl");
        Counterpart.find("prometheus", "prometheus");
        check(List.of(DEMO, "--from-prometheus", "--check"));
    }

    private static void check(List<String> command) throws InterruptedException {
        try (var check = RunningProgram.start(command)) {
            try {
                var exitCode = check.exitCode(Duration.ofMinutes(45));
                assertThat(check.output()).endsWith("demo: everything answers");
                assertThat(exitCode).isZero();
            } finally {
                // Or what it has started would outlive it, when it takes too long.
                check.terminate().exitCode();
            }
        }
    }
}
