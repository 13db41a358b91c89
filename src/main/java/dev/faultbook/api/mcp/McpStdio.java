package dev.faultbook.api.mcp;

import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.LineReceiver;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The tools over standard input and output: a message in each line, answered in their order. */
public final class McpStdio {
  /** Most bytes of text in one log. */
  private static final long LIMIT = 16L * 1024 * 1024 * 1024;

  private McpStdio() {}

  /**
   * Answers messages until the input ends.
   *
   * @param root the folder below which a tool may read logs by their path; blank if it may read
   *     none
   */
  public static void answerAll(Knowledge knowledge, String root, InputStream in, OutputStream out)
      throws IOException {
    MemoryBudget budget = new MemoryBudget(Runtime.getRuntime().maxMemory() / 2);
    McpLogs logs = new McpLogs(() -> new InMemoryLog.Receiver(LIMIT, budget), root);
    try (DiagnosisGate gate = new DiagnosisGate(1, 1, 0, Duration.ofMinutes(1))) {
      McpTools tools =
          new McpTools(knowledge, new Diagnoser(knowledge), gate, logs, UnaryOperator.identity());
      McpServer server = new McpServer(() -> tools);
      LineReceiver messages = new LineReceiver(in, budget);
      for (Optional<LineReceiver.Line> next = messages.next();
          next.isPresent();
          next = messages.next()) {
        try (LineReceiver.Line message = next.get()) {
          if (!message.isBlank()) {
            answer(server, message, out);
          }
        }
      }
    }
  }

  private static void answer(McpServer server, LineReceiver.Line message, OutputStream out)
      throws IOException {
    Optional<byte[]> answer;
    try {
      answer = server.answer(message.bytes());
    } catch (RefusedException e) {
      answer = Optional.of(server.refuse(e.getMessage()));
    }
    if (answer.isPresent()) {
      out.write(answer.get());
      out.write('\n');
      out.flush();
    }
  }
}
