@NullMarked
package io.gpuledger.service;

import org.jspecify.annotations.NullMarked;
