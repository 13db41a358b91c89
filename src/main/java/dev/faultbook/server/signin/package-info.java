/**
 * Who a person is and what he may do: by a file of users, by a provider of identities (OIDC), or,
 * for curators alone, by their shared password.
 *
 * <p>Design decisions:
 *
 * <ul>
 *   <li>Without users and providers nothing of it is in the way of a request: Spring Security is a
 *       chain of filters that is made by hand and registered only then. The beans of the packaged
 *       server are fixed when it is built, so that no condition could add them at start.
 *   <li>There is no session. A signed cookie names the person, so that every instance knows him and
 *       a lost database signs nobody out. What signs it belongs to the user, or to the provider: a
 *       new password, a user who was removed or another client secret end it at once.
 *   <li>A form of another site is refused by its headers, and its requests lack the cookie.
 * </ul>
 */
@NullMarked
package dev.faultbook.server.signin;

import org.jspecify.annotations.NullMarked;
