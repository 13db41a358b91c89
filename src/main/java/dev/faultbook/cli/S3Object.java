package dev.faultbook.cli;

import dev.faultbook.server.InMemoryLog;
import java.io.IOException;

/**
 * An object in S3 or what speaks its protocol, fetched by {@code aws}, or by {@code s5cmd} where
 * there is no {@code aws}; region, endpoint and credentials are theirs.
 *
 * @param url {@code s3://BUCKET/KEY}
 */
record S3Object(String url) implements LogAddress {
  private static final String SCHEME = "s3://";
  private static final int MAX_BUCKET = 63;
  private static final int MAX_KEY = 1024;

  static S3Object parse(String url) throws IOException {
    int slash = url.indexOf('/', SCHEME.length());
    String key = url.substring(slash + 1);
    if (!url.startsWith(SCHEME)
        || slash < 0
        || !LogAddress.isName(url.substring(SCHEME.length(), slash), "-._", MAX_BUCKET)
        || key.isEmpty()
        || key.endsWith("/")
        || key.length() > MAX_KEY
        || key.chars().anyMatch(Character::isISOControl)) {
      throw new IOException("expected s3://BUCKET/KEY");
    }
    return new S3Object(url);
  }

  @Override
  public void fetchInto(InMemoryLog.Receiver receiver) throws IOException {
    try {
      new LogProgram("aws", "s3", "cp", url, "-").receive(url, receiver);
    } catch (LogProgram.MissingException noAws) {
      try {
        // --raw: a star in the key is a star.
        new LogProgram("s5cmd", "cat", "--raw", url).receive(url, receiver);
      } catch (LogProgram.MissingException neither) {
        throw new IOException("neither aws nor s5cmd is installed, or on PATH", neither);
      }
    }
  }
}
