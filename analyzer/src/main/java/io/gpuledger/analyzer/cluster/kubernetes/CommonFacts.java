package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.OwnerReference;
import io.gpuledger.analyzer.telemetry.PlainText;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads what objects of all kinds have, in the words of [Attribute].
final class CommonFacts {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();
    private static final int WORDS_MAX = 1024;
    private static final int NAME_MAX = 253;

    /// All labels of a pod, or all annotations that are kept of an object, take no more.
    private static final int PAIRS_MAX = 64 * 1024;

    /// An owner is asked for by these, and nobody checks what a pod says of its own: they are parts of a path, and must
    /// stay that.
    private static final Pattern API_VERSION = Pattern.compile("([a-z0-9][a-z0-9.-]{0,252}/)?[a-z0-9]{1,63}");
    private static final Pattern KIND = Pattern.compile("[A-Za-z][A-Za-z0-9]{0,62}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.:_-]{0,252}");

    private static final int DIGITS_MAX = 30;
    private static final int FINEST = 9;

    private CommonFacts() {}

    /// Returns an empty list for one that the API server leaves out.
    static <T> List<T> list(@Nullable List<T> maybe) {
        return maybe == null ? List.of() : maybe;
    }

    static <V> Map<String, V> map(@Nullable Map<String, V> maybe) {
        return maybe == null ? Map.of() : maybe;
    }

    static String name(HasMetadata object) {
        return object.getMetadata().getName();
    }

    static String namespace(HasMetadata object) {
        return Optional.ofNullable(object.getMetadata().getNamespace()).orElse("");
    }

    static Draft labels(HasMetadata object, Draft draft) {
        return draft.put(Attribute.LABELS, pairs(map(object.getMetadata().getLabels())));
    }

    /// Puts the labels of a pod. Anybody may write them, and they may take megabytes: those that take more than is kept
    /// are left out, and said to be.
    static Draft labelsOfPod(Pod pod, Draft draft) {
        var text = pairs(map(pod.getMetadata().getLabels()));
        return text.length() <= PAIRS_MAX
                ? draft.put(Attribute.LABELS, text)
                : draft.put(
                        Attribute.UNREAD,
                        "its labels take %,d characters, and no more than %,d are kept"
                                .formatted(text.length(), PAIRS_MAX));
    }

    /// Puts what anybody may write as JSON. What takes more than is kept is left out, and said to be.
    ///
    /// @param what it is, as the begin of a sentence
    static void json(String attribute, @Nullable Object value, int max, String what, Draft draft) {
        var text = JSON.asJson(value);
        if (text.length() <= max && PlainText.is(text)) {
            draft.put(attribute, text);
        } else {
            draft.put(
                    Attribute.UNREAD,
                    "%s takes %,d characters, and no more than %,d are kept".formatted(what, text.length(), max));
        }
    }

    static Draft annotations(HasMetadata object, Annotations kept, Draft draft) {
        var text = kept.text(plain(map(object.getMetadata().getAnnotations())));
        return text.length() <= PAIRS_MAX ? draft.put(Attribute.ANNOTATIONS, text) : draft;
    }

    /// Annotations may have any characters, and a database does not take all of them; and be of any length.
    private static Map<String, String> plain(Map<String, String> words) {
        var plain = new HashMap<>(words);
        plain.values().removeIf(value -> value.length() > WORDS_MAX || !PlainText.is(value));
        return plain;
    }

    private static String pairs(Map<String, String> words) {
        var pairs = new HashMap<String, String>();
        words.forEach((name, value) -> pairs.put(LabelName.normal(name), value));
        return Pairs.text(pairs);
    }

    static Draft amounts(String prefix, @Nullable Map<String, Quantity> amounts, Draft draft) {
        map(amounts).forEach((resource, quantity) -> draft.put(prefix + resource, amount(quantity)));
        return draft;
    }

    /// Kubernetes has no amount above 2^63 - 1, and none finer than in billionths. It brings those of its own kinds to
    /// that; those of others may be anything, as `1e100000000`, which would take a hundred million digits.
    static String amount(Quantity quantity) {
        var amount = quantity.getNumericalAmount();
        var digits = (long) amount.precision() - amount.scale();
        if (amount.signum() != 0 && digits > DIGITS_MAX) {
            return Long.toString(amount.signum() < 0 ? -Long.MAX_VALUE : Long.MAX_VALUE);
        }
        return amount.signum() != 0 && digits < -FINEST
                ? Resource.text(BigDecimal.valueOf(amount.signum(), FINEST))
                : Resource.text(amount);
    }

    /// Its controller, not what else refers to it.
    static Optional<OwnerReference> owner(HasMetadata object) {
        return list(object.getMetadata().getOwnerReferences()).stream()
                .filter(reference -> Boolean.TRUE.equals(reference.getController()))
                .findFirst()
                .map(reference ->
                        new OwnerReference(reference.getApiVersion(), reference.getKind(), reference.getName()))
                .filter(CommonFacts::canBe);
    }

    private static boolean canBe(OwnerReference owner) {
        return API_VERSION.matcher(owner.apiVersion()).matches()
                && KIND.matcher(owner.kind()).matches()
                && NAME.matcher(owner.name()).matches();
    }

    static Draft owner(Optional<OwnerReference> owner, Draft draft) {
        owner.ifPresent(reference -> draft.put(Attribute.OWNER, reference.kind() + "/" + reference.name()));
        return draft;
    }

    /// Returns the name that is said of an object. Names are no longer than this, so that what is longer names nothing,
    /// and nobody can fill the database with it.
    static Optional<String> named(@Nullable Object said) {
        return Optional.ofNullable(said)
                .map(Object::toString)
                .filter(name -> !name.isEmpty() && name.length() <= NAME_MAX && PlainText.is(name));
    }

    /// Returns what is said to people, as far as it is kept: the beginning of it.
    static String words(@Nullable Object said) {
        var words = Objects.toString(said, "");
        return PlainText.is(words) ? words.substring(0, Math.min(words.length(), WORDS_MAX)) : "";
    }
}
