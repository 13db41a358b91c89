package dev.faultbook.search;

import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.signature.Signature;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexOptions;

/** Converts the page of an entry in one language to a document of the index. */
final class PageDocument {
  static final String ID = "id";
  static final String LANGUAGE = "language";
  static final String TITLE = "title";
  static final String KEYWORDS = "keywords";
  static final String ASKED = "asked";
  static final String SUMMARY = "summary";
  static final String SIGNATURE = "signature";
  static final String BODY = "body";

  /** Class names of exceptions, without their package, in lower case. */
  static final String EXCEPTION = "exception";

  /** Adjacent words written as one: {@code outofmemory}. */
  static final String JOINED = "joined";

  /** Words as written, for corrections. */
  static final String SPELLING = "spelling";

  /** Sentences of the page without commands, for snippets. */
  static final String PROSE = "prose";

  /** Sections whose sentences can be read alone; those of a remedy need their step. */
  private static final Set<String> OF_THE_FAULT = Set.of("see", "why");

  /** Prefix of the names of the fields that are analysed as code. */
  static final String CODE = "code.";

  private static final List<String> EXCEPTION_ENDINGS =
      List.of("Error", "Exception", "Interrupt", "Exit");

  /** Text with the offsets of its words, so that snippets need no second analysis. */
  private static final FieldType WITH_OFFSETS = withOffsets();

  /** An unanalysed name that counts more the more signatures contain it. */
  private static final FieldType COUNTED = counted();

  private PageDocument() {}

  private static FieldType counted() {
    FieldType type = new FieldType();
    type.setTokenized(false);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.freeze();
    return type;
  }

  private static FieldType withOffsets() {
    FieldType type = new FieldType(TextField.TYPE_STORED);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    type.freeze();
    return type;
  }

  static Document of(Entry entry, Language language) {
    Page page = entry.pageIn(language);
    // If the page in a language is missing, the other language's page takes its place.
    String titles =
        entry.pages().values().stream()
            .filter(other -> other.language() != page.language())
            .map(Page::title)
            .collect(Collectors.joining(" \n"));
    String keywords = String.join(" \n", entry.keywords()) + " \n" + titles + " \n" + entry.id();
    String signatures =
        entry.signatures().stream().map(PageDocument::literals).collect(Collectors.joining(" \n"));
    String summary = PageTemplate.fill(page.summary(), TemplateValues.NONE);
    StringBuilder body = new StringBuilder();
    StringBuilder prose = new StringBuilder();
    for (Page.Section section : page.sections()) {
      String markdown = PageTemplate.fill(section.markdown(), TemplateValues.NONE);
      MarkdownText.appendText(markdown, body);
      body.append('\n');
      if (OF_THE_FAULT.contains(section.key())) {
        MarkdownText.appendProse(markdown, prose);
      }
    }
    Document document = new Document();
    document.add(new StringField(ID, entry.id(), Field.Store.YES));
    document.add(new StringField(LANGUAGE, language.tag(), Field.Store.NO));
    add(document, TITLE, page.title());
    add(document, KEYWORDS, keywords);
    add(document, SIGNATURE, signatures);
    // In both languages: readers of Chinese pages paste English, and the other way round.
    for (Page asked : entry.pages().values()) {
      asked
          .asked()
          .forEach(question -> document.add(new TextField(ASKED, question, Field.Store.NO)));
    }
    document.add(new TextField(BODY, body.toString(), Field.Store.NO));
    document.add(new Field(SUMMARY, MarkdownText.inline(summary), WITH_OFFSETS));
    document.add(new Field(PROSE, prose.toString(), WITH_OFFSETS));
    for (Signature signature : entry.signatures()) {
      for (String exception : exceptions(literals(signature))) {
        document.add(new Field(EXCEPTION, exception, COUNTED));
      }
    }
    document.add(new TextField(JOINED, page.title() + " \n" + keywords, Field.Store.NO));
    document.add(
        new TextField(SPELLING, page.title() + " " + keywords + " " + summary, Field.Store.NO));
    return document;
  }

  private static void add(Document document, String field, String text) {
    document.add(new TextField(field, text, Field.Store.NO));
    document.add(new TextField(CODE + field, text, Field.Store.NO));
  }

  private static String literals(Signature signature) {
    return signature.parts().stream()
        .flatMap(part -> part.requiredLiterals().stream())
        .flatMap(Set::stream)
        .collect(Collectors.joining(" "));
  }

  /** {@code torch.OutOfMemoryError: CUDA …} yields {@code outofmemoryerror}. */
  private static Set<String> exceptions(String text) {
    Set<String> names = new TreeSet<>();
    for (String name : Analyzers.splitWords(text, Character::isLetterOrDigit)) {
      if (EXCEPTION_ENDINGS.stream().anyMatch(end -> name.endsWith(end) && !name.equals(end))) {
        names.add(name.toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }
}
