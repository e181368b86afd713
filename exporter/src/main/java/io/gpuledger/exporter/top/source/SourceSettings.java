package io.gpuledger.exporter.top.source;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Secret;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import io.gpuledger.service.tls.Certificates;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which exporter is looked at, and how it is to be asked.
///
/// @param authorities who may have signed its certificate; those whom the JDK trusts where there are none
public record SourceSettings(URI url, Optional<Login> login, List<X509Certificate> authorities) {
    /// Who is asking.
    public record Login(String user, Secret password) {}

    private static final Setting<URI> URL = Setting.parsed(
                    "url", "URL", "With top: the page of the exporter to look at.", SourceSettings::url)
            .or("http://127.0.0.1:9400/metrics");
    private static final Setting<String> USER =
            Setting.text("user", "With top: the user to ask as, where the exporter has users.");
    private static final Setting<Secret> PASSWORD =
            Setting.secretFile("password-file", "With top: the file that holds the user's password.");
    private static final Setting<List<X509Certificate>> AUTHORITIES = Setting.parsed(
            "ca-file",
            "FILE",
            "With top: who may have signed the exporter's certificate, in PEM, instead of those whom the JDK trusts.",
            SourceSettings::certificates);

    public static final List<Setting<?>> ALL = List.of(URL, USER, PASSWORD, AUTHORITIES);

    public static SourceSettings from(Settings settings) {
        if (settings.find(USER).isPresent() != settings.find(PASSWORD).isPresent()) {
            throw new BadSettingsException(List.of("user and password-file go together: give both, or none"));
        }
        var login =
                settings.find(USER).flatMap(user -> settings.find(PASSWORD).map(password -> new Login(user, password)));
        return new SourceSettings(
                settings.get(URL), login, settings.find(AUTHORITIES).orElse(List.of()));
    }

    private static List<X509Certificate> certificates(String file) {
        try {
            return Certificates.parse(SmallFile.read(Path.of(file)));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "must be a file that this process can read (" + SmallFile.why(e) + ")", e);
        }
    }

    private static URI url(String text) {
        var uri = URI.create(text);
        if (!Set.of("http", "https").contains(String.valueOf(uri.getScheme())) || uri.getHost() == null) {
            throw new IllegalArgumentException("must be like http://127.0.0.1:9400/metrics");
        }
        return uri;
    }
}
