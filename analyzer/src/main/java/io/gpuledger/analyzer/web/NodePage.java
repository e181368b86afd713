package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.store.gpus.NodeTables.Device;
import io.gpuledger.analyzer.web.NodeEndpoint.Found;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// The page at `/node` shows what nvidia-smi tells of a node's GPUs, and who holds them.
record NodePage(Found found) {
    private static final double GIB = 1L << 30;
    private static final Duration FRESH = Duration.ofMinutes(5);

    Node node() {
        var name = found.name();
        var groups = found.findings().findings().stream().map(FindingGroup::of).toList();
        return Node.of(
                Element.of("h1", "Node " + name.node()),
                Element.of("p", "In cluster %s.".formatted(name.cluster())),
                new Grid<>(
                                "wide",
                                "What its GPUs said last, and what each is now.",
                                columns(),
                                found.devices(),
                                List.of())
                        .node(),
                Sections.heading("What was found in the last week"),
                groups.isEmpty()
                        ? Element.of("p", "Nothing.")
                        : new Grid<>(
                                        "wide stack",
                                        "Those that are open first.",
                                        FindingColumns.of(found.now()),
                                        groups,
                                        List.of())
                                .node(),
                Sections.aside(
                        Node.text("All of this as data: "),
                        Address.of("api/v1/node")
                                .with("cluster", name.cluster())
                                .with("node", name.node())
                                .link("JSON"),
                        Node.text(", "),
                        Address.of("api/v1/node")
                                .with("cluster", name.cluster())
                                .with("node", name.node())
                                .with("format", "csv")
                                .link("CSV")));
    }

    private List<Column<Device>> columns() {
        return List.of(
                Column.of("GPU", this::name),
                new Column<>("Now", "words", device -> Node.of(now(device))),
                new Column<>("Held by", "words", device -> Node.of(holders(device))),
                Column.of("Activity", device -> percent(device.activity())),
                Column.of("Memory", NodePage::memory),
                Column.extra("Power", NodePage::power),
                Column.extra("Temperature", device -> figure(device.temperature(), "%.0f °C")),
                Column.words("Trouble", NodePage::trouble),
                Column.extra("Read", this::age));
    }

    private Node name(Device device) {
        var index = device.index().map(number -> "GPU " + number).orElse(device.gpu());
        var instance = device.instance().map(number -> ", MIG " + number).orElse("");
        var kind = device.profile().or(device::model).orElse("");
        return Node.of(
                Address.ofGpu(found.name().cluster(), device.gpu()).link(index + instance),
                Element.of("div", kind).with("class", "faint"));
    }

    private List<Node> now(Device device) {
        var states = new LinkedHashMap<String, Node>();
        for (var entry : found.present(device)) {
            var account = entry.entry().account();
            var cause = account.cause().map(why -> ", " + why).orElse("");
            states.putIfAbsent(
                    account.state().word() + cause,
                    Element.of(
                            "div", Bars.named(account.state(), account.state().word() + cause)));
        }
        return new ArrayList<>(states.values());
    }

    private List<Node> holders(Device device) {
        var holders = new LinkedHashMap<Owner, Node>();
        for (var entry : found.present(device)) {
            entry.entry().account().owner().ifPresent(owner -> holders.putIfAbsent(owner, holder(owner, entry)));
        }
        return new ArrayList<>(holders.values());
    }

    private Node holder(Owner owner, BookedEntry entry) {
        var team = entry.payer().map(Payer::team);
        return Element.of(
                "div",
                Address.ofPod(found.name().cluster(), owner.namespace(), owner.pod())
                        .link(owner.namespace() + "/" + owner.pod()),
                Node.text(" "),
                team.<Node>map(name -> Address.ofTeam(name).link(name)).orElse(Node.NONE));
    }

    private static Node percent(OptionalDouble part) {
        return part.isPresent()
                ? Node.text(String.format(Locale.ROOT, "%.1f %%", 100 * part.getAsDouble()))
                : Node.text("");
    }

    private static Node figure(OptionalDouble value, String format) {
        return Node.text(value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "");
    }

    private static Node memory(Device device) {
        if (device.memoryUsed().isEmpty()) {
            return Node.NONE;
        }
        var used = String.format(Locale.ROOT, "%.1f", device.memoryUsed().getAsDouble() / GIB);
        return Node.text(
                device.memoryTotal().isPresent()
                        ? used
                                + String.format(
                                        Locale.ROOT,
                                        " of %.0f GiB",
                                        device.memoryTotal().getAsDouble() / GIB)
                        : used + " GiB");
    }

    private static Node power(Device device) {
        if (device.power().isEmpty()) {
            return Node.NONE;
        }
        var power = String.format(Locale.ROOT, "%.0f", device.power().getAsDouble());
        return Node.text(
                device.powerLimit().isPresent()
                        ? power
                                + String.format(
                                        Locale.ROOT,
                                        " of %.0f W",
                                        device.powerLimit().getAsDouble())
                        : power + " W");
    }

    private static Node trouble(Device device) {
        var troubles = new ArrayList<String>();
        device.lost().filter(lost -> lost > 0).ifPresent(_ -> troubles.add("fell off the bus"));
        device.rowRemapFailed().filter(failed -> failed > 0).ifPresent(_ -> troubles.add("bad memory not replaced"));
        device.eccUncorrected()
                .filter(errors -> errors > 0)
                .ifPresent(errors -> troubles.add("%,d uncorrected memory errors".formatted(errors)));
        return Node.text(String.join(", ", troubles));
    }

    private Node age(Device device) {
        var age = device.at().map(at -> Duration.between(Instant.ofEpochMilli(at), found.now()));
        if (age.isEmpty()) {
            return Sections.mark("not for half a day");
        }
        var words = Optional.of(age.get())
                .filter(past -> past.compareTo(FRESH) < 0)
                .map(past -> "%d s ago".formatted(Math.max(0, past.toSeconds())))
                .orElseGet(() -> FindingColumns.duration(age.get()) + " ago");
        return age.get().compareTo(FRESH) < 0 ? Node.text(words) : Sections.mark(words);
    }
}
