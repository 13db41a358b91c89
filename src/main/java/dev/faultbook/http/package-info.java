/** HTTP helpers that pages and REST share, because these two never import each other. */
@NullMarked
package dev.faultbook.http;

import org.jspecify.annotations.NullMarked;
