/**
 * Full-text search over the pages.
 *
 * <p>Each entry and language is one Lucene document. Text is analysed twice: as prose (English
 * stemmed, Chinese in bigrams) and as code, where {@code libcudart.so.11.0} is indexed whole and in
 * parts. The words of the signatures are a field of their pages, so that a pasted message finds its
 * page. Class names of exceptions and joined adjacent words are fields too, because people type
 * {@code OutOfMemoryError} and {@code outofmemory}. The last word of a short query may be
 * incomplete.
 *
 * <p>A snippet is the summary, or a sentence of the page if the summary contains nothing of the
 * query. Both are indexed with the offsets of their words, so that marking matches needs no
 * analysis.
 *
 * <p>An index is in memory and belongs to one edition. A new edition is indexed in the background
 * and then replaces the old one, which serves until then.
 */
@NullMarked
package dev.faultbook.search;

import org.jspecify.annotations.NullMarked;
