package dev.faultbook.codes;

import org.jspecify.annotations.Nullable;

/** Receives recognized codes; codes without a table row are dropped. */
interface CodeSink {
  /**
   * Receives a code in the spelling of its family.
   *
   * @param rest the rest of the line after it
   */
  void acceptCode(String family, String code, String rest);

  /** Receives a code without significant text after it. */
  default void acceptCode(String family, String code) {
    acceptCode(family, code, "");
  }

  /**
   * Receives a code that a driver reports for a device.
   *
   * @param device the device's address
   * @param rest the rest of the line after the code
   */
  default void acceptDeviceCode(String family, String code, String device, String rest) {
    acceptCode(family, code, rest);
  }

  /** Receives a number whose meaning changed between releases. */
  void bareNumber(String family, @Nullable String number);

  /** Receives a row that was already looked up. */
  void acceptRow(Code code);
}
