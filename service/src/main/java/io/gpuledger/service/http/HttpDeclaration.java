package io.gpuledger.service.http;

import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.webconfig.WebConfigFile;
import java.util.List;
import java.util.Locale;

/// The settings of a program's HTTP server: the same for all of ours, but for where each listens and which other
/// program's variables it answers to.
public record HttpDeclaration(Setting<Address> listen, Setting<WebConfigFile> webConfigFile) {
    /// Where a program listens; each has its own default.
    public static Setting<Address> listen(String address) {
        return Setting.address("listen", "Where to serve HTTP; `:PORT` is every interface.")
                .or(address);
    }

    public static HttpDeclaration of(Setting<Address> listen) {
        return new HttpDeclaration(
                listen,
                Setting.parsed(
                        "web-config-file",
                        "FILE",
                        "TLS, users and headers, in the format of Prometheus' exporter-toolkit. Read anew when it, or"
                                + " a file that it names, changes.",
                        WebConfigFile::open));
    }

    /// All but `listen` also answer to another program's variables, which begin with this.
    public HttpDeclaration alsoVariables(String prefix) {
        return new HttpDeclaration(listen, also(prefix, webConfigFile));
    }

    private static <T> Setting<T> also(String prefix, Setting<T> setting) {
        return setting.alsoVariables(prefix + setting.key().replace('-', '_').toUpperCase(Locale.ROOT));
    }

    public List<Setting<?>> settings() {
        return List.of(listen, webConfigFile);
    }

    public HttpSettings in(Settings settings) {
        return new HttpSettings(settings.get(listen), settings.find(webConfigFile));
    }
}
