package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.analyzer.web.api.Reading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Declares what a map of the fleet can be asked, and is what it was asked.
///
/// @param isEntry which entries are asked for
/// @param isNode which nodes are
/// @param group what cells stand together by
/// @param colour what their colour says
/// @param given the filters as they were given
record FleetMapParameters(
        Predicate<BookedEntry> isEntry,
        Predicate<FleetMap.Node> isNode,
        String group,
        String colour,
        Map<String, List<String>> given) {
    private static final List<Filter<BookedEntry>> ENTRY_FILTERS = List.of(
            new Filter<>(
                    Filter.parameter("cluster"),
                    entry -> Optional.of(entry.entry().unit().cluster())),
            new Filter<>(Filter.parameter("node"), BookedEntry::node),
            new Filter<>(Filter.parameter("sku"), entry -> Optional.of(entry.sku())),
            new Filter<>(Filter.parameter("team"), entry -> entry.payer().map(Payer::team)),
            new Filter<>(
                    Filter.parameter("state", States.READING),
                    entry -> Optional.of(entry.entry().account().state().word())));
    private static final List<Filter<FleetMap.Node>> NODE_FILTERS = List.of(
            new Filter<>(Filter.parameter("pool"), node -> node.place().pool()),
            new Filter<>(Filter.parameter("rack"), node -> node.place().rack()));

    static final List<String> GROUPS = List.of("node", "rack", "pool", "cluster", "sku", "team");
    static final List<String> COLOURS = List.of("state", "activity", "team");
    static final One<String> GROUP =
            new One<>("group", Reading.oneOf("group", GROUPS), "node", "What cells stand together by.");
    static final One<String> COLOUR =
            new One<>("colour", Reading.oneOf("colour", COLOURS), "state", "What the colour of a cell says.");

    static final List<Parameter> OF_API = Stream.<Parameter>concat(
                    ENTRY_FILTERS.stream().map(Filter::parameter),
                    NODE_FILTERS.stream().map(Filter::parameter))
            .toList();
    static final List<Parameter> OF_PAGE = Stream.<Parameter>concat(
                    OF_API.stream().map(FleetMapParameters::orEmpty), Stream.of(GROUP, COLOUR))
            .toList();

    /// A form sends its empty fields too: on the page they mean that all are wanted.
    private static Several<String> orEmpty(Parameter parameter) {
        var reading = parameter.name().equals("state")
                ? Reading.oneOf(
                        "state",
                        Stream.concat(States.WORDS.stream(), Stream.of("")).toList())
                : Reading.TEXT;
        return new Several<>(parameter.name(), reading, false, "all", "Only these. Empty: all.");
    }

    static FleetMapParameters ofApi(Asked asked) {
        return of(filter -> asked.get(filter.parameter()), GROUP.usual(), COLOUR.usual());
    }

    static FleetMapParameters ofPage(Asked asked) {
        return of(
                filter -> asked.get(orEmpty(filter.parameter())).stream()
                        .filter(value -> !value.isEmpty())
                        .toList(),
                asked.get(GROUP),
                asked.get(COLOUR));
    }

    private static FleetMapParameters of(Function<Filter<?>, List<String>> values, String group, String colour) {
        var given = new LinkedHashMap<String, List<String>>();
        var isEntry = all(ENTRY_FILTERS, values, given);
        var isNode = all(NODE_FILTERS, values, given);
        return new FleetMapParameters(isEntry, isNode, group, colour, given);
    }

    private static <R> Predicate<R> all(
            List<Filter<R>> filters, Function<Filter<?>, List<String>> values, Map<String, List<String>> given) {
        Predicate<R> all = _ -> true;
        for (var filter : filters) {
            var wanted = values.apply(filter);
            if (!wanted.isEmpty()) {
                given.put(filter.parameter().name(), wanted);
                all = all.and(filter.of(wanted));
            }
        }
        return all;
    }
}
