package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DocumentedCommandTest {
    private static final Path HERE = Path.of("docs/here.md");

    @Test
    void commands_are_known_by_their_programs_and_what_is_printed_is_none() {
        var found = DocumentedCommand.of(HERE, """
            Start it:

                $ bin/gpu-analyzer serve --listen :8080   # for all
                listen: ":8080"

            and it prints:

                gpu-analyzer serves all:

                curl http://127.0.0.1:8080/

            Then ask by gpu-analyzer:

                curl -d '{"a b": "c"}' \\
                  http://127.0.0.1:8080/ | jq .
            """);

        assertThat(found)
                .extracting(DocumentedCommand::text)
                .containsExactly(
                        "bin/gpu-analyzer serve --listen :8080",
                        "curl -d '{\"a b\": \"c\"}' http://127.0.0.1:8080/ | jq .");
        assertThat(found).extracting(DocumentedCommand::program).containsExactly("gpu-analyzer", "curl");
        assertThat(found.getLast().words()).containsExactly("curl", "-d", "{\"a b\": \"c\"}", "http://127.0.0.1:8080/");
    }
}
