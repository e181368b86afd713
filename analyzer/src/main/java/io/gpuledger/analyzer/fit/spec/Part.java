package io.gpuledger.analyzer.fit.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A part of a spec, and where in it that is, so that what is wrong with it can be said.
record Part(String where, Tree tree) {
    UnreadableException not(String what) {
        return new UnreadableException(where + " is not " + what);
    }

    Optional<Part> member(String name) throws UnreadableException {
        return Optional.ofNullable(members().get(name))
                .map(tree -> new Part(where.isEmpty() ? name : where + "." + name, tree));
    }

    Map<String, Tree> members() throws UnreadableException {
        if (tree instanceof Tree.Members(var all)) {
            return all;
        }
        throw not("an object");
    }

    /// Returns the items of a list that is a member, and none where it is not there.
    ///
    /// @param atMost more than that are not looked at
    List<Part> items(String name, int atMost) throws UnreadableException {
        var list = member(name);
        return list.isPresent() ? list.get().items(atMost) : List.of();
    }

    private List<Part> items(int atMost) throws UnreadableException {
        if (!(tree instanceof Tree.Items(var all))) {
            throw not("a list");
        }
        if (all.size() > atMost) {
            throw new UnreadableException(
                    "%s has %d items, and more than %d are not looked at".formatted(where, all.size(), atMost));
        }
        var parts = new ArrayList<Part>();
        for (var tree : all) {
            parts.add(new Part("%s[%d]".formatted(where, parts.size()), tree));
        }
        return parts;
    }

    String text() throws UnreadableException {
        if (tree instanceof Tree.Word(var text)) {
            return text;
        }
        throw not("a text");
    }

    String text(String name, String otherwise) throws UnreadableException {
        var member = member(name);
        return member.isPresent() ? member.get().text() : otherwise;
    }

    String text(String name) throws UnreadableException {
        var member = member(name);
        if (member.isEmpty()) {
            throw new UnreadableException("%s has no %s".formatted(where, name));
        }
        return member.get().text();
    }

    List<String> texts(String name, int atMost) throws UnreadableException {
        var texts = new ArrayList<String>();
        for (var item : items(name, atMost)) {
            texts.add(item.text());
        }
        return texts;
    }

    boolean flag(String name) throws UnreadableException {
        var member = member(name);
        if (member.isEmpty()) {
            return false;
        }
        if (member.get().tree() instanceof Tree.Flag(var value)) {
            return value;
        }
        throw member.get().not("true or false");
    }

    int whole(String name, int otherwise) throws UnreadableException {
        var member = member(name);
        if (member.isEmpty()) {
            return otherwise;
        }
        try {
            return Integer.parseInt(member.get().text());
        } catch (NumberFormatException _) {
            throw member.get().not("a whole number");
        }
    }

    /// Returns an object of texts that is a member, and none where it is not there.
    SortedMap<String, String> pairs(String name) throws UnreadableException {
        var pairs = new TreeMap<String, String>();
        var member = member(name);
        if (member.isPresent()) {
            for (var one : member.get().members().entrySet()) {
                pairs.put(
                        one.getKey(),
                        new Part(member.get().where() + "." + Shortened.of(one.getKey()), one.getValue()).text());
            }
        }
        return pairs;
    }
}
