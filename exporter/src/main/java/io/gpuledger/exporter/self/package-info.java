/// What the exporter says of itself: its JVM, its process, and how its own work goes.
@NullMarked
package io.gpuledger.exporter.self;

import org.jspecify.annotations.NullMarked;
