/// Here it is found out who asks, before anything is answered: by a password, a token or a session.
@NullMarked
package io.gpuledger.analyzer.web.gate;

import org.jspecify.annotations.NullMarked;
