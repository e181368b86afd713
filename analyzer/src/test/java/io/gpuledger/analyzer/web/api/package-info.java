@NullMarked
package io.gpuledger.analyzer.web.api;

import org.jspecify.annotations.NullMarked;
