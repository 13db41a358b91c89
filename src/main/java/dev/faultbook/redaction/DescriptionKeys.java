package dev.faultbook.redaction;

import java.util.Locale;
import java.util.Set;

/** Keys of a map that holds a secret, whose values describe the secret: {@code id}, {@code url}. */
final class DescriptionKeys {

  private static final Set<String> KEYS =
      Set.of(
          "alg",
          "algorithm",
          "arn",
          "bucket",
          "created",
          "date",
          "description",
          "digest",
          "email",
          "endpoint",
          "error",
          "expires",
          "expiry",
          "file",
          "format",
          "from",
          "hash",
          "host",
          "id",
          "image",
          "kind",
          "message",
          "model",
          "msg",
          "name",
          "namespace",
          "owner",
          "path",
          "prefix",
          "provider",
          "ref",
          "region",
          "role",
          "scheme",
          "scope",
          "source",
          "state",
          "status",
          "target",
          "time",
          "timestamp",
          "title",
          "type",
          "updated",
          "uri",
          "url",
          "user",
          "version");

  private DescriptionKeys() {}

  /** Whether the value of a key describes a secret. Case does not matter. */
  static boolean contains(String key) {
    String small = key.toLowerCase(Locale.ROOT);
    return KEYS.contains(small)
        || small.endsWith("name")
        || small.endsWith("path")
        || small.endsWith("file")
        || small.endsWith("_at")
        || small.endsWith("type");
  }
}
