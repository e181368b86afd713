package io.gpuledger.analyzer.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpuledger.analyzer.access.AccessRules.OfSubject;
import io.gpuledger.service.auth.Token;
import io.gpuledger.service.settings.BadSettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessFileTest {
    private static final String HASH = new Token("abc").hash().hex();

    @TempDir
    Path folder;

    private AccessRules read(String text) throws IOException {
        return AccessFile.open(
                        Files.writeString(folder.resolve("access.yml"), text).toString())
                .atStart();
    }

    private List<String> problems(String text) throws IOException {
        var file = Files.writeString(folder.resolve("access.yml"), text).toString();
        var refused = catchThrowableOfType(BadSettingsException.class, () -> AccessFile.open(file));
        assertThat(refused).as(text).isNotNull();
        return refused.problems().stream()
                .map(problem -> problem.replace(folder.toString(), ""))
                .toList();
    }

    @Test
    void users_tokens_and_subjects_have_roles() throws IOException {
        var rules = read("""
            users:
              anna: {role: admin}
              bob: {role: viewer, teams: [vision, "a & b"]}
              eve: {role: viewer, team: =HYPERLINK("x")}
            tokens:
              - {name: prometheus, sha256: %s, role: writer, expires: 2027-01-01}
            subjects:
              - {user: "system:serviceaccount:m:p", role: scraper}
              - group: system:authenticated
                role: viewer
                team: vision
            """.formatted(HASH));

        assertThat(rules.ofUser("anna")).hasValue(Grant.ALL);
        assertThat(rules.ofUser("bob")).hasValue(Grant.viewerOf(List.of("a & b", "vision")));
        assertThat(rules.ofUser("eve")).hasValue(Grant.viewerOf(List.of("=HYPERLINK(\"x\")")));
        assertThat(rules.ofUser("nobody")).isEmpty();
        assertThat(rules.token(new Token("abc").hash()))
                .hasValue(new KnownToken(
                        "prometheus",
                        new Token("abc").hash(),
                        Grant.of(Role.WRITER),
                        Optional.of(Instant.parse("2027-01-01T00:00:00Z"))));
        assertThat(rules.token(new Token("abd").hash())).isEmpty();
        assertThat(rules.subjects())
                .containsExactly(
                        new OfSubject(new Subject.User("system:serviceaccount:m:p"), Grant.of(Role.SCRAPER)),
                        new OfSubject(new Subject.Group("system:authenticated"), Grant.viewerOf(List.of("vision"))));
    }

    @Test
    void of_the_subjects_the_first_that_matches_counts() throws IOException {
        var rules = read("""
            subjects:
              - {user: ann, role: viewer, team: vision}
              - {group: admins, role: admin}
            """);
        assertThat(rules.ofSubject("ann", List.of("admins"))).hasValue(Grant.viewerOf(List.of("vision")));
        assertThat(rules.ofSubject("bob", List.of("all", "admins"))).hasValue(Grant.ALL);
        assertThat(rules.ofSubject("admins", List.of("ann"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing", "users:", "users: {}\ntokens: []\nsubjects:\n"})
    void an_empty_file_gives_nothing_to_anybody(String text) throws IOException {
        assertThat(read(text)).isEqualTo(AccessRules.NONE);
    }

    @Test
    void all_that_is_wrong_is_said_at_once_with_its_line() throws IOException {
        assertThat(problems("""
            users:
              anna: {role: amdin}
              bob: {roll: viewer}
              carl: {role: viewer, teams: []}
              dora: {role: admin, team: vision}
              emil: {role: viewer, team: vision, teams: [speech]}
            tokens:
              - {name: one, sha256: abc, role: writer, expires: tomorrow}
              - {sha256: %1$s, role: writer}
              - {name: two, sha256: %1$s, role: writer}
              - {name: two, sha256: %1$s, role: writer}
            subjects:
              - {role: viewer}
              - {user: a, group: b, role: viewer}
            user: {}
            """.formatted(HASH)))
                .containsExactlyInAnyOrder(
                        "/access.yml:2: role: no role is called amdin; there is viewer, writer, scraper, admin",
                        "/access.yml:3: unknown key roll; did you mean role?",
                        "/access.yml:3: role: must be given",
                        "/access.yml:4: teams: names no team: leave it out for who is to see all of them",
                        "/access.yml:5: team: only a viewer can be one of teams, not a admin",
                        "/access.yml:6: team: is given, and teams too",
                        "/access.yml:8: sha256: must be the SHA-256 of a token, in 64 hexadecimal digits",
                        "/access.yml:8: expires: must be a date (2027-01-01) or a time (2027-01-01T12:00:00Z), not"
                                + " 'tomorrow'",
                        "/access.yml:9: name: must be given",
                        "/access.yml:10: sha256: stands twice",
                        "/access.yml:11: name: stands twice",
                        "/access.yml:11: sha256: stands twice",
                        "/access.yml:13: user: either a user must be named, or a group",
                        "/access.yml:14: user: either a user must be named, or a group",
                        "/access.yml:15: unknown key user; did you mean users?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "users: [anna]                       | must hold `key: value` lines",
                "users: {anna: admin}                | must hold `key: value` lines",
                "tokens: {role: viewer}              | name: must be given",
                "tokens: prometheus                  | must hold `key: value` lines",
                "users: {'': {role: admin}}          | must be a name",
                "users: {\"a\\nb\": {role: admin}}     | must be a name",
                "users: {a: {role: viewer, team: ' '}} | must be a name",
                "users: {a: {role: [viewer]}}        | role: must be given",
                "[                                   | is not YAML",
            })
    void what_is_no_such_file_is_refused(String text, String problem) throws IOException {
        assertThat(problems(text)).anySatisfy(one -> assertThat(one).contains(problem));
    }

    @Test
    void a_file_that_is_not_there_is_refused() {
        var refused = catchThrowableOfType(
                BadSettingsException.class,
                () -> AccessFile.open(folder.resolve("none.yml").toString()));
        assertThat(refused.problems()).singleElement().asString().contains("cannot read", "none.yml");
    }

    @Test
    void no_file_says_that_users_may_do_everything_as_before() {
        assertThat(Access.open().ofUser("anna").may(Right.CHANGE)).isTrue();
        assertThat(Access.open().isClosed()).isFalse();
        var guarded = new Access(Optional.of(AccessRules.NONE), Reviewer.NONE, Instant::now);
        assertThat(guarded.isClosed()).isTrue();
        assertThat(guarded.ofUser("anna").may(Right.READ)).isFalse();
    }
}
