package io.gpuledger.exporter;

import io.gpuledger.gate.Arrows;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DependencyTest {
    static final Arrows ARROWS = Arrows.of("io.gpuledger.exporter", """
        device           -> service.doctor
        device.binding   ->
        device.dcgm      -> device, device.binding, service.settings
        device.layered   -> device
        device.nvml      -> device, device.binding, service.settings
        device.simulated -> device, service.settings
        attribution      -> device, service.life, service.settings
        attribution.apiserver -> attribution, service.doctor, service.life, service.settings
        attribution.cgroup -> attribution
        attribution.hpc  -> attribution
        attribution.podresources -> attribution, service.doctor
        sampler          -> device, service.life, service.settings
        counters         -> service.settings
        self             -> device, service.reload
        exposition       -> device, attribution, counters, self, service.settings
        http             -> device, exposition, service.http, service.settings
        top.page         ->
        top.node         -> exposition, top.page
        top.screen       -> top.node
        top.source       -> service.settings, service.tls, top.page
        top.terminal     ->
        top.json         -> top.node
        top              -> top.json, top.node, top.page, top.screen, top.source, top.terminal, service, service.settings, service.signal
        Main             -> device, device.dcgm, device.layered, device.nvml, device.simulated, sampler, attribution,
                            attribution.apiserver, attribution.cgroup, attribution.hpc, attribution.podresources, counters, self, exposition, http, top, top.page, top.source, service, service.doctor, service.http, service.reload, service.settings, service.signal
        """)
            .fence("com.sun.jna", "device.binding", "device.dcgm", "device.nvml")
            .fence("com.fasterxml.jackson", "attribution.apiserver", "top.json")
            .fence("com.google.protobuf", "attribution.podresources")
            .fence("io.helidon", "attribution.podresources", "http", "Main")
            .fence("java.net.http")
            .fence("io.prometheus", "self", "exposition");

    @Test
    void the_arrows_hold() {
        ARROWS.verify();
    }

    @Test
    void the_architecture_page_draws_the_same_arrows() {
        Golden.section(Path.of("docs/architecture.md"), "arrows of exporter").matches(ARROWS.drawing());
    }
}
