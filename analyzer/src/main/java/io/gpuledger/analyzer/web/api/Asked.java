package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.analyzer.web.api.Parameter.Body;
import io.gpuledger.analyzer.web.api.Parameter.InPath;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Required;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.service.http.Fault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads what a request says. It collects what is wrong, so that all of it is said at once.
public final class Asked {
    private final List<Parameter> declared;
    private final Map<String, List<String>> given;
    private final Map<String, String> inPath;
    private final String body;
    private final boolean isTableAccepted;
    private final Viewer viewer;
    private boolean isNarrowed;
    private final List<Fault> faults = new ArrayList<>();
    private final Set<String> read = new HashSet<>();

    /// @param given what the query says
    /// @param inPath the parts of the path that have a name
    /// @param body empty where there is none
    /// @param isTableAccepted whether a client would rather have CSV than JSON
    /// @param viewer who asks; what he asks is narrowed to what he is to be told of
    Asked(
            List<Parameter> declared,
            Map<String, List<String>> given,
            Map<String, String> inPath,
            String body,
            boolean isTableAccepted,
            Viewer viewer) {
        this.declared = List.copyOf(declared);
        this.given = Map.copyOf(Narrowing.of(given, declared, viewer.sight()));
        this.inPath = Map.copyOf(inPath);
        this.body = body;
        this.isTableAccepted = isTableAccepted;
        this.viewer = viewer;
        this.given.forEach((name, values) -> {
            // No name in a database has a NUL, and the database would refuse to look for it.
            if (values.stream().anyMatch(value -> value.indexOf('\0') >= 0)) {
                faults.add(Fault.of(name, "must not contain a NUL"));
            }
        });
    }

    /// Returns all of it, as far as an answer depends on it.
    Wording wording(String path) {
        return new Wording(path, given, inPath, isTableAccepted, viewer);
    }

    public Viewer viewer() {
        return viewer;
    }

    /// Returns of whom the answer may tell.
    public Sight sight() {
        isNarrowed = true;
        return viewer.sight();
    }

    public boolean isGiven(Parameter parameter) {
        return !given.getOrDefault(parameter.name(), List.of()).isEmpty();
    }

    /// Where the parameter is left out or cannot be read this is the usual value.
    public <T> T get(One<T> parameter) {
        return once(parameter)
                .flatMap(text -> read(parameter, parameter.reading(), text))
                .orElse(parameter.usual());
    }

    public <T> T get(Required<T> parameter) {
        var text = once(parameter);
        if (text.isEmpty()) {
            problem(parameter, "must be given; " + parameter.hint());
        }
        return text.flatMap(some -> read(parameter, parameter.reading(), some)).orElse(parameter.example());
    }

    /// Values that cannot be read are left out. Those of a list keep their order; of others each is there once, as it
    /// means nothing which was given first, or how often.
    public <T> List<T> get(Several<T> parameter) {
        var texts = texts(parameter).stream();
        return (parameter.isListed()
                        ? texts.flatMap(text -> Stream.of(text.split(",", -1)))
                        : texts.distinct().sorted())
                .flatMap(text -> read(parameter, parameter.reading(), text).stream())
                .toList();
    }

    public <T> T get(Body<T> parameter) {
        note(parameter);
        if (body.isBlank()) {
            problem(parameter, "must be sent as the body of the request");
            return parameter.missing();
        }
        return read(parameter, parameter.reading(), body).orElse(parameter.missing());
    }

    public String get(InPath parameter) {
        note(parameter);
        return Objects.requireNonNull(inPath.get(parameter.name()));
    }

    /// Returns what asks for the same again, but for some parameters. It says too which format was wanted, as somebody
    /// else may accept another.
    ///
    /// @param instead values of what was or was not said
    Query again(List<? extends Parameter> without, Map<? extends Parameter, ?> instead) {
        var query = new Query();
        declared.stream().filter(parameter -> !without.contains(parameter)).forEach(parameter -> {
            if (instead.containsKey(parameter)) {
                query.with(parameter, Objects.requireNonNull(instead.get(parameter)));
            } else if (parameter.equals(Format.PARAMETER)) {
                query.with(parameter, format().word());
            } else {
                given.getOrDefault(parameter.name(), List.of()).forEach(value -> query.with(parameter, value));
            }
        });
        return query;
    }

    /// What was asked for counts; without that, what the client accepts.
    public Format format() {
        return get(Format.PARAMETER.or(isTableAccepted ? Format.CSV : Format.JSON));
    }

    /// Notes something that is wrong with a value that could be read.
    public void problem(Parameter parameter, String what) {
        var fault = Fault.of(parameter.name(), what);
        // What is read twice is wrong once.
        if (!faults.contains(fault)) {
            faults.add(fault);
        }
    }

    /// Throws [BadQuestionException] where something was wrong.
    void requireGood(Unknown unknown) {
        declared.stream()
                .filter(parameter -> !read.contains(parameter.name()))
                .findFirst()
                .ifPresent(parameter -> {
                    throw new IllegalStateException(parameter.name() + " is declared, and nobody reads it");
                });
        if (viewer.isOfTeams() && !isNarrowed) {
            throw new IllegalStateException("what was asked is of teams, and nobody looked of which");
        }
        if (unknown == Unknown.REFUSED) {
            var known = declared.stream()
                    .filter(parameter -> !(parameter instanceof InPath || parameter instanceof Body))
                    .map(Parameter::name)
                    .toList();
            given.keySet().stream()
                    .filter(name -> !known.contains(name))
                    .sorted()
                    .forEach(name -> faults.add(
                            Fault.of("unknown parameter %s%s".formatted(name, Reading.nearest(name, known)))));
        }
        if (!faults.isEmpty()) {
            throw new BadQuestionException(faults);
        }
    }

    private Optional<String> once(Parameter parameter) {
        var texts = texts(parameter);
        if (texts.size() > 1) {
            problem(parameter, "is to be given once");
        }
        return texts.stream().findFirst();
    }

    private List<String> texts(Parameter parameter) {
        note(parameter);
        return given.getOrDefault(parameter.name(), List.of());
    }

    /// A parameter that nobody declares cannot be read, and [#requireGood] finds one that nobody reads.
    private void note(Parameter parameter) {
        if (declared.stream().noneMatch(one -> one.name().equals(parameter.name()))) {
            throw new IllegalStateException(parameter.name() + " is read, and nobody declares it");
        }
        read.add(parameter.name());
        isNarrowed |= parameter.name().equals(Narrowing.TEAM);
    }

    private <T> Optional<T> read(Parameter parameter, Reading<T> reading, String text) {
        try {
            return Optional.of(reading.read().apply(text));
        } catch (IllegalArgumentException e) {
            problem(parameter, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
