import type { Kysely } from 'kysely';
import type { ComparedText } from '../../../platform/search-index/search-index.port.js';
import { plainText } from '../../analysis/plain-text.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import { tokenise, type Token, baseLanguage } from '../../analysis/tokens.js';
import type { Database } from '../../../platform/database/schema.js';
import { inSlices, type Slices } from '../../../platform/background-jobs/slices.js';

/** A tokenized text, not yet stemmed. */
export interface ParsedText {
  /** The detected language. */
  language: string;
  title: readonly Token[];
  subjects: readonly Token[];
  description: readonly Token[];
  tids: readonly number[];
}

/** A term of a text with its weight. */
export interface WeightedTerm {
  term: string;
  weight: number;
  /** Its spelling in the text; empty for terms of a vocabulary. */
  surface: string;
  /** Whether it is in the title or among the subjects. */
  isSubject: boolean;
}

const MAX_DESCRIPTION_LENGTH = 4000;
const WORD = /^\p{L}[\p{L}\p{N}]{2,29}$/u;
const WEIGHTS = { title: 3, subject: 1.5, taxonomy: 3, description: 1 };

// Stop words, by which the language of a text is detected.
const FREQUENT_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set('the and of to in for with is are you your our we will this that as on be or by at from have'.split(' ')),
  de: new Set(
    'der die das und in den von zu mit fur ist sind sie ihre wir werden ein eine im als auf bei oder des dem'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'le la les et de des du en pour avec est sont vous votre nous une un dans au aux ou par sur que qui'.split(' '),
  ),
};
const LOOKED_AT = 200;

/** Tokenizes a text like the search and detects its language, because the declared one is not always correct. */
export function parseText({ language, title, subjects, description, tids }: ComparedText): ParsedText {
  const declared = baseLanguage(language);
  const text = plainText(description.slice(0, MAX_DESCRIPTION_LENGTH));
  const spoken = spokenLanguage(tokenise(`${title} ${text}`.slice(0, 2000), ''), declared);
  const read = (part: string): Token[] => tokenise(part, spoken);
  return { language: spoken, title: read(title), subjects: subjects.flatMap(read), description: read(text), tids };
}

/** @returns the declared language, unless the text is clearly in another one */
function spokenLanguage(tokens: readonly Token[], declared: string): string {
  const counts = new Map<string, number>();
  for (const { word } of tokens.slice(0, LOOKED_AT)) {
    for (const [language, words] of Object.entries(FREQUENT_WORDS)) {
      if (words.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] >= 6 && best[1] > 2 * (counts.get(declared) ?? 0) ? best[0] : declared;
}

/** Yields every word form that has to be stemmed. */
export function* formsOfText({ title, subjects, description }: ParsedText): Iterable<string> {
  for (const { surface, word } of [...title, ...subjects, ...description]) {
    yield word;
    if (surface !== word) yield surface;
  }
}

/** Returns the name of a vocabulary term in the model. */
export function taxonomyTerm(tid: number): string {
  return `#${tid}`;
}

/** Whether a term is a vocabulary term. */
export function isTaxonomyTerm(term: string): boolean {
  return term.startsWith('#');
}

/** Returns the weighted terms of a text. Requires a previous `stemmer.prepare` with `formsOfText`. */
export function weightedTerms(parsed: ParsedText, stemmer: Stemmer): WeightedTerm[] {
  const found = new Map<string, WeightedTerm>();
  const add = (term: string, surface: string, weight: number, isSubject: boolean): void => {
    const known = found.get(term);
    if (!known) found.set(term, { term, surface, weight, isSubject });
    else {
      known.weight += weight;
      known.isSubject ||= isSubject;
    }
  };
  const addWords = (tokens: readonly Token[], weight: number, isSubject: boolean): void => {
    for (const { surface, word } of tokens) {
      const { lexemes, stop } = stemmer.read(parsed.language, surface, word);
      const [term] = lexemes;
      if (!stop && term !== undefined && WORD.test(term)) add(term, surface, weight, isSubject);
    }
  };
  for (const tid of parsed.tids) add(taxonomyTerm(tid), '', WEIGHTS.taxonomy, true);
  addWords(parsed.title, WEIGHTS.title, true);
  addWords(parsed.subjects, WEIGHTS.subject, true);
  const description = new Map([...found].map(([term, { weight }]) => [term, weight]));
  addWords(parsed.description, WEIGHTS.description, false);
  // The weight of a repeated word in the description grows only logarithmically.
  for (const each of found.values()) {
    const before = description.get(each.term) ?? 0;
    each.weight = before + Math.log2(1 + each.weight - before);
  }
  return [...found.values()];
}

/** Parses texts and prepares the stemmer for them. */
export async function readTexts(
  database: Kysely<Database>,
  stemmer: Stemmer,
  texts: readonly ComparedText[],
): Promise<ParsedText[]> {
  const parsed = await inSlices(parseAll(texts));
  for (const language of new Set(parsed.map((each) => each.language))) {
    const forms = new Set(
      parsed.filter((each) => each.language === language).flatMap((each) => [...formsOfText(each)]),
    );
    await stemmer.prepare(database, language, forms);
  }
  return parsed;
}

function* parseAll(texts: readonly ComparedText[]): Slices<ParsedText[]> {
  const parsed: ParsedText[] = [];
  for (const text of texts) {
    parsed.push(parseText(text));
    yield;
  }
  return parsed;
}
