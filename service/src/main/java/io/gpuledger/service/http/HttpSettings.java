package io.gpuledger.service.http;

import io.gpuledger.service.settings.Address;
import io.gpuledger.service.webconfig.WebConfigFile;
import java.util.Optional;

/// How a program serves HTTP.
public record HttpSettings(Address listen, HttpLimits limits, Optional<WebConfigFile> webConfig) {
    /// Every default, at this address.
    public static HttpSettings at(Address listen) {
        return new HttpSettings(listen, HttpLimits.DEFAULT, Optional.empty());
    }
}
