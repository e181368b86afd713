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
    @Test
    void every_page_of_the_demo_answers_with_data() throws InterruptedException {
        Counterpart.find("curl", "curl");
        var demo = Repository.root().resolve("deploy/demo.sh").toString();
        try (var check = RunningProgram.start(List.of(demo, "--check"))) {
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
