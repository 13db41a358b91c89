package dev.faultbook.report;

import dev.faultbook.log.VisibleText;
import java.util.List;
import java.util.Map;

/**
 * How a medium writes bold text, code and links. In each dialect text from a log stays text: it
 * calls nobody, and it becomes no link and no image.
 */
public enum Dialect {
  /** A terminal, which knows no markup. */
  PLAIN {
    @Override
    String code(String value) {
      return value;
    }

    @Override
    String strong(String formatted) {
      return formatted;
    }

    @Override
    String headline(String headline, String url, String note) {
      return headline + " " + note;
    }

    @Override
    String item(String text) {
      return "  " + text;
    }

    @Override
    String block(List<String> lines) {
      StringBuilder out = new StringBuilder();
      lines.forEach(line -> out.append("      ").append(VisibleText.of(line)).append('\n'));
      return out.toString();
    }

    @Override
    String quote(List<String> lines) {
      StringBuilder out = new StringBuilder();
      lines.forEach(line -> out.append("    ").append(VisibleText.of(line)).append('\n'));
      return out.toString();
    }
  },

  /** CommonMark, as Mattermost, GitHub and GitLab read it. */
  MARKDOWN {
    @Override
    String code(String value) {
      return codeSpan(value);
    }
  },

  /**
   * The Markdown of DingTalk. Older clients show code spans as plain text, so links and images of a
   * log are broken up as well.
   */
  DINGTALK {
    @Override
    String code(String value) {
      return codeSpan(withoutLinks(value));
    }

    @Override
    public Map<String, Object> message(String title, String text) {
      return Map.of("msgtype", "markdown", "markdown", Map.of("title", title, "text", text));
    }
  },

  /**
   * Slack's mrkdwn. A code span is delimited by one backtick and cannot hold another; links are
   * written {@code <url>}, even in code, so {@code & < >} are always escaped.
   */
  SLACK {
    @Override
    public String words(String own) {
      return own.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    String strong(String formatted) {
      return "*" + formatted + "*";
    }

    @Override
    String code(String value) {
      String text = withoutMentions(VisibleText.of(value)).strip();
      return "`" + words(text.replace('`', '\'')) + "`";
    }

    @Override
    String headline(String headline, String url, String note) {
      return strong(code(headline)) + note + "\n<" + words(url) + ">";
    }

    @Override
    public String link(String label, String url) {
      return words(label) + ": <" + words(url) + ">";
    }

    @Override
    String block(List<String> lines) {
      return "```\n" + words(joinLines(lines)) + "```\n";
    }
  },

  /** Feishu's text messages, which know tags ({@code <at user_id="all">}) and links but no code. */
  FEISHU {
    @Override
    String strong(String formatted) {
      return formatted;
    }

    @Override
    String code(String value) {
      return withoutTags(withoutLinks(withoutMentions(VisibleText.of(value)).strip()));
    }

    @Override
    String headline(String headline, String url, String note) {
      return code(headline) + note + "\n" + url;
    }

    @Override
    public String link(String label, String url) {
      return label + ": " + url;
    }

    @Override
    String block(List<String> lines) {
      return withoutTags(joinLines(lines));
    }

    @Override
    public Map<String, Object> message(String title, String text) {
      return Map.of("msg_type", "text", "content", Map.of("text", text));
    }
  };

  /** What calls members of a group; the last name is DingTalk's and Feishu's. */
  private static final List<String> MENTIONS =
      List.of("<!", "<@", "@here", "@channel", "@everyone", "@all", "@\u6240\u6709\u4eba");

  /** Limit of the characters of a line of the log in a block. */
  private static final int MAX_QUOTED = 300;

  private static final List<String> TAGS = List.of("<at", "</at");

  /** Faultbook's own words. */
  public String words(String own) {
    return own;
  }

  /**
   * What an incoming webhook or a robot of this chat takes, as JSON.
   *
   * @param title shown in a list of chats, where there is one
   * @param text in this dialect
   */
  public Map<String, Object> message(String title, String text) {
    return Map.of("text", text);
  }

  /** Bold. */
  String strong(String formatted) {
    return "**" + formatted + "**";
  }

  /** Text from a log, on one line. */
  abstract String code(String value);

  /**
   * The answer in one line, with the address of its page.
   *
   * @param headline may hold text from a log
   * @param note Faultbook's own words, after the headline
   */
  String headline(String headline, String url, String note) {
    return strong(link(code(headline), url)) + note;
  }

  /** A link with a label of Faultbook's own words. */
  public String link(String label, String url) {
    return "[" + label + "](" + url + ")";
  }

  /** A line below the headline. */
  String item(String text) {
    return "- " + text;
  }

  /** Lines of a command, ending with a newline. */
  String block(List<String> lines) {
    return "```bash\n" + joinLines(lines) + "```\n";
  }

  /** Lines of the log, ending with a newline; empty without any. */
  String quote(List<String> lines) {
    StringBuilder out = new StringBuilder();
    for (String line : lines) {
      String text = withoutMentions(VisibleText.of(line)).strip().replace("```", "'''");
      out.append(text.isEmpty() ? "" : LineWriter.cut(text, MAX_QUOTED) + "\n");
    }
    return out.isEmpty() ? "" : "```text\n" + out + "```\n";
  }

  private static String joinLines(List<String> lines) {
    return String.join("\n", lines).replace("```", "'''") + "\n";
  }

  /**
   * A value from the log as a code span, in which images, mentions and links have no effect: {@code
   * ![x](http://…)@octocat}. The span is delimited by more backticks than the value contains.
   */
  public static String codeSpan(String value) {
    String text = withoutMentions(VisibleText.of(value)).strip();
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(longest + 1);
    boolean apart = text.isEmpty() || text.startsWith("`") || text.endsWith("`");
    return apart ? fence + " " + text + " " + fence : fence + text + fence;
  }

  /**
   * The text without mentions that a chat would send to everybody, even in code: {@code
   * <!channel>}, {@code <@U024BE7LH>}, {@code @here}, {@code @Everyone}. A blank breaks them up.
   */
  static String withoutMentions(String text) {
    return breakUp(text, MENTIONS);
  }

  /** {@code [x](http://y)} as {@code [x] (http:// y)}. */
  static String withoutLinks(String text) {
    return text.replace("](", "] (").replace("://", ":// ").replace("www.", "www .");
  }

  /** {@code <at user_id="all">} as {@code < at user_id="all">}. */
  private static String withoutTags(String text) {
    return breakUp(text, TAGS);
  }

  /** Puts a blank after the first character of each of the words, in any case. */
  private static String breakUp(String text, List<String> words) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      int at = i;
      out.append(text.charAt(i));
      if (words.stream().anyMatch(word -> text.regionMatches(true, at, word, 0, word.length()))) {
        out.append(' ');
      }
    }
    return out.toString();
  }
}
