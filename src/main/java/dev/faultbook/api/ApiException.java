package dev.faultbook.api;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A call failed; the answer is a problem document. The message is for the client. */
final class ApiException extends ResponseStatusException {
  private static final long serialVersionUID = 1L;

  private ApiException(HttpStatus status, String message) {
    super(status, message);
  }

  static ApiException notFound(String message) {
    return new ApiException(HttpStatus.NOT_FOUND, message);
  }

  static ApiException badRequest(String message) {
    return new ApiException(HttpStatus.BAD_REQUEST, message);
  }
}
