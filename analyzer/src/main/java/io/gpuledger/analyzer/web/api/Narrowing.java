package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.access.Sight.OfTeams;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;

/// Makes a question one about the teams that somebody is to be told of, before anybody reads it.
final class Narrowing {
    static final String TEAM = "team";
    /// No team is called so. It is not blank, as a blank name may mean all of them.
    static final String NO_TEAM = "\u0001";

    private Narrowing() {}

    /// Of another team it makes one that does not exist, so that there is no telling whether it does. Where no team is
    /// asked for, all that he sees are, or the only one.
    static Map<String, List<String>> of(Map<String, List<String>> given, List<Parameter> declared, Sight sight) {
        var team = declared.stream().filter(one -> one.name().equals(TEAM)).findFirst();
        return switch (sight) {
            case Sight.Whole.FLEET -> given;
            case OfTeams(var names) ->
                team.map(parameter -> narrowed(given, parameter, names)).orElse(given);
        };
    }

    private static Map<String, List<String>> narrowed(
            Map<String, List<String>> given, Parameter parameter, NavigableSet<String> names) {
        var narrowed = new HashMap<>(given);
        var asked = Optional.ofNullable(given.get(TEAM)).filter(values -> !values.isEmpty());
        if (asked.isPresent()) {
            narrowed.put(TEAM, parameter instanceof Several ? some(asked.get(), names) : each(asked.get(), names));
        } else if (parameter instanceof Several || names.size() == 1) {
            narrowed.put(TEAM, List.copyOf(names));
        }
        return narrowed;
    }

    private static List<String> some(List<String> asked, NavigableSet<String> names) {
        var his = asked.stream().filter(names::contains).toList();
        return his.isEmpty() ? List.of(NO_TEAM) : his;
    }

    private static List<String> each(List<String> asked, NavigableSet<String> names) {
        return asked.stream().map(name -> names.contains(name) ? name : NO_TEAM).toList();
    }
}
