@NullMarked
package io.gpuledger.analyzer.mail;

import org.jspecify.annotations.NullMarked;
