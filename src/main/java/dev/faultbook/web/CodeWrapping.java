package dev.faultbook.web;

import java.util.Set;
import org.springframework.web.util.HtmlUtils;

/**
 * Makes code wrap only at blanks. A browser also breaks a line after a dash or a slash, which
 * splits an option or a path, and no style property prevents that; so each such word gets an
 * element of its own.
 */
final class CodeWrapping {
  private static final String OPEN = "<code";
  private static final String CLOSE = "</code>";
  private static final String COMMAND = "<pre class=\"command\">";

  /**
   * A longer word within a sentence may break, because it would leave too wide a gap in the line.
   */
  private static final int MAX_IN_TEXT = 32;

  /**
   * What the user has to replace in commands: {@code docker run IMAGE}. Upper case alone does not
   * tell, because commands also contain variables ({@code LD_LIBRARY_PATH}), states ({@code DRAIN})
   * and search terms ({@code NCCL WARN}).
   */
  private static final Set<String> PLACEHOLDERS =
      Set.of(
          ("ACCOUNT ADDRESS BUCKET CALLEE CALLER CKPT CKPT_DIR CKPT_ROOT CLAIM COMMAND"
                  + " COMMIT CONFIG CONTAINER CUDA_MODULE DATA DATA_DIR DATA_PATH DEVICE DISK"
                  + " ENGINE_FILE ENVIRONMENT EXTENSION FILE FOLDER GCC_MAJOR GID_INDEX GPU_INDEX"
                  + " HCA HEAD_HOST HEAD_NODE HEAD_NODE_IP HOST IFNAME IMAGE INDEX_URL"
                  + " INSTANCE_TYPE INTERFACE JOB JOB_ID JOB_NAME KEY LIBRARY LOGFILE MD_DEVICE"
                  + " MEMBER_DISK MODEL MODEL_DIR MODEL_FOLDER MODULE MOUNT_POINT MPI_MODULE NAME"
                  + " NAMESPACE NFS_SERVER NODE NODE_RANK NOTEBOOK OLD_KERNEL ORG OTHER_HOST"
                  + " OTHER_PACKAGE OUTPUT_DIR OWNER PACKAGE PACKAGE_VERSION PARTITION PCI_ADDRESS"
                  + " PEER_HOST PEER_IP PID PLUGIN_NAMESPACE PLUGIN_POD POD PORT PREFIX PROGRAM"
                  + " PROJECT PROXY_HOST QOS_NAME REGION REGISTRY REPO RESOURCE RUN SERVER SG_ID"
                  + " SHARED SIZE SUBNET TAG TORCH_VERSION USER VALUE VERB VERSION WATTS")
              .split(" "));

  private CodeWrapping() {}

  /** The HTML of a command. */
  static String wrapCommand(String command) {
    StringBuilder out = new StringBuilder();
    appendWords(HtmlUtils.htmlEscape(command, "UTF-8"), Integer.MAX_VALUE, out);
    return markPlaceholders(out.toString());
  }

  /** HTML in which commands and short pieces of code wrap only at blanks. */
  static String wrapHtml(String html) {
    StringBuilder out = new StringBuilder();
    int done = 0;
    for (int at = html.indexOf(OPEN); at >= 0; at = html.indexOf(OPEN, done)) {
      int from = html.indexOf('>', at) + 1;
      int to = html.indexOf(CLOSE, from);
      boolean command = html.startsWith(COMMAND, at - COMMAND.length());
      boolean block = command || html.lastIndexOf("<pre", at) > html.lastIndexOf("</pre>", at);
      out.append(html, done, from);
      if (block && !command) {
        out.append(html, from, to);
      } else {
        StringBuilder code = new StringBuilder();
        appendWords(html.substring(from, to), command ? Integer.MAX_VALUE : MAX_IN_TEXT, code);
        out.append(command ? markPlaceholders(code.toString()) : code);
      }
      done = to;
    }
    return out.append(html, done, html.length()).toString();
  }

  private static void appendWords(String escaped, int longest, StringBuilder out) {
    int at = 0;
    while (at < escaped.length()) {
      int end = at;
      while (end < escaped.length() && !Character.isWhitespace(escaped.charAt(end))) {
        end++;
      }
      String word = escaped.substring(at, end);
      boolean breaks = word.indexOf('-') >= 0 || word.indexOf('/') >= 0;
      if (breaks && word.length() <= longest) {
        out.append("<span class=\"word\">").append(word).append("</span>");
      } else {
        out.append(word);
      }
      at = end;
      while (at < escaped.length() && Character.isWhitespace(escaped.charAt(at))) {
        out.append(escaped.charAt(at++));
      }
    }
  }

  /** HTML of a command with its {@link #PLACEHOLDERS} marked; tags and entities are unchanged. */
  static String markPlaceholders(String html) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < html.length()) {
      char c = html.charAt(at);
      if (c == '<') {
        int end = html.indexOf('>', at) + 1;
        out.append(html, at, end);
        at = end;
      } else if (isWord(c)) {
        int end = at;
        while (end < html.length() && isWord(html.charAt(end))) {
          end++;
        }
        appendWord(html, at, end, out);
        at = end;
      } else {
        out.append(c);
        at++;
      }
    }
    return out.toString();
  }

  private static void appendWord(String html, int from, int to, StringBuilder out) {
    String word = html.substring(from, to);
    if (PLACEHOLDERS.contains(word) && !isNotPlaceholder(html, from, to)) {
      out.append("<em class=\"command__blank\">").append(word).append("</em>");
    } else {
      out.append(word);
    }
  }

  /**
   * Whether the word is a variable ({@code $NAME}, {@code NAME=}), a column ({@code NAME:.x}) or
   * part of a pattern.
   */
  private static boolean isNotPlaceholder(String html, int from, int to) {
    char before = from == 0 ? ' ' : html.charAt(from - 1);
    char after = to == html.length() ? ' ' : html.charAt(to);
    return "${|(^#-&".indexOf(before) >= 0
        || "=|)(*".indexOf(after) >= 0
        || html.startsWith(":.", to);
  }

  private static boolean isWord(char c) {
    return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
  }
}
