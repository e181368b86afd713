package io.gpuledger.exporter.attribution;

import java.util.List;
import java.util.Optional;

/// What the kubelet says that a container has.
public sealed interface Grant {
    Holder holder();

    /// These are devices of a device plugin, as it names them.
    record Devices(Holder holder, String resource, List<String> ids) implements Grant {
        public Devices {
            ids = List.copyOf(ids);
        }
    }

    /// This is a device of a DRA driver.
    ///
    /// @param cdiDevices what the container runtime was told to put into the container for it
    record Claimed(Holder holder, Claim claim, String driver, String pool, String device, List<String> cdiDevices)
            implements Grant {
        public Claimed {
            cdiDevices = List.copyOf(cdiDevices);
        }
    }

    /// This names a ResourceClaim.
    ///
    /// @param share which part of a device that several claims share
    record Claim(String namespace, String name, Optional<String> share) {}
}
