package dev.faultbook.web;

import java.util.Set;

/**
 * Marks placeholders in commands that the user has to replace: {@code docker run IMAGE}. They are
 * upper case and taken from a fixed list, because commands also contain variables ({@code
 * LD_LIBRARY_PATH}), states ({@code DRAIN}) and search terms ({@code NCCL WARN}).
 */
final class CommandBlanks {
  private static final Set<String> WORDS =
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

  private CommandBlanks() {}

  /** HTML of a command with marked placeholders; tags and entities are unchanged. */
  static String mark(String html) {
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
    if (WORDS.contains(word) && !isNotPlaceholder(html, from, to)) {
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
