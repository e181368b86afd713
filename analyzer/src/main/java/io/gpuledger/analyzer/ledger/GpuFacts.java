package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Join;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What is known of a GPU, over a time that reaches beyond what is to be booked.
///
/// @param gpu the device
/// @param model the name of its product over time; the first holds for the time before it too, and it is an empty text
///     where none was told
/// @param rows of the device and of its instances, in any order, whole or in pieces; each says what the unit was then
/// @param inFleet when it was in the fleet, and so is booked
/// @param unhealthy when it was unhealthy, with the evidence against it or its node
/// @param withheld when it was withheld, with who or what took it out
/// @param stranded when each of its units was stranded, with what keeps pods from it
/// @param reckoned who holds it by count, where nobody is said to hold it
/// @param earlier what is known of its units' tenancies from before the rows
/// @param until the instant up to which all this is known
public record GpuFacts(
        UnitId gpu,
        Timeline<String> model,
        Map<UnitId, List<Row>> rows,
        List<Span> inFleet,
        List<Mark> unhealthy,
        List<Mark> withheld,
        Map<UnitId, List<Mark>> stranded,
        List<Reckoned> reckoned,
        Map<UnitId, List<EarlierTenancy>> earlier,
        Tenants tenants,
        long until) {
    public GpuFacts {
        model = model.isEmpty() ? Timeline.always("") : model.backwards();
        rows = rows.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, unit -> Join.rows(unit.getValue())));
        inFleet = Span.union(inFleet);
        unhealthy = Mark.apart(unhealthy);
        withheld = Mark.apart(withheld);
        stranded = stranded.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, unit -> Mark.apart(unit.getValue())));
        earlier = Map.copyOf(earlier);
        reckoned = reckoned.stream()
                .filter(one -> one.span().from() < until)
                .map(one -> new Reckoned(one.span().within(new Span(Long.MIN_VALUE, until)), one.tenant()))
                .toList();
    }

    /// Makes the facts of a GPU that nobody holds by count, of which nothing is stranded, and of which nothing is known
    /// but by its rows.
    public GpuFacts(
            UnitId gpu,
            Timeline<String> model,
            Map<UnitId, List<Row>> rows,
            List<Span> inFleet,
            List<Mark> unhealthy,
            List<Mark> withheld,
            Tenants tenants,
            long until) {
        this(gpu, model, rows, inFleet, unhealthy, withheld, Map.of(), List.of(), Map.of(), tenants, until);
    }

    /// Returns the same facts, with the holders and the withheld times that are known by count.
    public GpuFacts counting(List<Reckoned> holders, List<Mark> out) {
        var all = Stream.concat(withheld.stream(), out.stream()).toList();
        return new GpuFacts(gpu, model, rows, inFleet, unhealthy, all, stranded, holders, earlier, tenants, until);
    }

    /// Returns the same facts, with the times in which units are stranded.
    public GpuFacts stranding(Map<UnitId, List<Mark>> marks) {
        return new GpuFacts(gpu, model, rows, inFleet, unhealthy, withheld, marks, reckoned, earlier, tenants, until);
    }

    /// Returns the same facts, with what is known of tenancies from before the rows.
    public GpuFacts after(Map<UnitId, List<EarlierTenancy>> known) {
        return new GpuFacts(gpu, model, rows, inFleet, unhealthy, withheld, stranded, reckoned, known, tenants, until);
    }

    List<EarlierTenancy> earlier(UnitId unit) {
        return earlier.getOrDefault(unit, List.of());
    }

    List<Mark> stranded(UnitId unit) {
        return stranded.getOrDefault(unit, List.of());
    }

    List<Row> of(UnitId unit) {
        return rows.getOrDefault(unit, List.of());
    }
}
