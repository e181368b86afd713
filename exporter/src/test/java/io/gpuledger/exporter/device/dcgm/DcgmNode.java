package io.gpuledger.exporter.device.dcgm;

import com.sun.jna.NativeLibrary;
import io.gpuledger.exporter.device.Backend.Gpu;
import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.doubles.LibraryDouble;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// A node whose DCGM is a double, and whose time passes when a test says so.
public final class DcgmNode implements AutoCloseable {
    static final Set<Pace> BOTH = EnumSet.allOf(Pace.class);
    static final Set<Pace> FAST = EnumSet.of(Pace.FAST);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration SLOW_INTERVAL = Duration.ofSeconds(15);
    private static final long BEGIN_SECONDS = 1000;

    private final LibraryDouble script;
    /// Opened by whoever first asks the double itself: before that, symbols can be taken out of it.
    private Optional<NativeLibrary> library = Optional.empty();
    private final AtomicLong nanos = new AtomicLong();
    private final List<DcgmBackend> backends = new ArrayList<>();

    private DcgmNode(LibraryDouble script) {
        this.script = script;
        advance(Duration.ZERO);
    }

    /// Makes a node of so many A100, each idle but for what the test says.
    public static DcgmNode ofA100(Path folder, int gpus) throws IOException, InterruptedException {
        return new DcgmNode(LibraryDouble.ofDcgm(folder).says(DcgmScript.a100(gpus)));
    }

    /// Makes a node of one A100 with two GPU instances: a small one, and a large one.
    public static DcgmNode inMigMode(Path folder) throws IOException, InterruptedException {
        return ofA100(folder, 1).says("""
            gpu0 field.67 1
            gpu0 instances 7 1
            gpu0/gi7 slices 1
            gpu0/gi7 field.50 1g.10gb
            gpu0/gi7 field.54 MIG-7
            gpu0/gi7 field.250 9856
            gpu0/gi7 field.252 128
            gpu0/gi7 field.1001 0.5
            gpu0/gi7 field.1002 0.25
            gpu0/gi1 slices 3
            gpu0/gi1 field.50 3g.40gb
            gpu0/gi1 field.54 MIG-1
            gpu0/gi1 field.250 40320
            gpu0/gi1 field.252 256
            gpu0/gi1 field.1001 1.0
            gpu0/gi1 field.1002 0.875
            """);
    }

    public DcgmNode says(String lines) {
        script.says(lines);
        return this;
    }

    DcgmNode forgets(String scope, String key) {
        script.forgets(scope, key);
        return this;
    }

    /// This has to be said before anybody loads the library.
    DcgmNode without(String... symbols) throws IOException {
        script.without(List.of(symbols));
        return this;
    }

    Path library() {
        return script.library();
    }

    /// Time passes on our clock and on DCGM's.
    public DcgmNode advance(Duration time) {
        nanos.addAndGet(time.toNanos());
        script.says("system", "clock", Double.toString(BEGIN_SECONDS + nanos.get() / 1e9));
        return this;
    }

    public DcgmNode advance() {
        return advance(INTERVAL);
    }

    public LongSupplier nanos() {
        return nanos::get;
    }

    /// Returns a backend with DCGM's engine in this process.
    public DcgmBackend backend() {
        return backend(DcgmSettings.embedded(library().toString()));
    }

    DcgmBackend remote(String hostengine) {
        return backend(DcgmSettings.remote(library().toString(), hostengine));
    }

    DcgmBackend backend(DcgmSettings settings) {
        var backend = new DcgmBackend(settings, INTERVAL, SLOW_INTERVAL, nanos());
        backends.add(backend);
        return backend;
    }

    static Sample read(Gpu gpu) {
        return gpu.read(BOTH);
    }

    /// Finds and reads the first GPU anew.
    static Sample cycle(DcgmBackend backend) {
        return read(backend.scan().getFirst());
    }

    static List<DeviceEvent> events(DcgmBackend backend) throws InterruptedException {
        var events = new ArrayList<DeviceEvent>();
        for (var event = backend.awaitEvent(Duration.ZERO);
                event.isPresent();
                event = backend.awaitEvent(Duration.ZERO)) {
            events.add(event.get());
        }
        return events;
    }

    /// What was made in DCGM and not given back.
    long held() {
        return ask("double_held");
    }

    long widestFieldGroup() {
        return ask("double_widest");
    }

    long calls(String function) {
        return ask("double_calls", function);
    }

    long inside() {
        return ask("double_inside");
    }

    /// How the engine was reached at the last time.
    String given() {
        return opened().getFunction("double_given").invokeString(new Object[0], false);
    }

    private long ask(String function, Object... arguments) {
        return opened().getFunction(function).invokeLong(arguments);
    }

    /// Stays loaded, and keeps its account, when a backend has closed it.
    private NativeLibrary opened() {
        var opened = library.orElseGet(
                () -> NativeLibrary.getInstance(script.library().toString()));
        library = Optional.of(opened);
        return opened;
    }

    @Override
    public void close() {
        backends.forEach(DcgmBackend::close);
        library.ifPresent(NativeLibrary::close);
    }
}
