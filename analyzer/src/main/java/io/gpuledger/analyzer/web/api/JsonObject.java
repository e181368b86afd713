package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Value.Member;
import java.util.ArrayList;
import java.util.List;

/// An object of JSON that is put together member by member, in this order.
final class JsonObject {
    private final List<Member> members = new ArrayList<>();

    JsonObject with(String name, Value value) {
        members.add(new Member(name, value));
        return this;
    }

    JsonObject with(String name, String text) {
        return with(name, new Value.Text(text));
    }

    JsonObject with(String name, long number) {
        return with(name, new Value.Figure(number));
    }

    JsonObject with(String name, boolean isSo) {
        return with(name, new Value.YesOrNo(isSo));
    }

    JsonObject with(String name, JsonObject other) {
        return with(name, other.done());
    }

    JsonObject with(String name, List<String> texts) {
        return with(name, Type.list(Type.TEXT).write().apply(texts));
    }

    JsonObject withAll(Value.Members others) {
        members.addAll(others.all());
        return this;
    }

    Value.Members done() {
        return new Value.Members(members);
    }

    static Value list(List<? extends Value> all) {
        return new Value.Items(List.<Value>copyOf(all));
    }
}
