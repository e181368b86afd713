package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.JsonTexts;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What somebody sent who wants findings muted, as JSON or by a form.
///
/// @param texts by the name of the field; of a field that is empty there is nothing
record MuteFields(Map<String, String> texts) {
    static final Shape<MuteFields> SHAPE = Shape.of(
            "wanted mute",
            field("cluster", "Only findings of this cluster."),
            field("node", "Only findings on this node."),
            field("gpu", "Only findings of this GPU, by its UUID."),
            field("kind", "Only findings of this kind."),
            field(
                    "until",
                    "Until when nobody is told: a date, a time or seconds since 1970. Either this or `minutes`."),
            Field.orLeftOut("minutes", Type.WHOLE_NUMBER, MuteFields::minutes, "For how many minutes nobody is told."),
            Field.of("who", Type.TEXT, fields -> fields.texts().getOrDefault("who", ""), "Who has seen to them."),
            Field.of("reason", Type.TEXT, fields -> fields.texts().getOrDefault("reason", ""), "Why nobody is told."));

    private static Field<MuteFields> field(String name, String meaning) {
        return Field.orLeftOut(
                name, Type.TEXT, fields -> Optional.ofNullable(fields.texts().get(name)), meaning);
    }

    private Optional<Integer> minutes() {
        return Optional.ofNullable(texts.get("minutes")).map(Integer::valueOf);
    }

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
