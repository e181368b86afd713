package io.gpuledger.service;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.service.http.CannotListenException;
import io.gpuledger.service.life.Lifelong;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The life of a program: settings in, parts up, a signal, parts down.
///
/// Exit codes: 0 after help, version or a signal; 1 when it could not start; 2 when its settings are wrong; 3 when it
/// could not go on, because a thread that it cannot do without has ended, or its memory (the JVM's own code for that).
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

    /// A job whose word is what it prints: it logs only what is wrong, unless it is told to say more.
    public record Quiet(Job job) implements Job {
        @Override
        public int run(Settings settings) throws InterruptedException {
            return job.run(settings);
        }
    }

    /// Looks at what settings name, and at how they go together.
    @FunctionalInterface
    public interface Check {
        /// Throws [BadSettingsException] with all that is wrong.
        void look(Settings settings);
    }

    /// A changed file is in force after twice this time.
    private static final Duration LOOK_PERIOD = Duration.ofSeconds(1);

    private static final int CANNOT_GO_ON = 3;

    /// The parts of a program that is not well have so long to stop.
    private static final Duration FAREWELL = Duration.ofSeconds(30);

    private static final System.Logger LOG = System.getLogger(Program.class.getName());
    private static final String CHECK_CONFIG = "check-config";

    private final Declaration declaration;
    private final String version;
    private final Start start;
    private final Map<String, Job> jobs;
    private final Check check;

    /// Makes a program that only serves.
    public Program(Declaration declaration, Class<?> main, Start start) {
        this(declaration, main, start, Map.of(), _ -> {});
    }

    /// The version is that of the jar which the given class comes from.
    ///
    /// @param jobs by the command that asks for it; any other serves
    /// @param check what `check-config` does beside reading the settings
    public Program(Declaration declaration, Class<?> main, Start start, Map<String, Job> jobs, Check check) {
        this.declaration = complete(declaration);
        this.version = Optional.ofNullable(main.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        this.start = start;
        this.jobs = Map.copyOf(jobs);
        this.check = check;
    }

    /// A program's declaration with the settings that every program has.
    public static Declaration complete(Declaration program) {
        return program.with(List.of(), List.of(Logging.LOG_LEVEL));
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
                when command.equals(CHECK_CONFIG) -> print(out, checked(settings));
                case Invocation.Run(String command, Settings settings) -> run(command, settings);
            };
        } catch (BadSettingsException e) {
            e.problems().forEach(problem -> err.println(declaration.program() + ": " + problem));
            err.println("Try " + declaration.program() + " --help.");
            return 2;
        }
    }

    private String checked(Settings settings) {
        check.look(settings);
        return String.join("\n", settings.effective()) + "\n";
    }

    private static int print(PrintStream out, String text) {
        out.print(text);
        out.flush();
        return 0;
    }

    private int run(String command, Settings settings) {
        var job = Optional.ofNullable(jobs.get(command));
        var isQuiet = job.filter(Quiet.class::isInstance).isPresent() && !settings.isSaid(Logging.LOG_LEVEL);
        Logging.start(isQuiet ? Logging.Verbosity.WARNING : settings.get(Logging.LOG_LEVEL));
        LOG.log(INFO, () -> "%s %s with %s".formatted(declaration.program(), version, said(settings)));
        settings.warnings().forEach(warning -> LOG.log(WARNING, warning));
        return job.map(one -> work(one, settings)).orElseGet(() -> serve(settings));
    }

    /// Returns the settings that somebody has given. Of all, which are dozens, `check-config` tells, and the page of
    /// settings where a program has one.
    private static String said(Settings settings) {
        var said = settings.said();
        return said.isEmpty() ? "default settings" : String.join(", ", said) + ", and else with default settings";
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
        var bereft = new CountDownLatch(1);
        Lifelong.whenOneEnds(bereft::countDown);
        Runtime.getRuntime().addShutdownHook(hook);
        try (var reloads = new Reloads(LOOK_PERIOD, InstantSource.system()).start()) {
            running.set(start.start(settings, reloads));
            bereft.await();
            Runtime.getRuntime().removeShutdownHook(hook);
            return giveUp(Objects.requireNonNull(running.get()));
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

    /// Stops the parts that still can. Some may wait for the thread that has ended.
    private int giveUp(AutoCloseable running) throws InterruptedException {
        var closing = Thread.ofPlatform().name("closing").daemon().start(() -> close(running));
        if (!closing.join(FAREWELL)) {
            LOG.log(ERROR, declaration.program() + " does not stop, and is ended");
        }
        return CANNOT_GO_ON;
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
