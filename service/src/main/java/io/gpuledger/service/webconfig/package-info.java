/// The web configuration file, in the format of Prometheus' exporter-toolkit: TLS, users, headers, a rate limit.
@NullMarked
package io.gpuledger.service.webconfig;

import org.jspecify.annotations.NullMarked;
