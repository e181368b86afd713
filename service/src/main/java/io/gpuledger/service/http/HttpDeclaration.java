package io.gpuledger.service.http;

import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.webconfig.WebConfigFile;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The settings of a program's HTTP server: the same for all of ours, but for where each listens and which other
/// program's variables it answers to.
public record HttpDeclaration(
        Setting<Address> listen,
        Setting<WebConfigFile> webConfigFile,
        Setting<Duration> readTimeout,
        Setting<Duration> writeTimeout,
        Setting<Long> connectionsMax,
        Setting<Set<String>> hostNames) {
    /// Says where a program listens; each has its own default.
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
                                "TLS, users and headers, in the format of Prometheus' exporter-toolkit. The file is"
                                        + " read anew when it, or a file that it names, changes.",
                                WebConfigFile::open)
                        .emptyIsNone(),
                duration("web-read-timeout", "How long a client may take to shake hands and to send a request's head.")
                        .or("10s"),
                duration("web-write-timeout", "How long a request may take from there to the end of its answer.")
                        .or("30s"),
                Setting.whole(
                                "web-max-connections",
                                "How many connections are held; the one that has been silent for longest makes room.")
                        .that(count -> count >= 1 && count <= 100_000, "from 1 to 100000")
                        .or("128"),
                Setting.parsed(
                        "web-host-names",
                        "NAME,NAME ...",
                        "The names, besides localhost, by which a program that listens on loopback only may be asked:"
                                + " those of a proxy in front of it. Requests for others are refused, as a page from"
                                + " elsewhere may have made its own name mean this machine.",
                        HttpDeclaration::names));
    }

    /// Holds so many connections unless it is told otherwise.
    public HttpDeclaration holding(int connections) {
        return new HttpDeclaration(
                listen,
                webConfigFile,
                readTimeout,
                writeTimeout,
                connectionsMax.or(String.valueOf(connections)),
                hostNames);
    }

    private static Set<String> names(String list) {
        return Stream.of(list.split(",", -1))
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Setting<Duration> duration(String key, String description) {
        return Setting.duration(key, description)
                .that(time -> time.isPositive() && time.compareTo(Duration.ofDays(1)) <= 0, "from 1ms to 1d");
    }

    /// The file and the timeouts also answer to another program's variables, which begin with this.
    public HttpDeclaration alsoVariables(String prefix) {
        return new HttpDeclaration(
                listen,
                also(prefix, webConfigFile),
                also(prefix, readTimeout),
                also(prefix, writeTimeout),
                connectionsMax,
                hostNames);
    }

    private static <T> Setting<T> also(String prefix, Setting<T> setting) {
        return setting.alsoVariables(prefix + setting.key().replace('-', '_').toUpperCase(Locale.ROOT));
    }

    public List<Setting<?>> settings() {
        return List.of(listen, webConfigFile, readTimeout, writeTimeout, connectionsMax, hostNames);
    }

    public HttpSettings in(Settings settings) {
        var limits = new HttpLimits(
                settings.get(connectionsMax).intValue(),
                settings.get(readTimeout),
                settings.get(writeTimeout),
                HttpLimits.IDLE_TIMEOUT);
        return new HttpSettings(
                settings.get(listen),
                limits,
                settings.find(webConfigFile),
                settings.find(hostNames).orElse(Set.of()));
    }
}
