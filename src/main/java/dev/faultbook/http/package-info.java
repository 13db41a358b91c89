/** HTTP helpers for pages, REST and chats, which never import each other. */
@NullMarked
package dev.faultbook.http;

import org.jspecify.annotations.NullMarked;
