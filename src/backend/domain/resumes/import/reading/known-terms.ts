import { vocabularies, type VocabularyId } from '../../../../reference/taxonomy/vocabularies.js';
import { folded } from './fold-text.js';

/** Terms of vocabularies, found by their names in any language. */
export interface KnownTerms {
  languages: TermWords;
  skills: TermWords;
  fieldsOfStudy: TermWords;
}

/** @param terms with their labels in every language */
export class TermWords {
  private readonly bySpelling = new Map<string, string>();
  private readonly longest: number;

  constructor(terms: readonly { slug: string; labels: readonly string[] }[]) {
    for (const { slug, labels } of terms)
      for (const label of labels) {
        // `Nursing & health sciences` is also found by each of its parts.
        for (const spelling of [label, ...label.split(/ & | und | et | and /)])
          if (!this.bySpelling.has(folded(spelling)) && folded(spelling).length > 2)
            this.bySpelling.set(folded(spelling), slug);
      }
    this.longest = Math.max(1, ...[...this.bySpelling.keys()].map((spelling) => spelling.split(' ').length));
  }

  /** @returns the slug of the term that equals the text; undefined if there is none */
  exactly(text: string): string | undefined {
    return this.bySpelling.get(folded(text).replace(/[.:]$/, ''));
  }

  /** The same for the first term within a text; longer spellings take precedence. */
  within(text: string): string | undefined {
    return this.first(text)?.slug;
  }

  /** @returns the slug, and the number of words before it */
  first(text: string): { slug: string; at: number } | undefined {
    const words = folded(text.slice(0, 300))
      .split(/[^\p{L}\p{N}&'-]+/u)
      .filter((word) => word !== '');
    for (let at = 0; at < words.length; at += 1)
      for (let length = Math.min(this.longest, words.length - at); length > 0; length -= 1) {
        const slug = this.bySpelling.get(words.slice(at, at + length).join(' '));
        if (slug !== undefined) return { slug, at };
      }
    return undefined;
  }
}

const wordsOf = (id: VocabularyId): TermWords =>
  new TermWords(vocabularies[id].map(({ slug, label }) => ({ slug, labels: Object.values(label) })));

/** Vocabularies of the product that occur in resumes, in all languages. */
export const KNOWN_TERMS: KnownTerms = {
  languages: wordsOf('language'),
  skills: wordsOf('skill'),
  fieldsOfStudy: wordsOf('field_of_study'),
};
