package dev.faultbook.hang;

import dev.faultbook.failure.FrameText;
import dev.faultbook.failure.StackFrame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stacks in the lines of one log stream: the text of py-spy and Ray, of faulthandler, of
 * gdb and of a Java machine at SIGQUIT.
 */
final class StackReader implements LineReader {
  private static final int MAX_FRAMES = 256;
  private static final int MAX_THREADS = 1024;
  private static final int MAX_HEADING = 300;

  /** Lines that belong to no stack before it counts as ended. */
  private static final int MAX_FOREIGN = 12;

  private final int stream;
  private final int file;
  private final Consumer<ProcessDump> dumps;
  private String heading = "";
  private String pid = "";
  private String command = "";
  private long processLine;
  private final List<ThreadStack> threads = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private @Nullable Heading thread;
  private final List<Frame> frames = new ArrayList<>();
  private boolean crashed;
  private int foreign = MAX_FOREIGN;

  /** The line that begins the stack of a thread. */
  private record Heading(String id, String name, String status, long line) {}

  /**
   * @param dumps receives each process
   */
  StackReader(int stream, int file, Consumer<ProcessDump> dumps) {
    this.stream = stream;
    this.file = file;
    this.dumps = dumps;
  }

  @Override
  public boolean isIdle() {
    return foreign >= MAX_FOREIGN;
  }

  /** Takes the line above a stack, which may name its rank. */
  @Override
  public void noteHeading(String text) {
    heading = text.length() <= MAX_HEADING ? text : "";
  }

  @Override
  public void acceptLine(long line, String text) {
    String s = text.strip();
    if (s.isEmpty()) {
      return;
    }
    if (readProcess(line, s) || readThread(line, s) || readFrame(line, s, text)) {
      foreign = 0;
      return;
    }
    endThread();
    // What a debugger prints when it attaches stands below the heading.
    if (!Writers.namesRank(heading)) {
      noteHeading(s);
    }
    if (!isIdle() && ++foreign == MAX_FOREIGN) {
      finish();
    }
  }

  private boolean readProcess(long line, String s) {
    // Process 17173: python train.py --local-rank=3
    int digits = s.startsWith("Process ") ? digitsEnd(s, 8) : 8;
    if (digits > 8 && (digits == s.length() || s.charAt(digits) == ':')) {
      beginProcess(line, s.substring(8, digits));
      command += s.substring(digits);
      return true;
    }
    // Timeout (0:10:00)!, Full thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode, sharing):
    if (s.startsWith("Timeout (") && s.endsWith(")!") || s.startsWith("Full thread dump ")) {
      beginProcess(line, "");
      return true;
    }
    // Fatal Python error: Segmentation fault: the stacks of a crash are no stacks of a hang.
    if (s.contains("Fatal Python error: ") || s.startsWith("Windows fatal exception: ")) {
      finish();
      crashed = true;
      return true;
    }
    // [Inferior 1 (process 30785) detached]
    int inferior = s.startsWith("[Inferior ") ? s.indexOf("(process ") : -1;
    if (inferior > 0 && (thread != null || !threads.isEmpty())) {
      pid = s.substring(inferior + 9, digitsEnd(s, inferior + 9));
      finish();
      return true;
    }
    return s.startsWith("Python v")
        || s.startsWith("Parent Process ")
        || s.startsWith("[New LWP ")
        || s.startsWith("[Thread debugging ");
  }

  private void beginProcess(long line, String id) {
    finish();
    crashed = false;
    pid = id;
    command = heading + " ";
    heading = "";
    processLine = line;
  }

  private boolean readThread(long line, String s) {
    Heading read = parseThread(line, s);
    if (read == null) {
      return false;
    }
    endThread();
    // Stacks without a heading of their process: the same thread again is another dump.
    boolean debugger = read.status().isEmpty() && digitsEnd(read.id(), 0) == read.id().length();
    boolean again = debugger && ids.contains("1") || !ids.add(read.id());
    if (again || processLine == 0) {
      boolean crash = crashed;
      beginProcess(line, "");
      crashed = crash && !again;
      ids.add(read.id());
    }
    thread = read;
    // Thread 1 (Thread 0x7f45bd85ab80 (LWP 17230) "python"):
    int lwp = read.id().equals("1") ? s.indexOf("(LWP ") + 5 : 4;
    if (lwp > 4) {
      pid = s.substring(lwp, digitsEnd(s, lwp));
    }
    return true;
  }

