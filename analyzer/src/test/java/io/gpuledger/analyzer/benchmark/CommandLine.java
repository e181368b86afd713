package io.gpuledger.analyzer.benchmark;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.util.Map;

/// How the programs here are asked: as ours are, by flags.
public final class CommandLine {
    private CommandLine() {}

    public interface Work {
        void run(Settings settings) throws IOException, InterruptedException;
    }

    /// Exits with 2 where the flags are wrong.
    public static void run(Declaration program, String[] args, Work work) throws IOException, InterruptedException {
        try {
            switch (Invocation.of(program, Map.of(), args)) {
                case Invocation.Help(String text) -> System.out.print(text);
                case Invocation.Version() -> System.out.println("of the tests of this tree");
                case Invocation.Run(String _, Settings settings) -> work.run(settings);
            }
        } catch (BadSettingsException e) {
            e.problems().forEach(problem -> System.err.println(program.program() + ": " + problem));
            System.exit(2);
        }
    }
}
