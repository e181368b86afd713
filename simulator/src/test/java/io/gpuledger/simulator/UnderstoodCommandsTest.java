package io.gpuledger.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.DocumentedCommand;
import io.gpuledger.service.Program;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnderstoodCommandsTest {
    static List<DocumentedCommand> commands() {
        return DocumentedCommand.of("gpu-simulator");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void the_program_understands_each_command_of_the_documents(DocumentedCommand command) {
        assertThat(command.problems(Program.complete(Main.DECLARATION))).isEmpty();
    }
}
