@NullMarked
package io.gpuledger.analyzer.web;

import org.jspecify.annotations.NullMarked;
