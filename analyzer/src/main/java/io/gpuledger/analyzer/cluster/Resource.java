package io.gpuledger.analyzer.cluster;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The resources that nodes have and pods ask for, by their names in Kubernetes.
public final class Resource {
    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    /// Each pod takes one of these.
    public static final String PODS = "pods";

    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);
    private static final int EXPONENT_MAX = 18;

    /// One such word is `nvidia_com_mig_1g_10gb_me`, which was `nvidia.com/mig-1g.10gb.me`.
    private static final Pattern MIG = Pattern.compile("nvidia_com_mig_(\\d+g)_(\\d+gb)(?:_(.+))?");

    private static final Pattern DOMAIN = Pattern.compile("([a-z0-9]+(?:_[a-z0-9]+)*?)_(com|io|org|net)_(.+)");
    private static final Pattern HUGE_PAGES = Pattern.compile("hugepages_(.+)");

    private Resource() {}

    /// Says whether a resource is GPUs, in whole or in part. Not all that is NVIDIA's is GPUs: its network cards have
    /// resources too.
    public static boolean isGpu(String resource) {
        return resource.equals("nvidia.com/gpu")
                || resource.equals("nvidia.com/gpu.shared")
                || resource.startsWith("nvidia.com/mig-")
                || resource.startsWith("amd.com/gpu");
    }

    /// Returns the name of a resource in Kubernetes. kube-state-metrics writes names with letters, digits and
    /// underscores only. From that, known names are told, and of the others those that begin with a domain.
    public static String canonical(String word) {
        var lower = word.toLowerCase(Locale.ROOT);
        return mig(lower)
                .or(() -> hugePages(word))
                .or(() -> ofDomain(lower))
                .orElseGet(() -> word.equals("ephemeral_storage") ? "ephemeral-storage" : word);
    }

    private static Optional<String> mig(String word) {
        var mig = MIG.matcher(word);
        if (!mig.matches()) {
            return Optional.empty();
        }
        var more = Optional.ofNullable(mig.group(3)).map(part -> "." + part.replace('_', '.'));
        return Optional.of("nvidia.com/mig-" + mig.group(1) + "." + mig.group(2) + more.orElse(""));
    }

    private static Optional<String> hugePages(String word) {
        var pages = HUGE_PAGES.matcher(word);
        return pages.matches() ? Optional.of("hugepages-" + pages.group(1)) : Optional.empty();
    }

    private static Optional<String> ofDomain(String word) {
        var parts = DOMAIN.matcher(word);
        if (!parts.matches()) {
            return Optional.empty();
        }
        var host = parts.group(1).replace('_', '.');
        // Time-slicing may rename a resource: nvidia.com/gpu becomes nvidia.com/gpu.shared.
        var resource = parts.group(3).replaceFirst("_shared$", ".shared");
        return Optional.of(host + "." + parts.group(2) + "/" + resource);
    }

    /// Writes an amount of a resource as it is kept: exactly, and in the resource's base unit.
    public static String text(double amount) {
        return text(BigDecimal.valueOf(amount));
    }

    public static String text(BigDecimal amount) {
        return amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString();
    }

    /// Reads an amount that was kept, and returns it as a whole number: of `cpu` in thousandths of a core, of all else
    /// in its base unit. A part of one counts as one. This is empty where the text is no such amount.
    public static OptionalLong amount(String resource, String text) {
        try {
            var amount = new BigDecimal(text);
            if (amount.precision() - amount.scale() > EXPONENT_MAX) {
                return OptionalLong.empty();
            }
            var scaled = isOfCpu(resource) ? amount.multiply(THOUSAND) : amount;
            return OptionalLong.of(scaled.setScale(0, RoundingMode.CEILING).longValue());
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    /// Says whether a resource is `cpu`, which a quota writes as `requests.cpu`.
    private static boolean isOfCpu(String resource) {
        return resource.equals(CPU) || resource.endsWith("." + CPU);
    }
}
