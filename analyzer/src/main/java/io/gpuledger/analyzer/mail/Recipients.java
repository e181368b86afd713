package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.store.outbox.AnnotatedAddresses.Named;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Finds out to which addresses a letter goes.
///
/// A team that the file names has the addresses of the file. Any other has those that its namespaces and pods name, and
/// where they name none, those that are for all. Whoever gets copies gets one of each team's letter.
final class Recipients {
    /// The addresses of one letter.
    ///
    /// @param troubles what is no address, or none that is written to, each with where it stands
    record Found(List<MailAddress> addresses, List<String> troubles) {
        Found {
            addresses = List.copyOf(addresses);
            troubles = List.copyOf(troubles);
        }
    }

    /// Anybody who may make a pod may name addresses: so many of a team are written to, and no more.
    private static final int ANNOTATED_MAX = 20;

    private static final Pattern COMMA = Pattern.compile(",");

    /// The settings about recipients.
    ///
    /// @param domains of which annotations may name addresses; any where there is none
    record Rules(List<MailAddress> usual, List<MailAddress> copies, List<MailAddress> fleet, Set<String> domains) {}

    private final Supplier<TeamsFile> file;
    private final Rules rules;

    Recipients(Supplier<TeamsFile> file, Rules rules) {
        this.file = file;
        this.rules = rules;
    }

    /// @param annotated what namespaces and pods of the team name
    Found of(Edition edition, List<Named> annotated) {
        return switch (edition) {
            case Edition.OfFleet _ -> new Found(rules.fleet(), List.of());
            case Edition.OfTeam(String team) -> ofTeam(team, annotated);
        };
    }

    private Found ofTeam(String team, List<Named> annotated) {
        var addresses = new LinkedHashSet<MailAddress>();
        var troubles = new ArrayList<String>();
        var written = file.get().of(team);
        if (written.isPresent()) {
            written.get().forEach(word -> add(word, "the teams' file", addresses, troubles));
            if (written.get().isEmpty()) {
                return new Found(List.of(), troubles);
            }
        } else {
            addAnnotated(annotated, addresses, troubles);
        }
        if (addresses.isEmpty()) {
            addresses.addAll(rules.usual());
        }
        if (!addresses.isEmpty()) {
            addresses.addAll(rules.copies());
        }
        return new Found(List.copyOf(addresses), troubles);
    }

    private void addAnnotated(List<Named> annotated, Set<MailAddress> addresses, List<String> troubles) {
        for (var named : annotated) {
            for (var word : COMMA.split(named.text(), -1)) {
                var domain = word.substring(word.indexOf('@') + 1).strip().toLowerCase(Locale.ROOT);
                if (word.isBlank()) {
                    continue;
                }
                if (addresses.size() >= ANNOTATED_MAX) {
                    troubles.add("%s: more than %d addresses are named".formatted(named.where(), ANNOTATED_MAX));
                    return;
                }
                if (!rules.domains().isEmpty() && !rules.domains().contains(domain)) {
                    troubles.add("%s: `%s` is not of a domain that annotations may name (--mail-annotation-domains)"
                            .formatted(named.where(), OneLine.of(word)));
                } else {
                    add(word, named.where(), addresses, troubles);
                }
            }
        }
    }

    private static void add(String word, String where, Set<MailAddress> addresses, List<String> troubles) {
        MailAddress.find(word)
                .ifPresentOrElse(
                        addresses::add,
                        () -> troubles.add("%s: `%s` is no address".formatted(where, OneLine.of(word))));
    }
}
