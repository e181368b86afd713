package io.gpuledger.analyzer.access;

import io.gpuledger.analyzer.access.AccessRules.OfSubject;
import io.gpuledger.service.auth.TokenHash;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.CannotReadYamlException;
import io.gpuledger.service.settings.Section;
import io.gpuledger.service.settings.YamlFile;
import io.gpuledger.service.settings.YamlNode;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reads the file that says who has which role, and keeps what it said when it was opened.
///
///     users:
///       anna: {role: admin}
///       bob: {role: viewer, teams: [vision]}
///     tokens:
///       - {name: prometheus, sha256: 9f86..., role: writer, expires: 2027-01-01}
///     subjects:
///       - {user: "system:serviceaccount:monitoring:prometheus", role: scraper}
///       - {group: "oidc:platform", role: admin}
public final class AccessFile {
    private static final Set<String> SECTIONS = Set.of("users", "tokens", "subjects");
    private static final Set<String> OF_GRANT = Set.of("role", "team", "teams");
    private static final int NAME_MAX = 200;

    private final Path path;
    private final AccessRules atStart;

    private AccessFile(Path path) {
        this.path = path;
        this.atStart = read();
    }

    /// Throws [BadSettingsException] with all that is wrong, each with its line.
    public static AccessFile open(String path) {
        return new AccessFile(Path.of(path));
    }

    public Path path() {
        return path;
    }

    public AccessRules atStart() {
        return atStart;
    }

    /// Throws [BadSettingsException] with all that is wrong, each with its line.
    public AccessRules read() {
        var problems = new ArrayList<String>();
        try {
            var rules = YamlFile.read(path)
                    .map(root -> new Reading(problems).rules(root))
                    .orElse(AccessRules.NONE);
            if (!problems.isEmpty()) {
                throw new BadSettingsException(problems);
            }
            return rules;
        } catch (CannotReadYamlException e) {
            throw new BadSettingsException(List.of(e.problem()));
        }
    }

    /// Reads one text of the file, and gathers what is wrong.
    private record Reading(List<String> problems) {
        AccessRules rules(YamlNode file) {
            var root = Section.of("the file", file, problems).allowing(SECTIONS);
            return new AccessRules(users(root.section("users")), tokens(root), subjects(root));
        }

        private Map<String, Grant> users(Section section) {
            var users = new HashMap<String, Grant>();
            section.keys().forEach(name -> {
                var its = section.section(name).allowing(OF_GRANT);
                section.attempt(name, () -> plain(name));
                grant(its).ifPresent(grant -> users.put(name, grant));
            });
            return users;
        }

        private List<KnownToken> tokens(Section root) {
            var names = new HashSet<String>();
            var hashes = new HashSet<TokenHash>();
            var tokens = new ArrayList<KnownToken>();
            for (var its : root.sections("tokens")) {
                its.allowing(with("name", "sha256", "expires"));
                var name = required(its, "name", Reading::plain);
                var hash = required(its, "sha256", TokenHash::parse);
                var expires = its.read("expires", Reading::time);
                var isGood = expires.isPresent() || !its.has("expires");
                var grant = grant(its);
                name.filter(one -> !names.add(one)).ifPresent(_ -> its.complain("name", "stands twice"));
                hash.filter(one -> !hashes.add(one)).ifPresent(_ -> its.complain("sha256", "stands twice"));
                if (name.isPresent() && hash.isPresent() && isGood && grant.isPresent()) {
                    tokens.add(new KnownToken(name.get(), hash.get(), grant.get(), expires));
                }
            }
            return tokens;
        }

        private List<OfSubject> subjects(Section root) {
            var subjects = new ArrayList<OfSubject>();
            for (var its : root.sections("subjects")) {
                its.allowing(with("user", "group"));
                if (its.has("user") == its.has("group")) {
                    its.complain("user", "either a user must be named, or a group");
                }
                var subject = its.has("user")
                        ? its.<Subject>read("user", name -> new Subject.User(plain(name)))
                        : its.<Subject>read("group", name -> new Subject.Group(plain(name)));
                var grant = grant(its);
                subject.ifPresent(one -> grant.ifPresent(its2 -> subjects.add(new OfSubject(one, its2))));
            }
            return subjects;
        }

        private static Set<String> with(String... more) {
            var all = new HashSet<>(OF_GRANT);
            all.addAll(Set.of(more));
            return all;
        }

        private Optional<Grant> grant(Section section) {
            var before = problems.size();
            var role = required(section, "role", Role::parse);
            if (section.has("team") && section.keys().contains("teams")) {
                section.complain("team", "is given, and teams too");
            }
            var key = section.keys().contains("teams") ? "teams" : "team";
            var teams = section.list(key, Reading::plain);
            if (section.keys().contains(key) && teams.isEmpty() && problems.size() == before) {
                section.complain(key, "names no team: leave it out for who is to see all of them");
            }
            return role.filter(_ -> problems.size() == before)
                    .flatMap(its -> section.attempt(
                            key, () -> teams.isEmpty() ? Grant.of(its) : new Grant(its, Sight.OfTeams.of(teams))));
        }

        private static <T> Optional<T> required(Section section, String key, Function<String, T> reader) {
            if (!section.has(key)) {
                section.complain(key, "must be given");
                return Optional.empty();
            }
            return section.read(key, reader);
        }

        /// Names stand in logs and on pages.
        private static String plain(String name) {
            if (name.isBlank() || name.length() > NAME_MAX || name.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException(
                        "must be a name of up to %d characters, none of them a control character".formatted(NAME_MAX));
            }
            return name;
        }

        private static Instant time(String text) {
            try {
                return text.indexOf('T') < 0
                        ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                        : OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException(
                        "must be a date (2027-01-01) or a time (2027-01-01T12:00:00Z), not '" + text + "'", e);
            }
        }
    }
}
