/**
 * Full-text search over the pages.
 *
 * <p>Each entry and language is one Lucene document with one field of words, in which a word has
 * the weight of the parts that contain it: title, keywords, how people ask for the fault, texts of
 * signatures, summary, body. Words are stemmed English, pairs of ideographs, names such as {@code
 * libcudart.so.11.0} whole and in parts, class names of exceptions, adjacent words as a pair, and
 * adjacent words written as one, because people type {@code OutOfMemoryError} and {@code
 * outofmemory}. Words of {@code synonyms.yaml} that mean the same are one word. The last word of a
 * short query may be incomplete.
 *
 * <p>A query is a sum over its words, so that it reads one list a word. Misspelled words are
 * corrected before, by comparing them with the words of the pages; nothing is searched for by
 * similarity. A query whose rarest words no page knows, or that is about a subject that {@code
 * synonyms.yaml} calls uncovered, finds nothing.
 *
 * <p>A snippet is the summary, or a sentence of the page if the summary contains nothing of the
 * query.
 *
 * <p>An index is in memory and belongs to one edition. A new edition is indexed in the background
 * and then replaces the old one, which serves until then.
 */
@NullMarked
package dev.faultbook.search;

import org.jspecify.annotations.NullMarked;
