package io.gpuledger.exporter.attribution.podresources;

import io.gpuledger.exporter.attribution.Grant;
import io.gpuledger.exporter.attribution.Grant.Claim;
import io.gpuledger.exporter.attribution.Holder;
import io.gpuledger.exporter.attribution.Offer;
import io.gpuledger.exporter.attribution.PodName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the kubelet answers, by the numbers of its fields in `v1/api.proto`. CPUs, memory and topology are passed over.
final class Answers {
    /// `ContainerResources`, before its pod has a name: fields may come in any order.
    private static final class Container {
        String name = "";
        final List<Offer> devices = new ArrayList<>();
        final List<Dynamic> dynamic = new ArrayList<>();

        boolean read(int number, Message field) throws IOException {
            return switch (number) {
                case 1 -> {
                    name = field.text();
                    yield true;
                }
                case 2 -> devices.add(containerDevices(field));
                case 5 -> dynamic.add(new Dynamic().filled(field));
                default -> false;
            };
        }
    }

    private static final class Dynamic {
        String claim = "";
        String namespace = "";
        final List<Claimed> resources = new ArrayList<>();

        Dynamic filled(Message message) throws IOException {
            message.message(this::read);
            return this;
        }

        private boolean read(int number, Message field) throws IOException {
            switch (number) {
                case 2 -> claim = field.text();
                case 3 -> namespace = field.text();
                case 4 -> resources.add(new Claimed().filled(field));
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    private static final class Claimed {
        final List<String> cdiDevices = new ArrayList<>();
        String driver = "";
        String pool = "";
        String device = "";
        Optional<String> share = Optional.empty();

        Claimed filled(Message message) throws IOException {
            message.message(this::read);
            return this;
        }

        private boolean read(int number, Message field) throws IOException {
            switch (number) {
                case 1 -> field.message((in, cdi) -> in == 1 && cdiDevices.add(cdi.text()));
                case 2 -> driver = field.text();
                case 3 -> pool = field.text();
                case 4 -> device = field.text();
                case 5 -> share = Optional.of(field.text());
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    private Answers() {}

    /// Reads a `ListPodResourcesResponse`.
    static List<Grant> grants(Message answer) throws IOException {
        var grants = new ArrayList<Grant>();
        answer.read((number, pod) -> number == 1 && addPod(pod, grants));
        return grants;
    }

    private static boolean addPod(Message message, List<Grant> grants) throws IOException {
        var names = new String[] {"", ""};
        var containers = new ArrayList<Container>();
        message.message((number, field) -> switch (number) {
            case 1, 2 -> {
                names[number - 1] = field.text();
                yield true;
            }
            case 3 -> {
                var container = new Container();
                yield field.message(container::read) && containers.add(container);
            }
            default -> false;
        });
        var pod = new PodName(names[1], names[0]);
        containers.forEach(container -> add(new Holder(pod, container.name), container, grants));
        return true;
    }

    private static void add(Holder holder, Container container, List<Grant> grants) {
        container.devices.forEach(devices -> grants.add(new Grant.Devices(holder, devices.resource(), devices.ids())));
        for (var dynamic : container.dynamic) {
            for (var claimed : dynamic.resources) {
                grants.add(new Grant.Claimed(
                        holder,
                        new Claim(dynamic.namespace, dynamic.claim, claimed.share),
                        claimed.driver,
                        claimed.pool,
                        claimed.device,
                        claimed.cdiDevices));
            }
        }
    }

    /// Reads an `AllocatableResourcesResponse`.
    static List<Offer> offers(Message answer) throws IOException {
        var offers = new ArrayList<Offer>();
        answer.read((number, devices) -> number == 1 && offers.add(containerDevices(devices)));
        return offers;
    }

    /// Reads a `ContainerDevices`.
    private static Offer containerDevices(Message message) throws IOException {
        var resource = new String[] {""};
        var ids = new ArrayList<String>();
        message.message((number, field) -> switch (number) {
            case 1 -> {
                resource[0] = field.text();
                yield true;
            }
            case 2 -> ids.add(field.text());
            default -> false;
        });
        return new Offer(resource[0], ids);
    }
}
