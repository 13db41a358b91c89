package dev.faultbook.failure;

import dev.faultbook.failure.ChainLink.Relation;
import dev.faultbook.stream.Severity;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Python traceback to its end: frames, the exception, its message, and chained exceptions.
 * Accepts every rendering, because all of them share these lines: plain, rich, IPython, loguru,
 * exception groups, and after any logger's gutter.
 */
final class TracebackBlock implements FailureBlock {
  static final String HEADER = "Traceback (most recent call last)";

  /** The line around a quotation in a post. */
  private static final String FENCE = "```";

  /** The first of TensorFlow's root errors. */
  private static final String FIRST_ROOT = "(0) ";

  private static final int MAX_FOREIGN = 40;
  private static final int MAX_BLANK = 4;
  private static final int MAX_MESSAGE = 60;

  /** JAX underlines with 20 dashes; the rule of 74 characters begins a launcher's own report. */
  private static final int MAX_RULE = 40;

  /** Most lines after the end of a traceback that is cut off. */
  private static final int MAX_AFTER_CUT = 3;

  /** So long a beginning identifies a message, of which the next attempt states other numbers. */
  private static final int MIN_ALIKE = 20;

  private final ExceptionChain chain = new ExceptionChain();
  private final LoggerPrefix gutter;
  private final boolean lost;
  private ChainLink link;
  private @Nullable Relation pending;
  private @Nullable Integer carriedRank;
  private int frameIndent = -1;
  private boolean sourceExpected;
  private boolean panel;
  private int foreign;
  private int blanks;
  private int messageLines;
  private boolean messageEnded;
  private @Nullable String ipythonType;
  private @Nullable LineText cut;

  /**
   * @param first the line of the header, or of the first frame or exception of a traceback that is
   *     cut off
   * @param gutter the logger's text before each line
   * @param lost whether the beginning is cut off
   */
  TracebackBlock(LineText first, LoggerPrefix gutter, boolean lost) {
    this.gutter = gutter;
    this.lost = lost;
    beginLink(Relation.FIRST, first);
  }

  private void beginLink(Relation relation, LineText header) {
    link = new ChainLink(relation, header);
    chain.add(link);
    pending = null;
    frameIndent = -1;
    sourceExpected = false;
    messageEnded = false;
    messageLines = 0;
    blanks = 0;
    foreign = 0;
    ipythonType = ipythonType(header.bare());
    panel = header.bare().startsWith("╭");
  }

  /** {@code KeyError Traceback (most recent call last)}. */
  private static @Nullable String ipythonType(String bare) {
    int at = bare.indexOf(HEADER);
    if (at <= 1 || bare.length() > at + HEADER.length() || bare.charAt(at - 1) != ' ') {
      return null;
    }
    String type = bare.substring(0, at).strip();
    return ExceptionText.parseLenient(type) == null ? null : type;
  }

  @Override
  public boolean yieldsTo(FailureFormat other) {
    return !(other instanceof PythonFormat) && (link.isComplete() || foreign > 0);
  }

  @Override
  public boolean mayEnd() {
    return link.isComplete() && messageEnded && pending == null;
  }

  @Override
  public Step acceptLine(LineText offered) {
    LineText line = stripGroupBar(stripDecoration(offered));
    if (line.isBlank()) {
      return readBlank();
    }
    if (readSeparator(line.bare())) {
      return Step.TAKEN;
    }
    Step step = link.isComplete() ? afterException(line) : inFrames(line);
    if (step == Step.TAKEN) {
      blanks = 0;
      link.extendStack(line);
    }
    return step;
  }

  private LineText stripDecoration(LineText line) {
    String behind = gutter.stripFrom(line.raw());
    LineText inner = behind == null ? line : line.withBody(behind);
    return panel ? inner.withBody(TracebackMarks.stripBorders(inner.body())) : inner;
  }

  /** {@code | File "a.py", line 3, in main} of an exception group. */
  private static LineText stripGroupBar(LineText line) {
    String body = line.body();
    int bar = TextScan.blanksEnd(body, 0);
    if (bar >= body.length() || body.charAt(bar) != '|') {
      return line;
    }
    int from = bar + 1 < body.length() && body.charAt(bar + 1) == ' ' ? bar + 2 : bar + 1;
    return line.withBody(body.substring(from));
  }

  /** {@code +-+---------------- 1 ----------------} before each exception of a group. */
  private boolean readSeparator(String bare) {
    if (bare.startsWith("+-")) {
      readGroupBar(bare);
      return true;
    }
    if (bare.startsWith("╭") || bare.startsWith("╰")) {
      panel = bare.startsWith("╭");
      if (panel && bare.contains(HEADER) && link.isComplete() && pending == null) {
        return false;
      }
      return !bare.contains(HEADER);
    }
    return bare.equals("\"\"\"");
  }