  private static @Nullable Heading parseThread(long line, String s) {
    // "main" #1 prio=5 os_prio=0 tid=0x00007f1c2 nid=0x11 runnable [0x00007f1c3]
    int named = s.startsWith("\"") && s.contains(" nid=") ? s.indexOf("\" ") : -1;
    if (named > 0) {
      String name = s.substring(1, named);
      return new Heading(s.substring(named), name, "java", line);
    }
    boolean current = s.startsWith("Current thread 0x");
    if (!current && !s.startsWith("Thread ")) {
      return null;
    }
    int from = current ? "Current thread ".length() : "Thread ".length();
    int end = s.indexOf(' ', from);
    if (end < 0) {
      return null;
    }
    String id = s.substring(from, end);
    if (s.endsWith("(most recent call first):")) {
      // Thread 0x00007fe8bb53c6c0 [MainThread] (most recent call first):
      int open = s.indexOf('[', end);
      int close = s.indexOf(']', end);
      String name = open >= 0 && close > open ? s.substring(open + 1, close) : "";
      return new Heading(id, name, "", line);
    }
    if (s.startsWith(" (Thread 0x", end) || s.startsWith(" (LWP ", end)) {
      // Thread 2 (Thread 0x7f45bc5fb6c0 (LWP 17233) "python"):
      return digitsEnd(id, 0) == id.length() ? new Heading(id, "", "", line) : null;
    }
    // Thread 17173 (active+gil): "MainThread"
    int close = s.indexOf(')', end);
    String status = s.startsWith(" (", end) && close > 0 ? s.substring(end + 2, close) : "";
    boolean known = status.startsWith("idle") || status.startsWith("active");
    int quote = s.indexOf('"', end);
    String name = quote < 0 ? "" : s.substring(quote + 1, Math.max(quote + 1, s.length() - 1));
    return known ? new Heading(id, name, status, line) : null;
  }

  private boolean readFrame(long line, String s, String text) {
    if (thread == null) {
      return false;
    }
    boolean java = thread.status().equals("java");
    StackFrame frame = s.startsWith("#") ? parseNative(s) : java ? parseJava(s) : FrameText.of(s);
    if (java) {
      // states of threads and locks stand between the frames
    } else if (frame == null) {
      // gdb's py-bt prints lines of source, which have no status either
      frame = thread.status().isEmpty() ? null : parseSpied(s);
    } else if (!s.startsWith("#")) {
      frame = WaitRules.toFrame(frame.file(), frame.line(), frame.function());
    }
    if (frame != null && frames.size() < MAX_FRAMES) {
      frames.add(new Frame(frame, stream, line, text));
    }
    return frame != null
        || s.equals("...")
        || s.startsWith("- ")
        || s.equals("<no Python frame>")
        || s.endsWith(":")
        || text.startsWith("  ");
  }

  /** {@code all_reduce (torch/distributed/distributed_c10d.py:2696)}. */
  private static @Nullable StackFrame parseSpied(String s) {
    int open = s.endsWith(")") ? s.lastIndexOf(" (") : -1;
    if (open <= 0) {
      return null;
    }
    String place = s.substring(open + 2, s.length() - 1);
    int colon = place.lastIndexOf(':');
    boolean numbered = colon > 0 && digitsEnd(place, colon + 1) == place.length();
    int line = numbered ? parseInt(place.substring(colon + 1)) : 0;
    return WaitRules.toFrame(
        numbered ? place.substring(0, colon) : place, line, s.substring(0, open));
  }

  /** {@code at java.net.Socket$Input.read(java.base@17.0.9/Socket.java:966)}. */
  private static @Nullable StackFrame parseJava(String s) {
    int open = s.startsWith("at ") ? s.indexOf('(') : -1;
    int dot = open < 0 ? -1 : s.lastIndexOf('.', open);
    if (dot < 0) {
      return null;
    }
    int colon = s.lastIndexOf(':');
    int line = colon < open ? 0 : parseInt(s.substring(colon + 1, digitsEnd(s, colon + 1)));
    String type = s.substring(3, dot).replace('.', '/');
    return WaitRules.toFrame(type + ".java", line, s.substring(dot + 1, open));
  }

  /** {@code #1 0x00007f45bd0ed545 in read (fd=3) at ../sysdeps/read.c:24}. */
  private static @Nullable StackFrame parseNative(String s) {
    int at = digitsEnd(s, 1);
    if (at == 1) {
      return null;
    }
    String rest = s.substring(at).strip();
    int in = rest.startsWith("0x") ? rest.indexOf(" in ") : -1;
    rest = in < 0 ? rest : rest.substring(in + 4);
    int open = rest.indexOf(" (");
    int from = Math.max(rest.lastIndexOf(" at "), rest.lastIndexOf(" from "));
    String file = from < 0 ? "native" : rest.substring(rest.indexOf(' ', from + 1) + 1);
    String function = WaitRules.plain(open < 0 ? rest : rest.substring(0, open));
    return new StackFrame(file, 0, function, "native");
  }

  private void endThread() {
    Heading of = thread;
    if (of != null && !frames.isEmpty() && threads.size() < MAX_THREADS) {
      threads.add(new ThreadStack(of.id(), of.name(), of.status(), frames, of.line()));
    }
    thread = null;
    frames.clear();
  }

  @Override
  public void finish() {
    endThread();
    if (!threads.isEmpty() && !crashed) {
      dumps.accept(new ProcessDump(stream, file, pid, command.strip(), threads, processLine));
    }
    threads.clear();
    ids.clear();
    processLine = 0;
    pid = "";
    command = "";
  }

  private static int parseInt(String digits) {
    return digits.isEmpty() || digits.length() > 9 ? 0 : Integer.parseInt(digits);
  }

  private static int digitsEnd(String s, int from) {
    int i = from;
    while (i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9') {
      i++;
    }
    return i;
  }
}
