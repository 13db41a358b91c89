package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.PathRules;
import java.util.List;
import java.util.Locale;

/** User names in paths: {@code /home/NAME}, {@code C:\Users\NAME}, {@code \\host\home$\NAME}. */
final class PathUsers implements SecretFinder {

  /** Bounds what is read behind each of many names of folders: {@code torchinductor_}. */
  private static final int LONGEST_NAME = 256;

  private static final int LONGEST_NAME_WITH_BLANKS = 40;

  /** The path of a folder of user folders, with its slashes: {@code /home/}. */
  private record Parent(String name, LineGrams.Trigger trigger) {
    Parent(String name) {
      this(name, new LineGrams.Trigger(name));
    }
  }

  private final PathRules rules;
  private static final String HADOOP_SCHEME = "hdfs://";
  private static final String HADOOP_PARENT = "/user/";
  private static final LineGrams.Trigger HADOOP = new LineGrams.Trigger(HADOOP_SCHEME);

  private final List<Parent> parents;
  private final List<Parent> mixed;
  private final UserName users;

  PathUsers(PathRules rules, UserName users) {
    this.rules = rules;
    this.parents = rules.parents().stream().map(Parent::new).toList();
    this.mixed = rules.mixed().stream().map(Parent::new).toList();
    this.users = users;
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (Parent parent : parents) {
      for (int at = next(line, parent, 0, grams); at >= 0; at = next(line, parent, at, grams)) {
        addUser(line, at, nameEnd(line, at), found);
      }
    }
    for (Parent parent : mixed) {
      for (int at = next(line, parent, 0, grams); at >= 0; at = next(line, parent, at, grams)) {
        int end = nameEnd(line, at);
        if (!isFolder(line, at, end)) {
          addUser(line, at, end, found);
        }
      }
    }
    if (HADOOP.mayOccurIn(grams)) {
      findHadoop(line, found);
    }
    for (int i = line.indexOf('\\'); i >= 0; i = line.indexOf('\\', i + 1)) {
      int start = windowsParentEnd(line, i);
      if (start >= 0) {
        addUser(line, start, windowsNameEnd(line, start), found);
      }
    }
  }

  /** Redacts the user of {@code hdfs://nameservice1/user/alice/ckpt}. */
  private void findHadoop(String line, RedactedSpans found) {
    int at = line.indexOf(HADOOP_SCHEME);
    while (at >= 0) {
      int host = at + HADOOP_SCHEME.length();
      int folder = line.indexOf('/', host);
      if (folder >= 0 && line.startsWith(HADOOP_PARENT, folder)) {
        int start = folder + HADOOP_PARENT.length();
        addUser(line, start, nameEnd(line, start), found);
      }
      at = line.indexOf(HADOOP_SCHEME, host);
    }
  }

  /**
   * Returns the end of the next occurrence of a folder; -1 if there is none. Its first slash may be
   * the character before {@code from}.
   */
  private static int next(String line, Parent parent, int from, LineGrams grams) {
    if (!parent.trigger.mayOccurIn(grams)) {
      return -1;
    }
    int at = line.indexOf(parent.name, Math.max(0, from - 1));
    return at < 0 ? -1 : at + parent.name.length();
  }

  private void addUser(String line, int start, int end, RedactedSpans found) {
    if (start < end && !users.isSharedAccount(line, start, end)) {
      found.add(start, end, SecretKind.USER);
    }
  }

  /**
   * Whether a name is not a user's but that of a file, a job number or a common folder: {@code
   * /scratch/train.py}.
   */
  private boolean isFolder(String line, int start, int end) {
    String name = line.substring(start, end);
    return name.indexOf('.') >= 0
        || TextRuns.isNumber(line, start, end)
        || name.length() > LONGEST_NAME_WITH_BLANKS
        || isFolderName(name.toLowerCase(Locale.ROOT));
  }

  private boolean isFolderName(String name) {
    int end = name.length();
    while (end > 0 && TextRuns.isDigit(name.charAt(end - 1))) {
      end--;
    }
    boolean numbered = end < name.length();
    boolean joined = numbered && end > 0 && "_-".indexOf(name.charAt(end - 1)) >= 0;
    String stem = name.substring(0, joined ? end - 1 : end);
    return rules.folders().contains(name)
        || rules.folders().contains(stem)
        || (numbered && rules.numbered().contains(stem));
  }

  /**
   * Returns the start of the user name after {@code \Users\} or, with escaped backslashes, {@code
   * \\Users\\}; -1 if the backslash starts another folder.
   */
  private int windowsParentEnd(String line, int backslash) {
    for (String parent : rules.windows()) {
      int end = backslash + 1 + parent.length();
      if (end < line.length()
          && line.charAt(end) == '\\'
          && line.regionMatches(true, backslash + 1, parent, 0, parent.length())) {
        return line.startsWith("\\\\", end) ? end + 2 : end + 1;
      }
    }
    return -1;
  }

  private static int nameEnd(String line, int from) {
    int i = from;
    while (i < line.length() && i - from < LONGEST_NAME && isName(line.charAt(i))) {
      i++;
    }
    while (i > from && line.charAt(i - 1) == '.') {
      i--;
    }
    return i;
  }

  private static boolean isName(char c) {
    return !TextRuns.isBlank(c)
        && !TextRuns.isQuote(c)
        && "/\\<>:;,()[]{}|=?*&#$~!".indexOf(c) < 0
        && "，。、：；！？（）《》【】“”‘’".indexOf(c) < 0;
  }

  /** Returns the end of a Windows user name. It may contain blanks if a backslash follows it. */
  private static int windowsNameEnd(String line, int from) {
    int i = from;
    while (i < line.length()
        && i - from < LONGEST_NAME_WITH_BLANKS
        && (line.charAt(i) == ' ' || isName(line.charAt(i)))) {
      i++;
    }
    return i < line.length() && line.charAt(i) == '\\' ? i : nameEnd(line, from);
  }
}
