package dev.faultbook.api.chat;

import dev.faultbook.content.Language;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a message.
 *
 * @param text the short form in the chat's dialect, or one line of usage, or why there is none
 * @param page the page that it is about; null if there is none
 */
record ChatAnswer(String text, Language language, @Nullable Page page) {
  /**
   * A page.
   *
   * @param entry id of its entry
   * @param address with the server
   */
  record Page(String entry, String address) {}
}
