/**
 * Tells a call that a page of another site made its reader's browser send from everyone else's.
 *
 * <p>It is a package of its own because the pages and the REST calls store, judge and delete by the
 * same rule, and the doors never import each other.
 */
package dev.faultbook.origin;
