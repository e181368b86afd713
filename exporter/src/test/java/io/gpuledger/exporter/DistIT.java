package io.gpuledger.exporter;

import io.gpuledger.gate.PackagedDist;

class DistIT extends PackagedDist {
    DistIT() {
        super("gpu-exporter");
    }
}
