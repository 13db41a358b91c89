package dev.faultbook.hang;

import dev.faultbook.failure.StackFrame;
import dev.faultbook.log.TextParts;
import dev.faultbook.log.WordLists;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads from a stack what its thread waits for, by the rows of {@code waits.txt}. */
final class WaitRules {
  private static final WordLists LISTS = new WordLists(WaitRules.class, "waits.txt");
  private static final Map<WaitKind, List<Row>> AT = readRows("");
  private static final Map<WaitKind, List<Row>> AROUND = readRows("around ");
  private static final List<Row> HOSTS = LISTS.phrases("hosts").stream().map(Row::of).toList();
  private static final Set<String> READING = LISTS.names("reading words");
  private static final Set<String> LIBRARIES = readLibraries();

  private WaitRules() {}

  /** {@code all_reduce*@torch/distributed/}. */
  private record Row(String function, boolean prefix, String path) {
    static Row of(String text) {
      int at = text.indexOf('@');
      boolean prefix = at > 0 && text.charAt(at - 1) == '*';
      return new Row(text.substring(0, prefix ? at - 1 : at), prefix, text.substring(at + 1));
    }

    boolean matches(Frame frame) {
      boolean named =
          function.isEmpty()
              || (prefix
                  ? frame.function().startsWith(function)
                  : frame.function().equals(function));
      return named
          && (path.isEmpty()
              || (path.equals("native")
                  ? isBinary(frame.file())
                  : isIn(frame.file().replace('\\', '/'))));
    }

    private boolean isIn(String file) {
      int found = file.indexOf(path);
      return found == 0 || found > 0 && file.charAt(found - 1) == '/';
    }
  }

  private static Map<WaitKind, List<Row>> readRows(String before) {
    Map<WaitKind, List<Row>> rows = new EnumMap<>(WaitKind.class);
    for (WaitKind kind : WaitKind.values()) {
      List<String> list = LISTS.all().get(before + kind.tag());
      if (list != null) {
        rows.put(kind, list.stream().map(Row::of).toList());
      }
    }
    return rows;
  }

  private static Set<String> readLibraries() {
    Set<String> names = new HashSet<>();
    LISTS.phrases("libraries").forEach(line -> names.addAll(TextParts.splitAt(line, ' ')));
    return names;
  }

  /** A frame whose path may lack the folder in which its package is installed. */
  static StackFrame toFrame(String path, int line, String function) {
    StackFrame frame = StackFrame.of(path, line, function);
    if (!frame.isOwn() || path.startsWith("/")) {
      return frame;
    }
    // torch/utils/data/dataloader.py, threading.py, libc.so.6 of py-spy
    String first = TextParts.splitAt(path, '/').getFirst();
    String name = first.endsWith(".py") ? first.substring(0, first.length() - 3) : first;
    // __read (libc.so.6), _io_FileIO_readinto (python3.10): a program or library of py-spy --native
    boolean binary = isBinary(path) && path.indexOf('/') < 0;
    boolean library = LIBRARIES.contains(name) || first.contains(".so") || binary;
    return library ? new StackFrame(path, line, binary ? plain(function) : function, name) : frame;
  }

  private static boolean isBinary(String path) {
    return !path.endsWith(".py") && !path.endsWith(".java") && !path.startsWith("<");
  }

  /**
   * A function of the C library by its name in a program: {@code read} for {@code
   * __GI___libc_read}.
   */
  static String plain(String function) {
    int version = function.indexOf("@@");
    String s = version > 0 ? function.substring(0, version) : function;
    for (String before : List.of("", "GI_", "libc_")) {
      s = s.startsWith(before) ? s.substring(before.length()) : s;
      while (s.startsWith("__") || s.startsWith("_") && s.length() < function.length()) {
        s = s.substring(1);
      }
    }
    for (String after : List.of("_nocancel", "64")) {
      s = s.endsWith(after) ? s.substring(0, s.length() - after.length()) : s;
    }
    return s;
  }

  /** What the process waits for, by the thread that tells most. */
  static Wait waitOf(ProcessDump dump) {
    Wait main = waitOf(dump.main());
    if (main.kind().waitsForRanks()) {
      return main;
    }
    if (main.kind() == WaitKind.IDLE || main.operation().equals("join")) {
      // Ray and other hosts run the program in a thread of its own.
      return dump.threads().stream()
          .filter(thread -> thread != dump.main() && thread.own() != null)
          .map(WaitRules::waitOf)
          .filter(wait -> wait.kind() != WaitKind.IDLE)
          .findFirst()
          .orElse(main);
    }
    if (main.kind() == WaitKind.OTHER && dump.main().status().equals("idle")) {
      // Nothing says why it stands still, but another thread has the interpreter.
      return dump.threads().stream()
          .filter(thread -> thread != dump.main() && thread.holdsGil())
          .findFirst()
          .map(WaitRules::waitOf)
          .map(held -> new Wait(WaitKind.GIL, held.operation(), held.frame()))
          .orElse(main);
    }
    return main;
  }

  private static Wait waitOf(ThreadStack thread) {
    Frame own = thread.own();
    List<Frame> all = thread.frames();
    List<Frame> call = own == null ? all : all.subList(0, all.indexOf(own) + 1);
    // The loop of a server that runs something tells nothing about what it runs.
    Frame host = call.stream().filter(frame -> isIn(HOSTS, frame)).findFirst().orElse(null);
    call = host == null ? call : call.subList(0, call.indexOf(host));
    for (Map.Entry<WaitKind, List<Row>> rows : AT.entrySet()) {
      List<Row> asked = rows.getValue();
      Frame found = call.reversed().stream().filter(f -> isIn(asked, f)).findFirst().orElse(null);
      if (found != null) {
        boolean vague = rows.getKey().compareTo(WaitKind.IDLE) > 0;
        WaitKind kind = vague ? around(all, call, rows.getKey()) : rows.getKey();
        return new Wait(kind, found.function(), own == null ? found : own);
      }
    }
    WaitKind kind = around(all, call, unnamed(thread, own));
    Frame shown = own == null && !all.isEmpty() ? all.getFirst() : own;
    return new Wait(kind, shown == null ? "" : shown.function(), shown);
  }

  private static boolean isIn(@Nullable List<Row> rows, Frame frame) {
    return rows != null && rows.stream().anyMatch(row -> row.matches(frame));
  }

  /** The kind, or what stands around it: a read of a checkpoint, a lock of a compiler. */
  private static WaitKind around(List<Frame> all, List<Frame> call, WaitKind kind) {
    for (Map.Entry<WaitKind, List<Row>> rows : AROUND.entrySet()) {
      // Where a program is started by an import, frames of imports stand below all others.
      List<Frame> asked = rows.getKey() == WaitKind.IMPORT ? call : all;
      if (asked.stream().anyMatch(frame -> isIn(rows.getValue(), frame))) {
        return rows.getKey();
      }
    }
    return kind;
  }

  /** What code does in which no frame is known. */
  private static WaitKind unnamed(ThreadStack thread, @Nullable Frame own) {
    if (thread.isActive()) {
      return WaitKind.COMPUTE;
    }
    String function = own == null ? "" : own.function().toLowerCase(Locale.ROOT);
    boolean reads = TextParts.splitAt(function, '_').stream().anyMatch(READING::contains);
    return reads ? WaitKind.IO : WaitKind.OTHER;
  }
}
