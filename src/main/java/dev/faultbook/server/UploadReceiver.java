package dev.faultbook.server;

import dev.faultbook.settings.FaultbookProperties;
import jakarta.annotation.PreDestroy;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/**
 * Receives the logs of requests. The number of concurrent uploads is limited; further ones wait,
 * and are refused before any byte of their bodies is read. Slow clients are disconnected, sooner
 * where others wait.
 */
@Component
public final class UploadReceiver {
  /** Request attribute with a body that was not read completely. */
  static final String UNREAD = "dev.faultbook.http.unread";

  /** Bodies up to this size, in bytes, never wait for larger ones, whose senders may be slow. */
  private static final long SMALL_BODY = 64 * 1024;

  /**
   * Bodies up to this size, in bytes, may arrive together with the headers. Most pastes do. Those
   * have places of their own, which no slow sender takes, because nobody waits for their bytes.
   */
  private static final int ARRIVES_AT_ONCE = 8 * 1024;

  private final long limit;
  private final Duration maxTime;
  private final MemoryBudget budget;
  private final MinimumRateInputStream.Limits rate;
  private final long contendedRate;
  private final Throttle saves;
  private final StalledBodies stalled;
  private final Bulkhead uploads;

  UploadReceiver(FaultbookProperties settings, MemoryBudget budget, StalledBodies stalled) {
    FaultbookProperties.Http http = settings.http();
    this.limit = settings.diagnosis().maxLogSize().toBytes();
    this.maxTime = settings.diagnosis().maxTime();
    this.budget = budget;
    this.stalled = stalled;
    this.rate = rateLimits(http);
    this.contendedRate = http.contendedUploadRate().toBytes();
    this.saves = new Throttle(settings.store().savesPerClient(), settings.store().savesInAll());
    this.uploads =
        new Bulkhead(
            "upload",
            new Bulkhead.Limits(
                List.of(
                    Bulkhead.Places.sharedOut(0, 2 * Runtime.getRuntime().availableProcessors()),
                    places(SMALL_BODY, http),
                    places(Long.MAX_VALUE, http)),
                settings.diagnosis().maxWait()));
  }

  /** A quarter of the places is for clients that send nothing else. */
  private static Bulkhead.Places places(long largest, FaultbookProperties.Http http) {
    return new Bulkhead.Places(
        largest, http.maxUploads(), http.maxUploadsPerClient(), http.maxUploads() / 4);
  }

  /** Reads a body. */
  private interface Reading<T> {
    T readBody(InputStream body) throws IOException;
  }

  /** The slowest accepted client. */
  static MinimumRateInputStream.Limits rateLimits(FaultbookProperties.Http http) {
    return new MinimumRateInputStream.Limits(
        http.minUploadRate().toBytes(), http.uploadGrace(), http.maxUploadTime());
  }

  /**
   * Does nothing unless the client of a request sent its body too slowly.
   *
   * @throws UnreadableLogException if it did
   */
  public static void checkRate(HttpServletRequest request) throws UnreadableLogException {
    if (request.getAttribute(UNREAD) instanceof MinimumRateInputStream body) {
      body.checkRate();
    }
  }

  /** Most bytes of uncompressed text in a log. */
  public long limit() {
    return limit;
  }

  /** A receiver for one log. The caller must close it. */
  public InMemoryLog.Receiver openReceiver() {
    return new InMemoryLog.Receiver(limit, budget, maxTime);
  }

  /**
   * Receives the log of a request. The caller must close it.
   *
   * @throws IOException if it is not a log, is too large, or the client is too slow
   * @throws TooBusyException if too many uploads are in progress
   */
  public InMemoryLog receiveLog(HttpServletRequest request) throws IOException {
    return admit(
        request,
        body -> {
          try (InMemoryLog.Receiver receiver = openReceiver()) {
            Upload.receiveLog(
                body, request.getContentType(), request.getHeader("Content-Encoding"), receiver);
            return receiver.finishLog();
          }
        });
  }

  /**
   * Receives the log of a request that asks for storage. The caller must close it.
   *
   * @throws IOException if it is not a log, is too large, or the client is too slow
   * @throws TooBusyException if too many uploads are in progress
   * @throws TooOftenException if too many logs were stored in this minute
   */
  public InMemoryLog receiveToStore(HttpServletRequest request) throws IOException {
    saves.admit(ClientAddress.of(request));
    return receiveLog(request);
  }

  /**
   * Receives the two logs of a request.
   *
   * @param good receives the log of the good run
   * @param bad receives the log of the bad run
   * @throws IOException if they are not logs, are too large, or the client is too slow
   * @throws TooBusyException if too many uploads are in progress
   */
  public void receivePair(
      HttpServletRequest request, InMemoryLog.Receiver good, InMemoryLog.Receiver bad)
      throws IOException {
    admit(
        request,
        body -> {
          String coding = request.getHeader("Content-Encoding");
          PairUpload.Receivers logs = new PairUpload.Receivers(good, bad);
          PairUpload.receivePair(body, request.getContentType(), coding, logs);
          return good;
        });
  }

  /**
   * Receives the whole body of a request that carries a message.
   *
   * @param most most bytes
   * @throws IOException if the client is too slow
   * @throws ResponseStatusException if the body is larger
   * @throws TooBusyException if too many uploads are in progress
   */
  public byte[] receiveMessage(HttpServletRequest request, int most) throws IOException {
    return admit(
        request,
        body -> {
          byte[] bytes = body.readNBytes(most + 1);
          if (bytes.length > most) {
            throw new ResponseStatusException(
                HttpStatus.CONTENT_TOO_LARGE, "A message is limited to " + most / 1024 + " KB.");
          }
          return bytes;
        });
  }

  private <T> T admit(HttpServletRequest request, Reading<T> reading) throws IOException {
    long declared = request.getContentLengthLong();
    long missing = declared < 0 ? Long.MAX_VALUE : declared; // a chunked body may have any size
    InputStream in = request.getInputStream();
    if (missing <= ARRIVES_AT_ONCE && in.available() > 0) {
      PushbackInputStream begun = new PushbackInputStream(in, ARRIVES_AT_ONCE);
      missing -= peek(begun);
      in = begun;
    }
    MinimumRateInputStream body = new MinimumRateInputStream(in, rate, System::nanoTime);
    // Removed on success; the rest of a refused request is handled with the connection.
    request.setAttribute(UNREAD, body);
    stalled.watch(body, request);
    try {
      T received =
          uploads.call(
              ClientAddress.of(request),
              missing,
              () -> body.giveWayBelow(contendedRate),
              () -> reading.readBody(body));
      request.removeAttribute(UNREAD);
      return received;
    } finally {
      stalled.release(body);
    }
  }

  /** The number of bytes that a stream has at once. */
  private static int peek(PushbackInputStream in) throws IOException {
    byte[] bytes = new byte[ARRIVES_AT_ONCE];
    int n = Math.max(0, in.read(bytes));
    in.unread(bytes, 0, n);
    return n;
  }

  /** A sender that hardly uses its place loses it while others wait for one. */
  @Scheduled(fixedRate = 500)
  void makeRoom() {
    uploads.makeRoom();
  }

  @PreDestroy
  void close() {
    uploads.close();
  }
}
