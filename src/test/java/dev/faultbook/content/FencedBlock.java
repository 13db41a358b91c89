package dev.faultbook.content;

import java.util.ArrayList;
import java.util.List;

/**
 * A fenced code block of a page.
 *
 * @param place entry, language and section, for messages
 * @param section key of its section
 * @param language the language named by the fence
 */
record FencedBlock(String place, Entry entry, String section, String language, String text) {
  /** Returns all blocks of all pages in both languages, in the order of the pages. */
  static List<FencedBlock> allOf(Content content) {
    List<FencedBlock> blocks = new ArrayList<>();
    for (Entry entry : content.entries()) {
      for (Page page : entry.pages().values()) {
        for (Page.Section section : page.sections()) {
          collect(entry, page, section, blocks);
        }
      }
    }
    return blocks;
  }

  private static void collect(
      Entry entry, Page page, Page.Section section, List<FencedBlock> blocks) {
    StringBuilder text = null;
    String language = "";
    for (String line : section.markdown().lines().toList()) {
      boolean fence = line.strip().startsWith("```");
      if (fence && text == null) {
        language = line.strip().substring(3);
        text = new StringBuilder();
      } else if (fence) {
        String place = entry.id() + "/" + page.language().tag() + " " + section.key();
        blocks.add(new FencedBlock(place, entry, section.key(), language, text.toString()));
        text = null;
      } else if (text != null) {
        text.append(line).append('\n');
      }
    }
  }
}
