package io.gpuledger.service.http;

import io.gpuledger.service.settings.Address;
import io.gpuledger.service.webconfig.WebConfig;
import io.gpuledger.service.webconfig.WebConfigFile;
import java.util.Optional;
import java.util.Set;

/// How a program serves HTTP.
///
/// @param hostNames by which a listener on loopback may be asked besides localhost
public record HttpSettings(
        Address listen, HttpLimits limits, Optional<WebConfigFile> webConfig, Set<String> hostNames) {
    public HttpSettings {
        hostNames = Set.copyOf(hostNames);
    }

    public HttpSettings(Address listen, HttpLimits limits, Optional<WebConfigFile> webConfig) {
        this(listen, limits, webConfig, Set.of());
    }

    /// Whether anybody beyond this machine may ask without saying who he is.
    public boolean isOpen() {
        return !listen.isLoopback()
                && webConfig
                        .map(WebConfigFile::atStart)
                        .filter(WebConfig::asksWhoIsThere)
                        .isEmpty();
    }

    /// Returns settings at their defaults, for this address.
    public static HttpSettings at(Address listen) {
        return new HttpSettings(listen, HttpLimits.DEFAULT, Optional.empty());
    }
}