  /** The bar before the first exception of a group, before its next one, or at its end. */
  private void readGroupBar(String bare) {
    if (!link.isComplete()) {
      return;
    }
    boolean first = bare.startsWith("+-+-");
    boolean end = TracebackMarks.isRule(bare, 1, '-');
    pending = first ? Relation.CARRIED : Relation.SIBLING;
    if (end) {
      pending = null;
      messageEnded = true;
    }
  }

  private Step readBlank() {
    blanks++;
    // RuntimeError: and its message after a blank line
    boolean unsaid =
        link.isComplete()
            && link.message().isEmpty()
            && (link.line().bare().endsWith(":") || isParagraph(link.line()));
    messageEnded = link.isComplete() && !(unsaid && blanks == 1) && !link.isAnnouncement();
    return blanks > MAX_BLANK && link.isComplete() ? Step.ENDED : Step.TAKEN;
  }

  /**
   * Whether a line is a paragraph of Poetry's report: {@code RuntimeError}, behind two blanks; the
   * message is the next paragraph.
   */
  private boolean isParagraph(LineText line) {
    return !link.hasFrames() && line.countIndent() == 2;
  }

  private Step inFrames(LineText line) {
    String bare = line.bare();
    StackFrame frame = FrameText.of(bare);
    if (frame != null) {
      link.addFrame(frame, line);
      frameIndent = line.countIndent();
      sourceExpected = true;
      return Step.TAKEN;
    }
    if (bare.contains(HEADER)) {
      // Two processes that write to one file may begin their tracebacks on neighbouring lines.
      return link.hasFrames() || ipythonType(bare) != null ? Step.ENDED : Step.TAKEN;
    }
    ExceptionText text = ExceptionText.parseLenient(bare);
    if (text != null && isException(line, bare)) {
      link.setException(text, line);
    } else if (!isSource(line, bare)) {
      return readForeign(line);
    } else if (sourceExpected) {
      link.setRaising(line);
    }
    sourceExpected = false;
    return Step.TAKEN;
  }

  private Step readForeign(LineText line) {
    if (foreign == 0 && !sourceExpected && link.hasFrames() && cut == null) {
      // Torch not compiled with CUDA enabled: the class was cut off
      boolean message =
          line.severity() == Severity.UNSTATED
              && line.countIndent() < frameIndent
              && !line.bare().startsWith(FENCE);
      cut = message ? line : null;
    }
    return ++foreign > MAX_FOREIGN ? Step.ENDED : Step.PASSED;
  }

  private boolean isException(LineText line, String bare) {
    if (panel || ipythonType != null && !bare.startsWith(ipythonType)) {
      return false;
    }
    boolean outside = line.countIndent() < frameIndent || ipythonType != null;
    // If a collector dropped the indentation, only the name of the class identifies the exception.
    return outside
        || ExceptionText.parseStrict(bare) != null && (frameIndent <= 0 || !sourceExpected);
  }

  private boolean isSource(LineText line, String bare) {
    return link.hasFrames() && (line.countIndent() > frameIndent || sourceExpected)
        || panel
        || ipythonType != null
        || TracebackMarks.hasOnlyMarks(bare)
        || bare.startsWith("[Previous line repeated ");
  }

  private Step afterException(LineText line) {
    String bare = line.bare();
    if (readRelation(bare)) {
      return Step.TAKEN;
    }
    if (bare.contains(HEADER)) {
      return readHeader(line, bare);
    }
    StackFrame frame = FrameText.of(bare);
    if (frame != null && !bare.startsWith("> ")) {
      return readCarriedFrame(line, frame);
    }
    if (link.isAnnouncement() && pending == null) {
      return readAnnounced(line, bare);
    }
    if (pending != null || messageEnded) {
      return ++foreign > 3 ? Step.ENDED : Step.PASSED;
    }
    return readMessage(line, bare);
  }

  /**
   * The message that TensorFlow prints about a graph, after the definition of the node: {@code
   * Incompatible shapes: [32,10] vs. [32,1]}; or the first of several: {@code (0) INVALID_ARGUMENT:
   * Incompatible shapes}.
   */
  private Step readAnnounced(LineText line, String bare) {
    if (link.announcesRoots()) {
      if (bare.startsWith(FIRST_ROOT)) {
        link.replaceMessage(bare.substring(FIRST_ROOT.length()), line);
      }
      return bare.startsWith(FIRST_ROOT) || line.countIndent() > 0 ? Step.TAKEN : Step.ENDED;
    }
    boolean place =
        bare.startsWith("Detected at node") || bare.startsWith("Node: ") || line.countIndent() > 1;
    if (!place) {
      link.replaceMessage(bare, line);
    }
    return Step.TAKEN;
  }

