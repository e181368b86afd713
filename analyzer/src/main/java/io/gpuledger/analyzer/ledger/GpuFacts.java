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
/// @param model its name, as it was told from when on; where nothing was told, nothing
/// @param rows of the device and of its instances, in any order, whole or in pieces; each says what the unit was then
/// @param inFleet when it was there, to be booked
/// @param unhealthy with the evidence against it, or against its node
/// @param withheld with who or what took it out
/// @param stranded with what keeps pods from it
/// @param reckoned who holds it by count, where nobody is said to
/// @param until how far it is known
public record GpuFacts(
        UnitId gpu,
        Timeline<String> model,
        Map<UnitId, List<Row>> rows,
        List<Span> inFleet,
        List<Mark> unhealthy,
        List<Mark> withheld,
        List<Mark> stranded,
        List<Reckoned> reckoned,
        Tenants tenants,
        long until) {
    public GpuFacts {
        model = model.isEmpty() ? Timeline.always("") : model.backwards();
        rows = rows.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, unit -> Join.rows(unit.getValue())));
        inFleet = Span.union(inFleet);
        unhealthy = Mark.apart(unhealthy);
        withheld = Mark.apart(withheld);
        stranded = Mark.apart(stranded);
        reckoned = reckoned.stream()
                .filter(one -> one.span().from() < until)
                .map(one -> new Reckoned(one.span().within(new Span(Long.MIN_VALUE, until)), one.tenant()))
                .toList();
    }

    /// Of a GPU that nobody holds by count.
    public GpuFacts(
            UnitId gpu,
            Timeline<String> model,
            Map<UnitId, List<Row>> rows,
            List<Span> inFleet,
            List<Mark> unhealthy,
            List<Mark> withheld,
            List<Mark> stranded,
            Tenants tenants,
            long until) {
        this(gpu, model, rows, inFleet, unhealthy, withheld, stranded, List.of(), tenants, until);
    }

    /// The same, with what is known by count.
    public GpuFacts counting(List<Reckoned> holders, List<Mark> out) {
        var all = Stream.concat(withheld.stream(), out.stream()).toList();
        return new GpuFacts(gpu, model, rows, inFleet, unhealthy, all, stranded, holders, tenants, until);
    }

    List<Row> of(UnitId unit) {
        return rows.getOrDefault(unit, List.of());
    }
}
