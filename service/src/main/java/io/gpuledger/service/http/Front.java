package io.gpuledger.service.http;

import io.gpuledger.service.auth.Doorkeeper;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.tls.LiveTls;
import io.gpuledger.service.webconfig.WebConfig;
import io.gpuledger.service.webconfig.WebConfigFile;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServerConfig;
import java.util.Optional;

/// What the web configuration file governs, for as long as the server runs: the newest that will do is in force.
final class Front implements AutoCloseable {
    private final Doorkeeper doorkeeper = new Doorkeeper();
    private final Admission admission;
    private final Optional<LiveTls> tls;
    private final boolean guarded;

    Front(WebConfig config) {
        this.admission = new Admission(config, doorkeeper);
        this.tls = config.tls().map(LiveTls::new);
        this.guarded = config.asksWhoIsThere();
    }

    static Front of(Optional<WebConfigFile> file, Reloads reloads) {
        var front = new Front(file.map(WebConfigFile::atStart).orElse(WebConfig.NONE));
        file.ifPresent(one -> reloads.watch("web-config-file", one::files, () -> front.replace(one.read())));
        return front;
    }

    private void replace(WebConfig config) {
        if (config.tls().isPresent() != tls.isPresent()) {
            throw new IllegalArgumentException("TLS cannot be switched on or off without a restart");
        }
        if (config.users().isEmpty() && admission.areAsked()) {
            // An emptied file must not open the door.
            throw new IllegalArgumentException("the last user cannot be taken away without a restart");
        }
        tls.ifPresent(live -> config.tls().ifPresent(live::replace));
        admission.replace(config);
    }

    Admission admission() {
        return admission;
    }

    /// Whether somebody has to say who he is, by a password or a certificate.
    boolean isGuarded() {
        return guarded;
    }

    String scheme() {
        return tls.isPresent() ? "https" : "http";
    }

    void configure(WebServerConfig.Builder server) {
        tls.ifPresent(live -> server.tls(
                        Tls.builder().sslContext(live.context()).build())
                // Over channels, Helidon asks the DNS for each client's name, and lays TLS parameters of its own over
                // ours, which cannot be replaced.
                .useNio(false));
    }

    @Override
    public void close() {
        doorkeeper.close();
    }
}
