/// Here HTML is a tree of values, and nothing here knows what it shows.
@NullMarked
package io.gpuledger.analyzer.html;

import org.jspecify.annotations.NullMarked;
