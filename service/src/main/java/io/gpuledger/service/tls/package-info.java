/// TLS on the JDK's own: keys and certificates as people have them, in force until newer ones take their place.
@NullMarked
package io.gpuledger.service.tls;

import org.jspecify.annotations.NullMarked;
