package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.web.api.JsonTexts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What somebody sent who wants findings muted, as JSON or by a form.
///
/// @param texts by the name of the field; of a field that is empty there is nothing
record MuteFields(Map<String, String> texts) {
    MuteFields {
        var given = new LinkedHashMap<>(texts);
        given.values().removeIf(String::isBlank);
        texts = Map.copyOf(given);
    }

    /// Throws [IllegalArgumentException] where it is no object of texts and numbers.
    static MuteFields parse(String json) {
        return new MuteFields(JsonTexts.read(json));
    }

    /// The same with only some of the fields that say what is muted.
    MuteFields naming(List<String> names) {
        var some = new LinkedHashMap<>(texts);
        some.keySet().removeIf(name -> NewMute.NAMES.contains(name) && !names.contains(name));
        return new MuteFields(some);
    }
}
