package io.gpuledger.simulator;

import io.gpuledger.gate.PackagedDist;

class DistIT extends PackagedDist {
    DistIT() {
        super("gpu-simulator");
    }
}
