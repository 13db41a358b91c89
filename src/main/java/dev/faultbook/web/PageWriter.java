package dev.faultbook.web;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Passes a page on in large pieces. The template engine writes each tag and each attribute on its
 * own; a response would lock and call its encoder some thousand times. For one thread.
 */
final class PageWriter extends PrintWriter {
  private static final int SIZE = 8192;

  private final char[] buffer = new char[SIZE];
  private int length;

  private PageWriter(PrintWriter out) {
    super(out);
  }

  /** A response whose writer is such a writer; it must be flushed after the page. */
  static HttpServletResponse over(HttpServletResponse response) {
    return new Buffered(response);
  }

  @Override
  public void write(int c) {
    if (length == SIZE) {
      passOn();
    }
    buffer[length++] = (char) c;
  }

  @Override
  public void write(char[] text, int from, int count) {
    if (count > SIZE - length) {
      passOn();
    }
    if (count > SIZE) {
      super.write(text, from, count);
      return;
    }
    System.arraycopy(text, from, buffer, length, count);
    length += count;
  }

  @Override
  public void write(String text, int from, int count) {
    if (count > SIZE - length) {
      passOn();
    }
    if (count > SIZE) {
      super.write(text, from, count);
      return;
    }
    text.getChars(from, from + count, buffer, length);
    length += count;
  }

  @Override
  public void write(String text) {
    write(text, 0, text.length());
  }

  @Override
  public void write(char[] text) {
    write(text, 0, text.length);
  }

  @Override
  public void flush() {
    passOn();
    super.flush();
  }

  private void passOn() {
    super.write(buffer, 0, length);
    length = 0;
  }

  private static final class Buffered extends HttpServletResponseWrapper {
    private @Nullable PrintWriter writer;

    Buffered(HttpServletResponse response) {
      super(response);
    }

    @Override
    public PrintWriter getWriter() throws IOException {
      if (writer == null) {
        writer = new PageWriter(super.getWriter());
      }
      return writer;
    }
  }
}
