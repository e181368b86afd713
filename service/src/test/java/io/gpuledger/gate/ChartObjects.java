package io.gpuledger.gate;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import java.util.stream.Stream;

/// The objects that the chart is rendered to, read as strictly as an API server does.
final class ChartObjects {
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(
            Namespace.class,
            NetworkPolicy.class,
            PodDisruptionBudget.class,
            ServiceAccount.class,
            ConfigMap.class,
            PersistentVolumeClaim.class,
            ClusterRole.class,
            ClusterRoleBinding.class,
            Role.class,
            RoleBinding.class,
            Service.class,
            DaemonSet.class,
            Deployment.class,
            Ingress.class);

    /// These kinds are of the Prometheus operator, and the library has no classes to read them strictly by.
    private static final List<String> MONITORING = List.of("ServiceMonitor", "PodMonitor", "PrometheusRule");

    private ChartObjects() {}

    /// Returns the objects of a case, each read strictly by its class, without those that have none.
    static Manifest of(String name) {
        return Manifest.of(
                Chart.objects(Chart.rendered(name)).stream()
                        .filter(object -> !MONITORING.contains(Manifest.kind(object)))
                        .toList(),
                KINDS);
    }

    static Stream<PodTemplateSpec> pods(Manifest manifest) {
        return Stream.concat(
                manifest.all(Deployment.class).stream().map(one -> one.getSpec().getTemplate()),
                manifest.all(DaemonSet.class).stream().map(one -> one.getSpec().getTemplate()));
    }
}
