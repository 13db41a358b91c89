package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.coyote.CloseNowException;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Regression: a client that read a few bytes now and then held the page of its log for hours. */
class SlowReadersTests {
  private static final int SECOND = 1000;

  private final AtomicLong now = new AtomicLong();
  private final SlowReaders filter = new SlowReaders(now::get);
  private int sent;

  @Test
  void whoReadsTooSlowlyIsDisconnected() {
    // 16 KB in three seconds.
    assertThatExceptionOfType(CloseNowException.class)
        .isThrownBy(() -> send(3 * SECOND, response -> write(response, 1 << 20)));
    assertThat(sent).isBetween(48 * 1024, 80 * 1024);
  }

  /** Otherwise the end of the answer would follow, and half of a log would look like all of it. */
  @Test
  void whoeverHandlesTheErrorTheConnectionIsClosed() {
    assertThatExceptionOfType(CloseNowException.class)
        .isThrownBy(
            () ->
                send(
                    20 * SECOND,
                    response -> {
                      try {
                        write(response, 1 << 20);
                      } catch (IOException handled) {
                        assertThat(handled).isInstanceOf(CloseNowException.class);
                      }
                    }));
  }

  @Test
  void aSteadyReaderGetsEverything() throws Exception {
    send(SECOND, response -> write(response, 1 << 20));
    assertThat(sent).isEqualTo(1 << 20);
  }

  @Test
  void aServerThatTakesItsTimeBlamesNobody() throws Exception {
    send(
        0,
        response -> {
          for (int i = 0; i < 10; i++) {
            write(response, 1);
            now.addAndGet(Duration.ofMinutes(1).toNanos());
          }
        });
    assertThat(sent).isEqualTo(10);
  }

  /** Writes an answer. */
  private interface Answer {
    void write(ServletResponse response) throws IOException;
  }

  private static void write(ServletResponse response, int bytes) throws IOException {
    response.getOutputStream().write(new byte[bytes]);
  }

  /** Sends an answer to a client that takes a time for each write, in milliseconds. */
  private void send(long millis, Answer answer) throws Exception {
    MockHttpServletResponse slow =
        new MockHttpServletResponse() {
          @Override
          public ServletOutputStream getOutputStream() {
            return new SlowOutput(millis);
          }
        };
    filter.doFilter(
        new MockHttpServletRequest(), slow, (request, response) -> answer.write(response));
  }

  private final class SlowOutput extends ServletOutputStream {
    private final long millis;

    SlowOutput(long millis) {
      this.millis = millis;
    }

    @Override
    public void write(int b) {
      write(new byte[1], 0, 1);
    }

    @Override
    public void write(byte[] bytes, int at, int length) {
      now.addAndGet(Duration.ofMillis(millis).toNanos());
      sent += length;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new UnsupportedOperationException();
    }
  }
}
