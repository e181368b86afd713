package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Place;
import java.util.Optional;

/// How somebody wants to see it.
///
/// @param filter only units are shown whose holders have this in their names
/// @param typing a filter that is being written
/// @param selected a unit; nothing, or one that is not shown, is the first
public record View(
        Sort sort,
        boolean reversed,
        String filter,
        Optional<String> typing,
        Optional<Place> selected,
        boolean paused,
        Face face) {
    public enum Face {
        TABLE,
        /// All that is known of the selected unit.
        DETAILS,
        HELP
    }

    public static View of(Sort sort, String filter) {
        return new View(sort, false, filter, Optional.empty(), Optional.empty(), false, Face.TABLE);
    }

    View sortedBy(Sort other) {
        return new View(other, other == sort && !reversed, filter, typing, selected, paused, face);
    }

    View turned() {
        return new View(sort, !reversed, filter, typing, selected, paused, face);
    }

    View filtered(String other) {
        return new View(sort, reversed, other, Optional.empty(), selected, paused, face);
    }

    View typing(Optional<String> text) {
        return new View(sort, reversed, filter, text, selected, paused, face);
    }

    View at(Place unit) {
        return new View(sort, reversed, filter, typing, Optional.of(unit), paused, face);
    }

    View pausedOrNot() {
        return new View(sort, reversed, filter, typing, selected, !paused, face);
    }

    View facing(Face other) {
        return new View(sort, reversed, filter, typing, selected, paused, face == other ? Face.TABLE : other);
    }
}
