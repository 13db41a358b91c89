package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A C++ program that ends because of an uncaught exception. */
final class TerminateFormat implements FailureFormat {
  private static final String THROWING = "terminate called after throwing an instance of ";
  private static final String LIBCXX = "terminating due to uncaught exception of type ";
  private static final String OLD_LIBCXX = "terminating with uncaught exception of type ";

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    int at = bare.indexOf(THROWING);
    if (at >= 0) {
      // terminate called after throwing an instance of 'c10::Error'
      String type = stripQuotes(bare.substring(at + THROWING.length()));
      return new NativeBlock(line, type, "");
    }
    for (String form : List.of(LIBCXX, OLD_LIBCXX)) {
      int of = bare.indexOf(form);
      if (of >= 0) {
        // libc++abi: terminating due to uncaught exception of type c10::Error: CUDA error
        String rest = bare.substring(of + form.length());
        int colon = rest.indexOf(": ");
        String type = colon < 0 ? rest : rest.substring(0, colon);
        return new NativeBlock(line, type, colon < 0 ? "" : rest.substring(colon + 2));
      }
    }
    // terminate called without an active exception
    return bare.contains("terminate called ") ? new NativeBlock(line, "terminate", bare) : null;
  }

  private static String stripQuotes(String s) {
    int open = s.indexOf('\'');
    int close = s.indexOf('\'', open + 1);
    return open >= 0 && close > open ? s.substring(open + 1, close) : s.strip();
  }
}
