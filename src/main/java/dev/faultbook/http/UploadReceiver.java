package dev.faultbook.http;

import dev.faultbook.intake.Bulkhead;
import dev.faultbook.intake.InMemoryLog;
import dev.faultbook.intake.MemoryBudget;
import dev.faultbook.intake.MinimumRateInputStream;
import dev.faultbook.intake.PairUpload;
import dev.faultbook.intake.TooBusyException;
import dev.faultbook.intake.Upload;
import dev.faultbook.settings.FaultbookProperties;
import jakarta.annotation.PreDestroy;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.stereotype.Component;

/**
 * Receives the logs of a request. A limited number of uploads is received at a time; the rest waits
 * and is refused before a byte of its body was read. Slow senders are cut off.
 */
@Component
public final class UploadReceiver {
  /** Attribute of a request whose body was not read to its end. */
  static final String UNREAD = "dev.faultbook.http.unread";

  private final long limit;
  private final MemoryBudget budget;
  private final MinimumRateInputStream.Limits rate;
  private final Throttle saves;
  private final Bulkhead uploads;

  UploadReceiver(FaultbookProperties settings, MemoryBudget budget) {
    FaultbookProperties.Http http = settings.http();
    this.limit = settings.diagnosis().maxLogSize().toBytes();
    this.budget = budget;
    this.rate = rateLimits(http);
    this.saves = new Throttle(settings.store().savesPerClient(), settings.store().savesInAll());
    this.uploads =
        new Bulkhead(
            "upload",
            new Bulkhead.Limits(
                http.maxUploads(), http.maxUploadsPerClient(), 0, settings.diagnosis().maxWait()));
  }

  /** Reads a body. */
  private interface Reading<T> {
    T readBody(InputStream body) throws IOException;
  }

  /** How slow a sender may be. */
  static MinimumRateInputStream.Limits rateLimits(FaultbookProperties.Http http) {
    return new MinimumRateInputStream.Limits(
        http.minUploadRate().toBytes(), http.uploadGrace(), http.maxUploadTime());
  }

  /** Most bytes of plain text in a log. */
  public long limit() {
    return limit;
  }

  /** What receives a log. Close it. */
  public InMemoryLog.Receiver openReceiver() {
    return new InMemoryLog.Receiver(limit, budget);
  }

  /**
   * Receives the log of a request. Close it.
   *
   * @throws IOException when it is no log, is too large, or its sender too slow
   * @throws TooBusyException when too many uploads are received already
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
   * Receives the log of a request that asks for it to be stored. Close it.
   *
   * @throws IOException when it is no log, is too large, or its sender too slow
   * @throws TooBusyException when too many uploads are received already
   * @throws TooOftenException when too many logs were stored in this minute
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
   * @throws IOException when they are no logs, are too large, or their sender too slow
   * @throws TooBusyException when too many uploads are received already
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

  private <T> T admit(HttpServletRequest request, Reading<T> reading) throws IOException {
    MinimumRateInputStream body =
        new MinimumRateInputStream(request.getInputStream(), rate, System::nanoTime);
    // Removed when all went well; what a refused request still sends is the connection's concern.
    request.setAttribute(UNREAD, body);
    T received = uploads.call(ClientAddress.of(request), limit, () -> reading.readBody(body));
    request.removeAttribute(UNREAD);
    return received;
  }

  @PreDestroy
  void close() {
    uploads.close();
  }
}
