package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.device.Demand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds what the claims of an ask on devices have against it: those that are not there, or that it cannot use,
/// rule out all nodes; those that have devices rule out the nodes that these cannot be had from; and for all
/// others at once devices are looked for on each node. Nothing is said where nobody tells of devices.
final class DeviceChecks {
    private record Alike(String namespace, String name, DeviceClaim claim) {}

    private final Optional<Devices> devices;
    private final Optional<Stock> stock;
    private final Map<Alike, DeviceUse> first = new HashMap<>();

    DeviceChecks(Surroundings around) {
        this.devices = around.devices();
        this.stock = devices.map(known -> Stock.of(known));
    }

    /// Returns an ask of which all that is said is said of this one, too: each pod of a workload has claims of
    /// its own, which are alike, and for all of them those of the first stand.
    Ask alike(Ask ask) {
        return ask.devices().isEmpty()
                ? ask
                : ask.using(ask.devices().stream().map(use -> alike(ask, use)).toList());
    }

    private DeviceUse alike(Ask ask, DeviceUse use) {
        return claim(ask, use)
                .filter(DeviceClaim.Waiting.class::isInstance)
                .map(claim -> first.computeIfAbsent(new Alike(ask.company().namespace(), use.name(), claim), _ -> use))
                .orElse(use);
    }

    /// Returns the claims of which nothing can be said, in words.
    List<String> unjudged(Ask ask) {
        return devices.isPresent()
                ? List.of()
                : ask.devices().stream()
                        .map(use -> "the devices of its claim " + use.name())
                        .toList();
    }

    /// Returns what rules out all nodes. The scheduler looks at whether all claims are there first.
    List<PodReason> barred(Ask ask) {
        if (devices.isEmpty()) {
            return List.of();
        }
        var absent = ask.devices().stream().flatMap(use -> absent(ask, use)).toList();
        return absent.isEmpty()
                ? known(ask)
                        .flatMap(one -> unusable(one.getKey(), one.getValue()))
                        .sorted(Comparator.comparing(PodReason::isFoundLast))
                        .toList()
                : absent;
    }

    private Stream<PodReason> absent(Ask ask, DeviceUse use) {
        if (use.claim().isEmpty()) {
            return Stream.of(new DeviceBar.NotMade(use.name()));
        }
        return claim(ask, use)
                .map(claim -> claim instanceof DeviceClaim.Leaving
                        ? Stream.<PodReason>of(new DeviceBar.Leaving(use.name()))
                        : Stream.<PodReason>empty())
                .orElseGet(() -> Stream.of(new DeviceBar.Missing(use.claim().orElse(use.name()))));
    }

    private Optional<DeviceClaim> claim(Ask ask, DeviceUse use) {
        return devices.flatMap(known -> use.claim()
                .flatMap(name ->
                        Optional.ofNullable(known.claims().get(ask.company().namespace() + "/" + name))));
    }

    private Stream<Map.Entry<String, DeviceClaim>> known(Ask ask) {
        return ask.devices().stream()
                .flatMap(use -> claim(ask, use).map(claim -> Map.entry(use.name(), claim)).stream());
    }

    private Stream<PodReason> unusable(String name, DeviceClaim claim) {
        return switch (claim) {
            case DeviceClaim.Allocated one ->
                one.isFull() ? Stream.of(new DeviceBar.InUse(name, one.consumers())) : Stream.empty();
            case DeviceClaim.Waiting(var demand) ->
                demand.requests().stream()
                        .flatMap(request -> request.options().stream()
                                .filter(option -> !has(option.deviceClass()))
                                .map(option -> new DeviceBar.NoClass(name, request.name(), option.deviceClass())));
            case DeviceClaim.Leaving _, DeviceClaim.Unread _ -> Stream.empty();
        };
    }

    private boolean has(String deviceClass) {
        return devices.filter(known -> known.classes().containsKey(deviceClass)).isPresent();
    }

    /// Returns what is to be looked at on each node, where nothing rules all of them out.
    List<Check> of(Ask ask) {
        if (ask.devices().isEmpty()
                || devices.isEmpty()
                || !barred(ask).stream().allMatch(PodReason::isFoundLast)) {
            return List.of();
        }
        var checks = new ArrayList<Check>();
        var names = new ArrayList<String>();
        var demands = new ArrayList<Demand>();
        known(ask).forEach(one -> {
            switch (one.getValue()) {
                case DeviceClaim.Waiting(var demand) -> {
                    names.add(one.getKey());
                    demands.add(demand);
                }
                case DeviceClaim.Allocated allocated ->
                    allocated.where().ifPresent(where -> checks.add(new DeviceCheck.OfReach(one.getKey(), where)));
                case DeviceClaim.Unread(var why) -> checks.add(new DeviceCheck.OfUnread(one.getKey(), why));
                case DeviceClaim.Leaving _ -> {}
            }
        });
        if (!demands.isEmpty()) {
            var from = stock.orElseThrow();
            from.allow(demands, ask.company().namespace());
            checks.addFirst(new DeviceCheck.OfAllocation(names, demands, from));
        }
        return checks;
    }
}
