package io.gpuledger.analyzer.access;

import io.gpuledger.service.auth.TokenHash;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Holds what the access file says of users, tokens and subjects of Kubernetes.
///
/// @param users of the web configuration file, by name
/// @param subjects of Kubernetes; the first that matches counts
public record AccessRules(Map<String, Grant> users, List<KnownToken> tokens, List<OfSubject> subjects) {
    /// Gives a subject its role.
    public record OfSubject(Subject subject, Grant grant) {}

    public static final AccessRules NONE = new AccessRules(Map.of(), List.of(), List.of());

    public AccessRules {
        users = Map.copyOf(users);
        tokens = List.copyOf(tokens);
        subjects = List.copyOf(subjects);
    }

    /// Returns what a user is given. Whoever is forgotten in the file is given nothing, and may do nothing.
    public Optional<Grant> ofUser(String name) {
        return Optional.ofNullable(users.get(name));
    }

    public Optional<KnownToken> token(TokenHash hash) {
        return tokens.stream().filter(token -> token.hash().equals(hash)).findFirst();
    }

    public Optional<Grant> ofSubject(String user, Collection<String> groups) {
        return subjects.stream()
                .filter(one -> one.subject().matches(user, groups))
                .map(OfSubject::grant)
                .findFirst();
    }
}
