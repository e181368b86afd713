/// HTTP as every program of ours serves it.
@NullMarked
package io.gpuledger.service.http;

import org.jspecify.annotations.NullMarked;
