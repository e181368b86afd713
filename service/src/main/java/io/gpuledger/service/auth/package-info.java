/// Users may ask by passwords, of which nothing but the bcrypt hash is known.
@NullMarked
package io.gpuledger.service.auth;

import org.jspecify.annotations.NullMarked;
