import { vocabularies, type VocabularyId } from '../../../reference/taxonomy/vocabularies.js';
import { type KnownTerms, TermWords } from './reading/known-terms.js';

const wordsOf = (id: VocabularyId): TermWords =>
  new TermWords(vocabularies[id].map(({ slug, label }) => ({ slug, labels: Object.values(label) })));

/** What the product's vocabularies call what stands in resumes, in every language. */
export const KNOWN_TERMS: KnownTerms = {
  languages: wordsOf('language'),
  skills: wordsOf('skill'),
  fieldsOfStudy: wordsOf('field_of_study'),
};
