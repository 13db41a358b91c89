package dev.faultbook.store;

import static java.util.stream.Collectors.joining;

import dev.faultbook.log.TextParts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code api_key}, for the server and for the operator's command. */
final class ApiKeyTable {
  private static final String ROWS =
      "select encode(hash, 'hex') as hash, name, scopes, rate, created, used, revoked from api_key";

  private final JdbcClient sql;

  ApiKeyTable(DataSource database) {
    this.sql = JdbcClient.create(database);
  }

  /**
   * A row.
   *
   * @param hash SHA-256 of the secret in hexadecimal digits
   */
  record Row(String hash, ApiKey key) {}

  /** All keys, the revoked ones too, in the order of their creation. */
  List<Row> all() {
    return sql.sql(ROWS + " order by created, name").query((row, _) -> toRow(row)).list();
  }

  /** The key with this hash, valid or revoked. */
  Optional<ApiKey> find(String hash) {
    return sql.sql(ROWS + " where hash = decode(?, 'hex')")
        .param(hash)
        .query((row, _) -> toRow(row).key())
        .optional();
  }

  /** Whether there is a key, valid or revoked. */
  boolean isAny() {
    return sql.sql("select exists (select from api_key)").query(Boolean.class).single();
  }

  /** Adds a key; false if a valid one has its name. */
  boolean add(byte[] hash, ApiKey key) {
    return sql.sql(
                "insert into api_key (hash, name, scopes, rate, created) values (?, ?, ?, ?, ?)"
                    + " on conflict (name) where revoked is null do nothing")
            .param(hash)
            .param(key.name())
            .param(key.scopes().stream().sorted().map(Enum::name).collect(joining(",")))
            .param(key.rate())
            .param(key.created().atOffset(ZoneOffset.UTC))
            .update()
        > 0;
  }

  /** Revokes the valid key of this name; false if there is none. */
  boolean revoke(String name, Instant now) {
    return sql.sql("update api_key set revoked = ? where name = ? and revoked is null")
            .param(now.atOffset(ZoneOffset.UTC))
            .param(name)
            .update()
        > 0;
  }

  void noteUse(String hash, Instant when) {
    sql.sql("update api_key set used = ? where hash = decode(?, 'hex')")
        .param(when.atOffset(ZoneOffset.UTC))
        .param(hash)
        .update();
  }

  private static Row toRow(ResultSet row) throws SQLException {
    return new Row(
        row.getString("hash"),
        new ApiKey(
            row.getString("name"),
            TextParts.splitAt(row.getString("scopes"), ',').stream()
                .map(ApiKey.Scope::valueOf)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ApiKey.Scope.class))),
            row.getInt("rate"),
            row.getObject("created", OffsetDateTime.class).toInstant(),
            instantOf(row, "used"),
            instantOf(row, "revoked")));
  }

  private static @Nullable Instant instantOf(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
