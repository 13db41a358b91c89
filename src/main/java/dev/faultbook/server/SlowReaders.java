package dev.faultbook.server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.coyote.CloseNowException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Disconnects clients that read an answer too slowly, because answers stay in memory until they are
 * read. The connection's own timeout ends a write without any progress; a client that reads a
 * little now and then would hold an answer for hours.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class SlowReaders extends OncePerRequestFilter {
  /** Lowest accepted rate, in bytes per second of waiting: a page of 40 KB takes five seconds. */
  private static final long RATE = 8 * 1024;

  /** Waiting time before the rate is enforced. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final LongSupplier clock;

  @Autowired
  SlowReaders() {
    this(System::nanoTime);
  }

  /**
   * @param clock nanoseconds since an arbitrary origin
   */
  SlowReaders(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Timed timed = new Timed(response, clock);
    chain.doFilter(request, timed);
    if (timed.body != null && timed.body.tooSlow) {
      // A handler may have treated the error as handled: the answer must not look complete.
      throw new CloseNowException(Body.REASON);
    }
  }

  private static final class Timed extends HttpServletResponseWrapper {
    private final LongSupplier clock;
    private @Nullable Body body;

    Timed(HttpServletResponse response, LongSupplier clock) {
      super(response);
      this.clock = clock;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      if (body == null) {
        body = new Body(super.getOutputStream(), clock);
      }
      return body;
    }
  }

  /** Measures how long the client keeps the server waiting. */
  private static final class Body extends ServletOutputStream {
    private static final String REASON = "The client reads too slowly";

    /** The rate is looked at after so many bytes. */
    private static final int CHUNK = 16 * 1024;

    private final ServletOutputStream out;
    private final LongSupplier clock;
    private long sent;
    private long waited;
    private boolean tooSlow;

    Body(ServletOutputStream out, LongSupplier clock) {
      this.out = out;
      this.clock = clock;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int at, int length) throws IOException {
      for (int done = 0; done < length; done += CHUNK) {
        if (tooSlow) {
          throw new CloseNowException(REASON);
        }
        int n = Math.min(CHUNK, length - done);
        long start = clock.getAsLong();
        out.write(bytes, at + done, n);
        waited += clock.getAsLong() - start;
        sent += n;
        tooSlow = waited > GRACE.toNanos() && sent < waited / 1e9 * RATE;
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }

    @Override
    public boolean isReady() {
      return out.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      out.setWriteListener(listener);
    }
  }
}
