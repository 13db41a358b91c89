package dev.faultbook.api;

import org.springframework.http.HttpStatus;

/** A call failed; the answer is a problem document. The message is for the client. */
final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final HttpStatus status;

  ApiException(HttpStatus status, String message) {
    super(message);
    this.status = status;
  }

  static ApiException notFound(String message) {
    return new ApiException(HttpStatus.NOT_FOUND, message);
  }

  static ApiException badRequest(String message) {
    return new ApiException(HttpStatus.BAD_REQUEST, message);
  }

  HttpStatus status() {
    return status;
  }
}
