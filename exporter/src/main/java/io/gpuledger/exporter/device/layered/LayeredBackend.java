package io.gpuledger.exporter.device.layered;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Releasable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Two backends that see the same GPUs: what the first gives stands, and what it does not give the second may.
///
/// So the order of two sources for one reading is that of the backends. While one of them cannot be asked the other
/// does what it can alone; only when neither can is the driver out of reach.
public final class LayeredBackend implements Backend, Releasable {
    private final Backend first;
    private final Backend second;

    public LayeredBackend(Backend first, Backend second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public List<Gpu> scan() {
        var above = scanned(first);
        var below = scanned(second);
        if (above instanceof Scanned.Failed(BackendException why) && below instanceof Scanned.Failed) {
            throw why;
        }
        return joined(above.gpus(), below.gpus());
    }

    private sealed interface Scanned {
        record Done(List<Gpu> gpus) implements Scanned {}

        record Failed(BackendException why) implements Scanned {
            @Override
            public List<Gpu> gpus() {
                return List.of();
            }
        }

        List<Gpu> gpus();
    }

    private static Scanned scanned(Backend backend) {
        try {
            return new Scanned.Done(backend.scan());
        } catch (BackendException e) {
            return new Scanned.Failed(e);
        }
    }

    private static List<Gpu> joined(List<Gpu> above, List<Gpu> below) {
        Map<String, Gpu> rest = new LinkedHashMap<>();
        below.forEach(gpu -> rest.put(gpu.device().uuid(), gpu));
        var joined = new ArrayList<Gpu>();
        for (var gpu : above) {
            joined.add(Optional.ofNullable(rest.remove(gpu.device().uuid()))
                    .<Gpu>map(other -> new LayeredGpu(gpu, other))
                    .orElse(gpu));
        }
        joined.addAll(rest.values());
        return joined;
    }

    /// The first one's, or each would be counted twice; the second one's only while the first cannot be asked.
    @Override
    public Optional<DeviceEvent> awaitEvent(Duration timeout) throws InterruptedException {
        return isReady(first) || !isReady(second) ? first.awaitEvent(timeout) : second.awaitEvent(timeout);
    }

    private static boolean isReady(Backend backend) {
        return backend.states().stream().allMatch(BackendState::isReady);
    }

    @Override
    public List<BackendState> states() {
        return Stream.concat(first.states().stream(), second.states().stream()).toList();
    }

    @Override
    public void want(Set<Integer> fields) {
        first.want(fields);
        second.want(fields);
    }

    /// Either both are released, or neither stays released for long.
    @Override
    public boolean release(Duration time) {
        var released = Stream.of(first, second)
                .allMatch(backend -> !(backend instanceof Releasable driver) || driver.release(time));
        if (!released) {
            resume();
        }
        return released;
    }

    @Override
    public void resume() {
        for (var backend : List.of(first, second)) {
            if (backend instanceof Releasable driver) {
                driver.resume();
            }
        }
    }

    @Override
    public void close() {
        first.close();
        second.close();
    }
}
