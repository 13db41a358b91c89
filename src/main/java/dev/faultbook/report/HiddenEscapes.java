package dev.faultbook.report;

import dev.faultbook.log.VisibleText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/**
 * Escapes characters of JSON strings that control a terminal or are invisible. JSON itself escapes
 * no more than C0 controls. What a document means stays the same.
 *
 * <p>Characters beyond U+FFFF are escaped all together: some of them are invisible, and Jackson
 * asks for each half on its own.
 */
public final class HiddenEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1L;
  private static final int DELETE = 0x7f;

  @Override
  public int[] getEscapeCodesForAscii() {
    int[] codes = standardAsciiEscapesForJSON();
    codes[DELETE] = ESCAPE_CUSTOM;
    return codes;
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int c) {
    return Character.isSurrogate((char) c) || VisibleText.isHidden(c)
        ? new SerializedString("\\u%04x".formatted(c))
        : null;
  }
}
