/** HTTP helpers that pages and REST share, because these two never import each other. */
package dev.faultbook.http;
