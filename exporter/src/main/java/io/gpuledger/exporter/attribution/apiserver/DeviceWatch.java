package io.gpuledger.exporter.attribution.apiserver;

import io.gpuledger.exporter.attribution.Grant.Claimed;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// The devices that the DRA drivers of a node have published, kept by a watch of that node's resource slices. A cluster
/// may well have none of them, or not for us: that is found out rarely.
public final class DeviceWatch implements AutoCloseable {
    private static final Duration SELDOM = Duration.ofMinutes(10);

    private final Watch<Slice, PublishedDevices> watch;

    public DeviceWatch(ApiServerSettings server, String node, InstantSource clock) {
        this(new Inquiry(server, node, Waits.USUAL.refusedFor(SELDOM), clock));
    }

    DeviceWatch(Inquiry inquiry) {
        this.watch = new Watch<>(inquiry, SliceDraft.RESOURCE_SLICES, PublishedDevices::of, PublishedDevices.NONE);
    }

    public DeviceWatch start() {
        watch.start();
        return this;
    }

    /// Finds the device by its driver, its pool and its name.
    public Optional<PublishedDevice> device(Claimed claimed) {
        return watch.latest().device(claimed);
    }

    /// Returns nothing where the driver has not published the device, or not with a UUID.
    public Optional<String> uuid(Claimed claimed) {
        return device(claimed).flatMap(PublishedDevice::uuid);
    }

    public Contact contact() {
        return watch.contact();
    }

    @Override
    public void close() {
        watch.close();
    }
}
