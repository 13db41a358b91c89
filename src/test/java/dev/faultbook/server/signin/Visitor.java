package dev.faultbook.server.signin;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Someone with a browser that keeps cookies and shows each redirection. */
final class Visitor {
  private final CookieManager cookies = new CookieManager();
  private final HttpClient client = HttpClient.newBuilder().cookieHandler(cookies).build();
  private final String base;

  Visitor(int port) {
    this.base = "http://127.0.0.1:" + port;
  }

  private Visitor(int port, Visitor same) {
    this(port);
    same.cookies.getCookieStore().getCookies().forEach(c -> cookies.getCookieStore().add(null, c));
  }

  /** The same browser, led to another instance. */
  Visitor at(int port) {
    return new Visitor(port, this);
  }

  HttpResponse<String> get(String path, String... headers) {
    return send(request(path, headers));
  }

  HttpResponse<String> post(String path, Map<String, String> fields, String... headers) {
    String form =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + encode(field.getValue()))
            .collect(Collectors.joining("&"));
    return send(
        request(path, headers)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form)));
  }

  HttpResponse<String> enter(String name, String password) {
    return post("/login", Map.of("name", name, "password", password));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** The address to which an answer leads. */
  static String locationOf(HttpResponse<String> answer) {
    return answer.headers().firstValue("Location").orElse("");
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(path.startsWith("http:") ? path : base + path))
            .header("Accept", "text/html,*/*;q=0.8");
    if (headers.length > 0) {
      for (int i = 0; i < headers.length; i += 2) {
        request.setHeader(headers[i], headers[i + 1]);
      }
    }
    return request;
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
