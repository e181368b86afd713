package io.gpuledger.exporter.device.dcgm;

import static java.lang.System.Logger.Level.DEBUG;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.binding.Binder;
import io.gpuledger.exporter.device.binding.Binding;
import io.gpuledger.exporter.device.binding.CannotLoadException;
import io.gpuledger.exporter.device.dcgm.Structs.ConnectV2;
import io.gpuledger.exporter.device.dcgm.Structs.ConnectV3;
import io.gpuledger.exporter.device.dcgm.Structs.StartEmbeddedV2;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// This is DCGM's library, initialized, with its engine at the other end of a handle.
final class EngineConnection implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(EngineConnection.class.getName());
    private static final int CONNECT_TIMEOUT_MILLIS = 1000;
    private static final String STANDARD_OUTPUT = "-";

    private final Binding binding;
    private final Hostengine hostengine;
    private final long handle;

    private EngineConnection(Binding binding, Hostengine hostengine, long handle) {
        this.binding = binding;
        this.hostengine = hostengine;
        this.handle = handle;
    }

    /// Throws [NotConnectedException], and then holds nothing.
    static EngineConnection open(Binder binder, DcgmSettings settings) {
        var binding = bound(binder);
        try {
            CallFailedException.unlessOk("dcgmInit", Dcgm.dcgmInit());
            return new EngineConnection(binding, settings.hostengine(), handle(settings));
        } catch (CallFailedException e) {
            Dcgm.dcgmShutdown();
            throw unreachable(settings.hostengine(), e);
        }
    }

    private static Binding bound(Binder binder) {
        try {
            return binder.bound();
        } catch (CannotLoadException e) {
            throw new NotConnectedException(
                    Link.NO_LIBRARY,
                    e.getMessage() + ": install the package datacenter-gpu-manager-4-core, or name the library with"
                            + " --dcgm-library",
                    e);
        }
    }

    private static long handle(DcgmSettings settings) {
        return switch (settings.hostengine()) {
            case Hostengine.Embedded _ -> started(settings.log());
            case Hostengine.Remote remote -> connected(remote);
        };
    }

    private static long started(DcgmSettings.Severity log) {
        try (var params = cleared(StartEmbeddedV2.SIZE);
                var file = text(STANDARD_OUTPUT)) {
            params.setInt(0, StartEmbeddedV2.VERSION);
            params.setInt(StartEmbeddedV2.OPERATION_MODE, Dcgm.OPERATION_MODE_AUTO);
            if (log != DcgmSettings.Severity.NONE) {
                params.setPointer(StartEmbeddedV2.LOG_FILE, file);
                params.setInt(StartEmbeddedV2.SEVERITY, log.number());
            }
            var code = Dcgm.dcgmStartEmbedded_v2(params);
            if (Status.of(code) == Status.FUNCTION_MISSING || Status.of(code) == Status.VERSION_MISMATCH) {
                return startedOldWay();
            }
            CallFailedException.unlessOk("dcgmStartEmbedded_v2", code);
            return params.getLong(StartEmbeddedV2.HANDLE);
        }
    }

    private static long startedOldWay() {
        try (var handle = cleared(Long.BYTES)) {
            CallFailedException.unlessOk("dcgmStartEmbedded", Dcgm.dcgmStartEmbedded(Dcgm.OPERATION_MODE_AUTO, handle));
            return handle.getLong(0);
        }
    }

    private static long connected(Hostengine.Remote remote) {
        try (var params = cleared(ConnectV3.SIZE);
                var handle = cleared(Long.BYTES)) {
            params.setInt(0, ConnectV3.VERSION);
            params.setInt(ConnectV3.TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS);
            var code = Dcgm.dcgmConnect_v3(remote.uri(), params, handle);
            if (Status.of(code) == Status.FUNCTION_MISSING && remote.address().isPresent()) {
                return connectedOldWay(remote, remote.address().get());
            }
            CallFailedException.unlessOk("dcgmConnect_v3", code);
            return handle.getLong(0);
        }
    }

    private static long connectedOldWay(Hostengine.Remote remote, String address) {
        try (var params = cleared(ConnectV2.SIZE);
                var handle = cleared(Long.BYTES)) {
            params.setInt(0, ConnectV2.VERSION);
            params.setInt(ConnectV2.TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS);
            params.setInt(ConnectV2.IS_UNIX_SOCKET, remote.isUnixSocket() ? 1 : 0);
            CallFailedException.unlessOk("dcgmConnect_v2", Dcgm.dcgmConnect_v2(address, params, handle));
            return handle.getLong(0);
        }
    }

    private static NotConnectedException unreachable(Hostengine hostengine, CallFailedException cause) {
        var fix = switch (hostengine) {
            case Hostengine.Embedded _ ->
                "DCGM's engine cannot be started in this process: run nv-hostengine beside it and name that with"
                        + " --remote-hostengine-info";
            case Hostengine.Remote(String uri) ->
                "no hostengine answers at %s: start nv-hostengine there, or say with --remote-hostengine-info where"
                                .formatted(uri)
                        + " one is";
        };
        var link = cause.status().link();
        return new NotConnectedException(
                link == Link.FAILING ? Link.NO_SERVICE : link, fix + " (" + cause.getMessage() + ")", cause);
    }

    static Memory cleared(long size) {
        var memory = new Memory(size);
        memory.clear();
        return memory;
    }

    private static Memory text(String text) {
        var bytes = text.getBytes(StandardCharsets.US_ASCII);
        var memory = cleared(bytes.length + 1L);
        memory.write(0, bytes, 0, bytes.length);
        return memory;
    }

    long handle() {
        return handle;
    }

    String library() {
        return binding.path();
    }

    Set<String> missingFunctions() {
        return binding.missing();
    }

    /// Closes the connection, after which no function of the library may be called.
    @Override
    public void close() {
        var code = switch (hostengine) {
            case Hostengine.Embedded _ -> Dcgm.dcgmStopEmbedded(handle);
            case Hostengine.Remote _ -> Dcgm.dcgmDisconnect(handle);
        };
        var end = Dcgm.dcgmShutdown();
        LOG.log(DEBUG, () -> "the engine was left with %d, and DCGM with %d".formatted(code, end));
    }
}
