package io.gpuledger.service;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.service.http.CannotListenException;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The life of a program: settings in, parts up, a signal, parts down.
///
/// Exit codes: 0 after help, version or a signal; 1 when it could not start; 2 when its settings are wrong.
public final class Program {
    /// Builds and starts all parts of a program; closing what it returns stops them.
    @FunctionalInterface
    public interface Start {
        AutoCloseable start(Settings settings, Reloads reloads);
    }

    /// What a program does when a word asks for it, and then ends.
    @FunctionalInterface
    public interface Job {
        /// Returns the exit code. Throws [CannotStartException] with what is in its way.
        int run(Settings settings) throws InterruptedException;
    }

    /// A changed file is in force after twice this time.
    private static final Duration LOOK_PERIOD = Duration.ofSeconds(1);

    private static final System.Logger LOG = System.getLogger(Program.class.getName());
    private static final String CHECK_CONFIG = "check-config";

    private final Declaration declaration;
    private final String version;
    private final Start start;
    private final Map<String, Job> jobs;

    /// One that only serves.
    public Program(Declaration declaration, Class<?> main, Start start) {
        this(declaration, main, start, Map.of());
    }

    /// The version is that of the jar which the given class comes from.
    ///
    /// @param jobs by the command that asks for it; any other serves
    public Program(Declaration declaration, Class<?> main, Start start, Map<String, Job> jobs) {
        this.declaration = complete(declaration);
        this.version = Optional.ofNullable(main.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        this.start = start;
        this.jobs = Map.copyOf(jobs);
    }

    /// A program's declaration with the settings that every program has.
    public static Declaration complete(Declaration program) {
        var settings = Stream.concat(program.settings().stream(), Stream.<Setting<?>>of(Logging.LOG_LEVEL));
        return new Declaration(program.program(), program.description(), program.commands(), settings.toList());
    }

    /// What `main` calls: does not return before the program ends.
    public void main(String... args) {
        var code = run(System.getenv(), System.out, System.err, args);
        if (code != 0) {
            System.exit(code);
        }
    }

    /// Returns at once with an exit code, or serves until the process is told to end.
    int run(Map<String, String> environment, PrintStream out, PrintStream err, String... args) {
        try {
            return switch (Invocation.of(declaration, environment, args)) {
                case Invocation.Help(String text) -> print(out, text);
                case Invocation.Version() -> print(out, declaration.program() + " " + version + "\n");
                case Invocation.Run(String command, Settings settings)
                when command.equals(CHECK_CONFIG) -> print(out, String.join("\n", settings.effective()) + "\n");
                case Invocation.Run(String command, Settings settings) -> run(command, settings);
            };
        } catch (BadSettingsException e) {
            e.problems().forEach(problem -> err.println(declaration.program() + ": " + problem));
            err.println("Try " + declaration.program() + " --help.");
            return 2;
        }
    }

    private static int print(PrintStream out, String text) {
        out.print(text);
        out.flush();
        return 0;
    }

    private int run(String command, Settings settings) {
        Logging.start(settings.get(Logging.LOG_LEVEL));
        LOG.log(
                INFO,
                () -> "%s %s with %s"
                        .formatted(declaration.program(), version, String.join(", ", settings.effective())));
        settings.warnings().forEach(warning -> LOG.log(WARNING, warning));
        return Optional.ofNullable(jobs.get(command))
                .map(job -> work(job, settings))
                .orElseGet(() -> serve(settings));
    }

    private static int work(Job job, Settings settings) {
        try {
            return job.run(settings);
        } catch (CannotStartException e) {
            LOG.log(ERROR, e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return 1;
    }

    private int serve(Settings settings) {
        var running = new AtomicReference<@Nullable AutoCloseable>();
        var hook = new Thread(() -> closeAndEnd(running));
        Runtime.getRuntime().addShutdownHook(hook);
        try (var reloads = new Reloads(LOOK_PERIOD, InstantSource.system()).start()) {
            running.set(start.start(settings, reloads));
            new CountDownLatch(1).await();
        } catch (BadSettingsException e) {
            // Settings that are good one by one, and do not go together.
            Runtime.getRuntime().removeShutdownHook(hook);
            throw e;
        } catch (CannotStartException | CannotListenException e) {
            LOG.log(ERROR, e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.log(ERROR, "cannot start", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(hook);
        return 1;
    }

    /// A signal that was obeyed is a success; the JVM's own code for it (143) reads as a failure to many.
    private void closeAndEnd(AtomicReference<@Nullable AutoCloseable> running) {
        var code = Optional.ofNullable(running.get()).map(this::close).orElseGet(this::notYetUp);
        Runtime.getRuntime().halt(code);
    }

    private int notYetUp() {
        LOG.log(INFO, declaration.program() + " has stopped before all of it had started");
        return 0;
    }

    @SuppressWarnings("CatchingUnchecked") // the edge: whatever a part throws on its way down, the process ends
    private int close(AutoCloseable running) {
        try {
            running.close();
            LOG.log(INFO, declaration.program() + " has stopped");
            return 0;
        } catch (Exception e) {
            LOG.log(ERROR, "did not stop cleanly", e);
            return 1;
        }
    }
}
