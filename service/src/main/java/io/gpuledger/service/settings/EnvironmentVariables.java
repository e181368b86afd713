package io.gpuledger.service.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The environment, as far as it is ours. A variable that is set but empty counts as not set.
final class EnvironmentVariables {
    /// Kubernetes puts this variable and its siblings into a pod for each Service, be it named `gpu-exporter` or
    /// `gpu-exporter-database`; no settings of ours.
    private static final String SERVICE_HOST = "_SERVICE_HOST";

    private static final Pattern SERVICE_LINK =
            Pattern.compile("_(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    record Variable(String name, String text) {}

    private final Map<String, String> environment;
    private final Declaration declaration;

    EnvironmentVariables(Map<String, String> environment, Declaration declaration) {
        this.environment = environment;
        this.declaration = declaration;
    }

    /// The variables that are set for a setting, our own first.
    List<Variable> of(Setting<?> setting) {
        return setting.variables(declaration.prefix()).stream()
                .flatMap(name -> set(name).map(text -> new Variable(name, text)).stream())
                .toList();
    }

    /// Returns the variables with our prefix that no setting answers to.
    List<String> unknown() {
        var known = declaration.settings().stream()
                .flatMap(setting -> setting.variables(declaration.prefix()).stream())
                .toList();
        return environment.keySet().stream()
                .filter(name -> name.startsWith(declaration.prefix()) && !known.contains(name))
                .filter(name -> set(name).isPresent() && !isServiceLink(name))
                .sorted()
                .map(name -> "unknown environment variable " + name + Suggestion.of(name, known))
                .toList();
    }

    private boolean isServiceLink(String name) {
        return environment.keySet().stream()
                .filter(other -> other.endsWith(SERVICE_HOST))
                .map(host -> host.substring(0, host.length() - SERVICE_HOST.length()))
                .anyMatch(service -> name.startsWith(service)
                        && SERVICE_LINK
                                .matcher(name.substring(service.length()))
                                .matches());
    }

    private Optional<String> set(String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isEmpty());
    }
}
