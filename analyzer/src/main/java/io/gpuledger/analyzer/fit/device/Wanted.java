package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Datum.Fault;
import io.gpuledger.analyzer.fit.device.Datum.Flag;
import io.gpuledger.analyzer.fit.device.Datum.Unknown;
import io.gpuledger.analyzer.fit.device.Demand.Mode;
import io.gpuledger.analyzer.fit.device.Demand.Option;
import io.gpuledger.analyzer.fit.device.Demand.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What one request asks for by one of its options, and which devices of some pools would do.
final class Wanted {
    private static final int HOLDERS_MAX = 3;

    /// A device that is selected, or of which that is not known or cannot be told.
    record Candidate(Device device, Datum selected, boolean isHeld) {}

    private final int claim;
    private final Request request;
    private final Option option;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Map<String, String> holders;
    private int ofClass;

    private Wanted(int claim, Request request, Option option, Map<String, String> holders) {
        this.claim = claim;
        this.request = request;
        this.option = option;
        this.holders = holders;
    }

    /// @param holders by the ids of devices which claims hold them
    static Wanted of(
            int claim,
            Request request,
            Option option,
            List<String> ofClass,
            List<Pool> pools,
            Selections selections,
            Map<String, String> holders) {
        var wanted = new Wanted(claim, request, option, holders);
        for (var pool : pools) {
            var byClass = selections.of(ofClass, pool);
            var byAll = selections.of(ofClass, option.selectors(), pool);
            var isInvalid = pool.isInvalid();
            for (var i = 0; i < byAll.size(); i++) {
                wanted.ofClass += byClass.get(i).equals(Selections.SELECTED) ? 1 : 0;
                wanted.add(pool.devices().get(i), byAll.get(i), isInvalid);
            }
        }
        return wanted;
    }

    private void add(Device device, Datum selected, boolean isInvalid) {
        if (selected instanceof Flag(var is) && !is) {
            return;
        }
        var isHeld = !option.isForAdmin() && holders.containsKey(device.id());
        var judged = !selected.equals(Selections.SELECTED)
                ? selected
                : device.isSpecial()
                        ? new Unknown("the device %s says more of itself than is looked at here".formatted(device.id()))
                        : isInvalid ? new Fault("two devices of its pool have the same name") : selected;
        candidates.add(new Candidate(device, judged, isHeld));
    }

    int claim() {
        return claim;
    }

    Request request() {
        return request;
    }

    Option option() {
        return option;
    }

    List<Candidate> candidates() {
        return candidates;
    }

    boolean isOfAll() {
        return option.mode() != Mode.EXACTLY;
    }

    /// Says whether it asks for all, and there is none, where there has to be one.
    boolean isOfNone() {
        return option.mode() == Mode.ALL_OF_SOME && selected() == 0;
    }

    /// Says whether what the scheduler comes to may depend on which devices it goes through first: one that
    /// asks for all ends the search where one of them is taken already, and ends it with an error where they
    /// lack what they have to have in common.
    ///
    /// @param before what earlier requests may have taken
    boolean dependsOnOrder(boolean isConstrained, Set<String> before) {
        return isOfAll()
                && !option.isForAdmin()
                && candidates.stream()
                        .anyMatch(candidate -> (isConstrained && candidate.isHeld())
                                || before.contains(candidate.device().id()));
    }

    /// Returns how many devices it takes.
    long count() {
        return isOfAll() ? selected() : option.count();
    }

    private int selected() {
        return (int) candidates.stream().filter(Wanted::isSelected).count();
    }

    private static boolean isSelected(Candidate candidate) {
        return candidate.selected().equals(Selections.SELECTED);
    }

    /// Returns why a device cannot be judged here, of those that may be asked for.
    Optional<Unknown> unknown() {
        return candidates.stream()
                .map(Candidate::selected)
                .filter(Unknown.class::isInstance)
                .map(Unknown.class::cast)
                .findFirst();
    }

    /// Says whether some versions may give it the same device several times: they do that to administrators. So
    /// nobody can tell whether there are too few, or which others the scheduler comes to.
    boolean mayRepeat() {
        return option.isForAdmin() && !isOfAll() && option.count() > 1 && selected() > 0;
    }

    /// Returns which devices are too few, if any are: by themselves, whatever others ask for.
    Optional<Finding> tooFew() {
        var selected = selected();
        var free = (int) candidates.stream()
                .filter(Wanted::isSelected)
                .filter(candidate -> !candidate.isHeld())
                .count();
        var asked = option.mode() == Mode.ALL_OF_SOME ? Math.max(1, selected) : count();
        return free >= asked
                ? Optional.empty()
                : Optional.of(new Finding.TooFew(
                        claim,
                        request.name(),
                        option.deviceClass(),
                        option.mode(),
                        asked,
                        ofClass,
                        selected,
                        free,
                        holding()));
    }

    private List<String> holding() {
        return candidates.stream()
                .filter(candidate -> candidate.isHeld() && isSelected(candidate))
                .map(candidate -> holders.getOrDefault(candidate.device().id(), ""))
                .distinct()
                .limit(HOLDERS_MAX)
                .toList();
    }
}