  private boolean readRelation(String bare) {
    if (bare.startsWith("During handling of the above exception, another exception")) {
      pending = Relation.DURING;
    } else if (bare.startsWith("The above exception was the direct cause of the following")) {
      pending = Relation.CAUSE;
    } else if (bare.startsWith("-- Process ") && bare.contains(" terminated with the following")) {
      // -- Process 1 terminated with the following error:
      pending = Relation.CARRIED;
      carriedRank = TextScan.parseNumber(bare, 11);
    } else {
      return false;
    }
    return true;
  }

  private Step readHeader(LineText line, String bare) {
    // Original Traceback (most recent call last): of a DataLoader's worker
    if (pending == null
        && (bare.startsWith("Original Traceback") || Cascade.carriesTraceback(link))) {
      pending = Relation.CARRIED;
    }
    if (pending == null) {
      return Step.ENDED;
    }
    beginLink(pending, line);
    return Step.TAKEN;
  }

  /** Ray prints the worker's frames as the message of the driver's exception. */
  private Step readCarriedFrame(LineText line, StackFrame frame) {
    if (messageEnded && pending == null) {
      return Step.ENDED;
    }
    if (pending == null && link.isAnnouncement()) {
      return Step.TAKEN;
    }
    if (pending == null && !Cascade.carriesTraceback(link)) {
      // A syntax error has no header: its frame follows the exception of another process.
      if (messageLines == 0 && !link.message().endsWith(":")) {
        return Step.ENDED;
      }
      return line.countIndent() > 0 ? readMessage(line, line.bare()) : Step.ENDED;
    }
    beginLink(pending == null ? Relation.CARRIED : pending, line);
    link.addFrame(frame, line);
    frameIndent = line.countIndent();
    sourceExpected = true;
    return Step.TAKEN;
  }

  private Step readMessage(LineText line, String bare) {
    if (line.severity() != Severity.UNSTATED && line.severity() != link.header.severity()
        || ++messageLines > MAX_MESSAGE
        || TracebackMarks.isRule(bare, 0, '-') && bare.length() > MAX_RULE
        || TracebackMarks.isPrompt(bare)
        || blanks > 0 && isParagraph(link.line()) && !isParagraph(line)
        || Aftermath.announcesRetry(bare)
        || Aftermath.isProgress(bare)) {
      return Step.ENDED;
    }
    ExceptionText inner = ExceptionText.parseStrict(bare);
    if (inner != null && link.message().endsWith(":")) {
      // torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:
      // ImportError: cannot import name 'triton_key' from 'triton.compiler.compiler'
      ChainLink outer = link;
      beginLink(Relation.CARRIED, line);
      outer.frames().forEach(f -> link.addFrame(f, line));
      link.setException(inner, line);
      return Step.TAKEN;
    }
    if (inner != null && repeats(inner)) {
      return Step.ENDED;
    }
    link.continueMessage(bare, line);
    return Step.TAKEN;
  }

  /** The next attempt fails in the same way, or what stood between the two was no message. */
  private boolean repeats(ExceptionText other) {
    String text = other.message();
    return other.type().equals(link.exception().type())
            && link.message().startsWith(text.substring(0, Math.min(text.length(), MIN_ALIKE)))
        || !link.hasFrames() && messageLines > 1;
  }

  /** Starts at an exception whose traceback is cut off or was never printed. */
  TracebackBlock startAtException(ExceptionText text, LineText line) {
    link.setException(text, line);
    return this;
  }

  /** The message is one line: each further one has a time and a program of its own. */
  TracebackBlock endMessage() {
    messageEnded = true;
    return this;
  }

  /** Starts at a frame of a traceback whose beginning is cut off. */
  TracebackBlock startAtFrame(LineText line) {
    inFrames(line);
    return this;
  }

  /** The event of a traceback that breaks off, with the line in place of its exception. */
  private FailureEvent cutOff(LineText cut) {
    Failure failure =
        Failure.UncaughtException.ofPython(null, cut.bare(), link.frames(), cut.number());
    return FailureEvent.of(cut, failure, CausalRole.COMPLAINT);
  }

  @Override
  public @Nullable FailureEvent toEvent() {
    if (cut != null && !link.isComplete() && foreign <= MAX_AFTER_CUT) {
      return cutOff(cut);
    }
    if (!link.isComplete() && foreign <= MAX_AFTER_CUT) {
      link.completeFromStatement();
    }
    return chain.toEvent(lost, carriedRank);
  }
}
