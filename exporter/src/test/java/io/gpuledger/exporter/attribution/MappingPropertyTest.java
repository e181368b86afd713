package io.gpuledger.exporter.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/// Whatever the kubelet says, shares of a unit never add up to more than the unit, and nobody holds what he was not
/// given.
class MappingPropertyTest {
    private static final ResourceNames RESOURCES = new ResourceNames(Set.of());
    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    private final List<Device> devices = List.of(
            Nodes.gpu(0),
            Nodes.gpu(1),
            Nodes.mig(2, 1, 2, 7, 8, 9, 10, 11),
            Nodes.mig(3, 1),
            Nodes.mig(4),
            Nodes.gpu(5));

    private String id() {
        var gpu = random.nextInt(7);
        var instance = random.nextInt(12);
        return switch (random.nextInt(9)) {
            case 0 -> Nodes.uuid(gpu);
            case 1 -> Nodes.uuid(gpu) + "::" + random.nextInt(4);
            case 2 -> Nodes.uuid(gpu, instance);
            case 3 -> Nodes.uuid(gpu, instance) + "::" + random.nextInt(3);
            case 4 -> "MIG-" + Nodes.uuid(gpu) + "/" + instance + "/0";
            case 5 -> "nvidia" + gpu + (random.nextBoolean() ? "/gi" + instance : "");
            case 6 -> "nvidia" + gpu + "/vgpu" + random.nextInt(4);
            case 7 -> Integer.toString(gpu);
            default -> random.nextInt(99) + "::" + random.nextInt(2);
        };
    }

    private String[] ids() {
        return random.ints(random.nextInt(6), 0, 1).mapToObj(_ -> id()).toArray(String[]::new);
    }

    private Grant grant() {
        var pod = "pod-" + random.nextInt(20);
        return random.nextInt(5) > 0
                ? Nodes.has(pod, "nvidia.com/gpu", ids())
                : new Grant.Claimed(
                        Nodes.holder(pod),
                        new Grant.Claim("team", "claim-" + random.nextInt(3), Optional.empty()),
                        "gpu.nvidia.com",
                        "node",
                        Nodes.uuid(random.nextInt(6)),
                        List.of());
    }

    @RepeatedTest(200)
    void shares_add_up() {
        var grants = new ArrayList<Grant>();
        for (var i = random.nextInt(40); i > 0; i--) {
            grants.add(grant());
        }
        var offers = random.nextBoolean()
                ? List.<Offer>of()
                : List.of(new Offer("nvidia.com/gpu", List.of(ids())), new Offer("nvidia.com/gpu", List.of(ids())));
        var holders = Mapping.of(
                new KubeletWord(grants, offers),
                RESOURCES,
                devices,
                _ -> Optional.empty(),
                (_, candidates) ->
                        candidates.stream().filter(_ -> random.nextInt(5) > 0).toList());
        holders.byUnit().forEach((unit, held) -> {
            var all = held.shares().stream().mapToInt(Held.Share::replicas).sum();
            assertThat(all).as("%s, seed %d", held, seed).isPositive();
            held.replicas()
                    .ifPresent(replicas ->
                            assertThat(all).as("%s, seed %d", held, seed).isLessThanOrEqualTo(replicas));
            assertThat(held.shares())
                    .as("seed %d", seed)
                    .extracting(Held.Share::holder)
                    .doesNotHaveDuplicates();
            for (var share : held.shares()) {
                assertThat(grants)
                        .as("seed %d", seed)
                        .anyMatch(grant -> grant.holder().equals(share.holder()));
            }
            assertThat(devices.stream().flatMap(device -> device.units().stream()))
                    .as("seed %d", seed)
                    .anyMatch(known -> known.uuid().equals(unit));
        });
    }

    /// No timed assertion: what it takes is printed.
    @Test
    void many_pods_on_many_instances_are_mapped_at_once() {
        var node = new ArrayList<Device>();
        var grants = new ArrayList<Grant>();
        var offers = new ArrayList<String>();
        for (var gpu = 0; gpu < 8; gpu++) {
            node.add(Nodes.mig(gpu, 1, 2, 3, 4, 5, 6, 7));
            for (var instance = 1; instance <= 7; instance++) {
                for (var replica = 0; replica < 8; replica++) {
                    offers.add(Nodes.uuid(gpu, instance) + "::" + replica);
                }
            }
        }
        for (var pod = 0; pod < 250; pod++) {
            grants.add(Nodes.has("pod-" + pod, "nvidia.com/gpu.shared", offers.get(pod)));
        }
        var word = new KubeletWord(grants, List.of(new Offer("nvidia.com/gpu.shared", offers)));
        var holders = Holders.NONE;
        var quickest = Long.MAX_VALUE;
        for (var run = 0; run < 20; run++) {
            var begun = System.nanoTime();
            holders = Mapping.of(word, RESOURCES, node, _ -> Optional.empty(), (_, candidates) -> candidates);
            quickest = Math.min(quickest, System.nanoTime() - begun);
        }
        System.out.printf("250 pods on 56 instances of 8 replicas: mapped in %.2f ms%n", quickest / 1e6);
        assertThat(holders.byUnit().values().stream()
                        .flatMap(held -> held.shares().stream())
                        .mapToInt(Held.Share::replicas)
                        .sum())
                .isEqualTo(250);
    }
}
