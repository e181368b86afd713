package io.gpuledger.exporter.device.nvml;

import io.gpuledger.exporter.device.BackendState.Link;

/// NVML as a whole cannot be asked: how it stands, and what mends it.
final class DriverException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Link link;

    DriverException(Link link, String message) {
        super(message);
        this.link = link;
    }

    Link link() {
        return link;
    }

    /// @param function what returned this code
    static DriverException of(String function, int code) {
        return switch (code) {
            case NvmlReturn.DRIVER_NOT_LOADED ->
                new DriverException(
                        Link.NO_DRIVER,
                        "NVIDIA's kernel module is not loaded: load it (modprobe nvidia), or give this container the"
                                + " node's devices");
            case NvmlReturn.LIB_RM_VERSION_MISMATCH ->
                new DriverException(
                        Link.VERSION_MISMATCH,
                        "NVML and the kernel module are of different versions, as after an upgrade of the driver: load"
                                + " the new module or reboot, and start a container that has the old library anew");
            case NvmlReturn.LIBRARY_NOT_FOUND ->
                new DriverException(
                        Link.NO_LIBRARY,
                        "NVML misses a library of the driver: install the driver whole, or run this container with the"
                                + " NVIDIA runtime");
            case NvmlReturn.NO_PERMISSION ->
                new DriverException(
                        Link.NO_PERMISSION,
                        "this process may not open the driver's devices: run it as root, or let it read and write"
                                + " /dev/nvidia*");
            default ->
                new DriverException(
                        Link.FAILING,
                        function + " failed: " + NvmlReturn.name(code) + "; nvidia-smi and dmesg may tell more");
        };
    }
}
