package dev.faultbook.server;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.InputStream;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockHttpServletRequest;

/** A request whose body is a stream. */
final class TestBody {
  private TestBody() {}

  /**
   * @param type content type, or null
   * @param coding content encoding, or null
   */
  static HttpServletRequest of(InputStream body, String type, String coding) {
    MockHttpServletRequest request =
        new MockHttpServletRequest() {
          @Override
          public ServletInputStream getInputStream() {
            return new DelegatingServletInputStream(body);
          }
        };
    request.setContentType(type);
    if (coding != null) {
      request.addHeader("Content-Encoding", coding);
    }
    return request;
  }
}
