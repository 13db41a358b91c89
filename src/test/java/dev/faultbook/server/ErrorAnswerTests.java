package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class ErrorAnswerTests {
  /**
   * Regression: the user got a generic error message, and the server's log named only the wrapping
   * exception.
   */
  @Test
  void anExhaustedHeapIsSeenThroughEveryWrapper() {
    OutOfMemoryError heap = new OutOfMemoryError("Java heap space");
    for (Throwable wrapped :
        List.of(
            heap,
            new ServletException("Handler dispatch failed", heap),
            new CompletionException(heap),
            new ExecutionException(heap),
            new BootstrapMethodError(heap),
            new ServletException("Handler dispatch failed", new CompletionException(heap)))) {
      assertThat(ErrorAnswer.causeOf(wrapped)).as("%s", wrapped).isSameAs(heap);
    }
  }

  @Test
  void otherErrorsAreNoneOfTheHeap() {
    for (Exception other :
        List.of(new ServletException("x"), new CompletionException(new IllegalStateException()))) {
      assertThat(ErrorAnswer.causeOf(other)).isSameAs(other);
    }
  }
}
