package io.gpuledger.service.webconfig;

import io.gpuledger.service.auth.PasswordHash;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.CannotReadYamlException;
import io.gpuledger.service.settings.Section;
import io.gpuledger.service.settings.YamlFile;
import io.gpuledger.service.settings.YamlNode;
import io.gpuledger.service.webconfig.WebConfig.RateLimit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The file, and what it said when it was last read. https://prometheus.io/docs/prometheus/latest/configuration/https/
public final class WebConfigFile {
    private static final Set<String> SECTIONS =
            Set.of("tls_server_config", "http_server_config", "rate_limit", "basic_auth_users");

    private final Path path;
    private final WebConfig atStart;
    private volatile Set<Path> files = Set.of();

    private WebConfigFile(Path path) {
        this.path = path;
        this.atStart = read();
    }

    /// Throws [BadSettingsException] with all that is wrong, each with its line.
    public static WebConfigFile open(String path) {
        return new WebConfigFile(Path.of(path));
    }

    public WebConfig atStart() {
        return atStart;
    }

    /// The file and all that it names, as of the latest reading, which may have failed.
    public Set<Path> files() {
        return files;
    }

    /// Throws [BadSettingsException] with all that is wrong, each with its line.
    public WebConfig read() {
        var problems = new ArrayList<String>();
        var sources = new NamedFiles(path);
        try {
            var config = YamlFile.read(path)
                    .map(root -> read(root, sources, problems))
                    .orElse(WebConfig.NONE);
            if (!problems.isEmpty()) {
                throw new BadSettingsException(problems);
            }
            return config;
        } catch (CannotReadYamlException e) {
            throw new BadSettingsException(List.of(e.problem()));
        } finally {
            files = sources.files();
        }
    }

    private static WebConfig read(YamlNode file, NamedFiles sources, List<String> problems) {
        var root = Section.of("the file", file, problems).allowing(SECTIONS);
        return new WebConfig(
                TlsSection.read(root.section("tls_server_config"), sources),
                new HeaderSection(root.section("http_server_config")).read(),
                users(root.section("basic_auth_users")),
                rateLimit(root.section("rate_limit")));
    }

    private static Map<String, PasswordHash> users(Section section) {
        var users = new LinkedHashMap<String, PasswordHash>();
        for (var user : section.keys()) {
            if (!section.has(user)) {
                section.complain(user, "has no hash");
            }
            section.read(user, PasswordHash::parse).ifPresent(hash -> users.put(user, hash));
        }
        return users;
    }

    private static Optional<RateLimit> rateLimit(Section section) {
        section.allowing(Set.of("interval", "burst"));
        var interval = section.read("interval", Vocabulary::duration).orElse(Duration.ZERO);
        var burst = section.read("burst", WebConfigFile::count).orElse(0);
        return Optional.of(new RateLimit(interval, burst))
                .filter(limit -> limit.interval().isPositive());
    }

    private static int count(String text) {
        if (!text.matches("\\d{1,9}")) {
            throw new IllegalArgumentException("must be a whole number, not '" + text + "'");
        }
        return Integer.parseInt(text);
    }
}
