package dev.faultbook.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures the requests per second of a running server, and their ratio to the rate of a static
 * file.
 *
 * <p>{@code -Dbenchmark.server} sets the address of the server. Requests are sent one at a time,
 * and the kinds of request are measured in turn, so that other load on the machine affects all of
 * them equally.
 */
public final class PageBenchmark {
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 7;
  private static final long TURN = TimeUnit.SECONDS.toNanos(1);

  /** A log of about 4 KB with a cause, its consequences, and lines of a healthy job. */
  private static final String LOG = composeLog();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private PageBenchmark() {}

  /** A kind of request. */
  private record Kind(String name, HttpRequest request, List<Double> rates) {
    Kind(String name, HttpRequest.Builder request) {
      this(name, request.build(), new ArrayList<>());
    }

    double medianRate() {
      return rates.stream().sorted().skip(rates.size() / 2).findFirst().orElseThrow();
    }
  }

  /** Measures the server and prints a row for each kind of request. */
  public static void main(String[] args) throws IOException, InterruptedException {
    new PageBenchmark().measure(System.getProperty("benchmark.server", "http://localhost:8080"));
  }

  private void measure(String server) throws IOException, InterruptedException {
    List<Kind> kinds =
        List.of(
            new Kind("static file", get(server + findStyleSheet(server))),
            new Kind("front page", get(server + "/")),
            new Kind("entry page", get(server + "/entries/nccl-shared-memory")),
            new Kind("search", get(server + "/search?q=cuda+out+of+memory")),
            new Kind("diagnosis, JSON", post(server + "/api/v1/diagnoses", "application/json")),
            new Kind("diagnosis, page", post(server + "/?again=1", "text/html")));
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (Kind kind : kinds) {
        double rate = rateOf(kind);
        if (round >= 0) {
          kind.rates().add(rate);
        }
      }
    }
    double base = kinds.getFirst().medianRate();
    for (Kind kind : kinds) {
      double rate = kind.medianRate();
      System.out.printf(
          Locale.ROOT, "%-16s %8.0f requests/s  %5.2f%n", kind.name(), rate, rate / base);
    }
  }

  private double rateOf(Kind kind) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long requests = 0;
    long passed;
    do {
      send(kind.request());
      requests++;
      passed = System.nanoTime() - start;
    } while (passed < TURN);
    return requests * 1e9 / passed;
  }

  private String send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(request.uri() + " answers " + answer.statusCode());
    }
    return answer.body();
  }

  /** Reads the path of the style sheet from the front page, because it contains a hash. */
  private String findStyleSheet(String server) throws IOException, InterruptedException {
    String page = send(get(server + "/").build());
    int end = page.indexOf(".css\"") + ".css".length();
    return page.substring(page.lastIndexOf('"', end - 1) + 1, end);
  }

  private static HttpRequest.Builder get(String address) {
    return HttpRequest.newBuilder(URI.create(address)).header("Accept", "text/html,*/*");
  }

  private static HttpRequest.Builder post(String address, String accepted) {
    return HttpRequest.newBuilder(URI.create(address))
        .header("Accept", accepted)
        .header("Content-Type", "text/plain")
        .POST(HttpRequest.BodyPublishers.ofString(LOG));
  }

  private static String composeLog() {
    StringBuilder log = new StringBuilder();
    for (int step = 0; log.length() < 3600; step++) {
      log.append("[2026-11-21 03:43:11,120] [INFO] [logging.py:107:log_dist] [rank 0] step=")
          .append(step)
          .append(", skipped=0, lr=[0.0001], mom=[(0.9, 0.95)]\n");
    }
    return log.append(
            """
            [rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.83 GiB. GPU 3 has a total capacity of 79.15 GiB of which 5.21 GiB is free.
            [rank0]:[E1121 03:43:41.204117801 ProcessGroupNCCL.cpp:616] [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=911, OpType=ALLREDUCE) ran for 1800077 milliseconds before timing out.
            torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
            """)
        .toString();
  }
}
