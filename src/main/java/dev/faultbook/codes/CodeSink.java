package dev.faultbook.codes;

import org.jspecify.annotations.Nullable;

/** Takes what a notation recognised; what no table knows is dropped. */
interface CodeSink {
  /**
   * A code in the spelling of its family.
   *
   * @param rest what follows it on the line
   */
  void acceptCode(String family, String code, String rest);

  /** A code behind which nothing on the line matters. */
  default void acceptCode(String family, String code) {
    acceptCode(family, code, "");
  }

  /**
   * A code that a driver reports of one device.
   *
   * @param device the device's address
   * @param rest what follows the code on the line
   */
  default void acceptDeviceCode(String family, String code, String device, String rest) {
    acceptCode(family, code, rest);
  }

  /** A number whose meaning changed between releases. */
  void bareNumber(String family, @Nullable String number);

  /** A row that was looked up already. */
  void acceptRow(Code code);
}
