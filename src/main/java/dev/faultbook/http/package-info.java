/** HTTP helpers for pages and REST, which never import each other. */
@NullMarked
package dev.faultbook.http;

import org.jspecify.annotations.NullMarked;
