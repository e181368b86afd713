package io.gpuledger.analyzer.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.gpuledger.analyzer.access.Access;
import io.gpuledger.analyzer.access.AccessFile;
import io.gpuledger.analyzer.access.Deed;
import io.gpuledger.analyzer.access.Reviewer;
import io.gpuledger.analyzer.web.gate.Gate;
import io.gpuledger.service.auth.Token;
import io.gpuledger.service.webconfig.WebConfigFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// Somebody of each kind, who are asked for a password or a token: all passwords are the name and `-pw`.
final class Guarded {
    static final Token OF_PROMETHEUS = new Token("a-token-of-prometheus");
    static final Token EXPIRED = new Token("a-token-of-last-year");
    static final Token OF_VISION = new Token("a-token-of-vision");

    private static final List<String> USERS = List.of("anna", "bob", "vera", "sam", "uma");

    private static final String ROLES = """
        users:
          anna: {role: admin}
          bob: {role: viewer}
          vera: {role: viewer, teams: [vision]}
          sam: {role: scraper}
        tokens:
          - {name: prometheus, sha256: %s, role: writer}
          - {name: old, sha256: %s, role: admin, expires: 2026-01-01}
          - {name: of vision, sha256: %s, role: viewer, team: vision}
        subjects:
          - {user: "system:serviceaccount:a:b", role: viewer, team: vision}
          - {group: "system:serviceaccounts:a", role: scraper}
        """.formatted(
            OF_PROMETHEUS.hash().hex(), EXPIRED.hash().hex(), OF_VISION.hash().hex());

    final List<Deed> deeds = new CopyOnWriteArrayList<>();
    final Access access;
    private final Path folder;
    private final Instant now;

    Guarded(Path folder, Instant now, Reviewer reviewer) throws IOException {
        this.folder = folder;
        this.now = now;
        var file = Files.writeString(folder.resolve("access.yml"), ROLES);
        this.access = new Access(Optional.of(AccessFile.open(file.toString()).atStart()), reviewer, () -> now);
    }

    Site behind(Site site) throws IOException {
        return site.behind(new Gate(access, new SignInPage(), deeds::add, () -> now), users());
    }

    private WebConfigFile users() throws IOException {
        var text = new StringBuilder("basic_auth_users:\n");
        USERS.forEach(user ->
                text.append("  ").append(user).append(": ").append(hash(user)).append('\n'));
        return WebConfigFile.open(
                Files.writeString(folder.resolve("web.yml"), text).toString());
    }

    private static String hash(String user) {
        return new String(BCrypt.with(BCrypt.Version.VERSION_2Y).hash(4, (user + "-pw").toCharArray()), UTF_8);
    }

    /// Returns what an `Authorization` header says of a user.
    static String basic(String user) {
        return basic(user, user + "-pw");
    }

    static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }

    static String bearer(Token token) {
        return "Bearer " + token.reveal();
    }
}
