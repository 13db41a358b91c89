package dev.faultbook.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** A tar archive written byte by byte, as no program writes it. */
final class TarBytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  TarBytes add(String name, char type, String content) {
    byte[] bytes = content.getBytes(UTF_8);
    addBlock(header(name, type, bytes.length));
    out.writeBytes(bytes);
    return addBlock(new byte[-bytes.length & 511]);
  }

  TarBytes addBlock(byte[] block) {
    out.writeBytes(block);
    return this;
  }

  byte[] toBytes() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(out.toByteArray());
    whole.writeBytes(new byte[1024]);
    return whole.toByteArray();
  }

  static byte[] header(String name, char type, int size) {
    byte[] header = new byte[512];
    write(header, 0, name);
    write(header, 100, "0000644");
    write(header, 124, "%011o".formatted(size));
    header[156] = (byte) type;
    write(header, 257, "ustar");
    write(header, 263, "00");
    return withChecksum(header);
  }

  /** Writes the checksum into a header. */
  static byte[] withChecksum(byte[] header) {
    write(header, 148, " ".repeat(8));
    int sum = 0;
    for (byte b : header) {
      sum += b & 0xff;
    }
    write(header, 148, "%06o\0".formatted(sum));
    return header;
  }

  private static void write(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
