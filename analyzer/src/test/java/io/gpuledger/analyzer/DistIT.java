package io.gpuledger.analyzer;

import io.gpuledger.gate.PackagedDist;

class DistIT extends PackagedDist {
    DistIT() {
        super("gpu-analyzer");
    }
}
