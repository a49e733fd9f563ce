import type { ConceptTagger } from '../analysis/synonyms.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { titleLexemes } from '../analysis/title-forms.js';
import { compounds, tokenise, type Token, baseLanguage, stripAccents } from '../analysis/tokens.js';
import { LEXEME_MARKS, type LexemeField, scopePrefix } from '../codes/codes.js';

/** The searched texts of a job, all as plain text. */
export interface SearchedTexts {
  language: string;
  title: string;
  organization: string;
  /** Subjects of a job: labels of terms in its language, and skills. They are scored, unlike `extras`. Omitted for other documents. */
  subjects?: readonly string[];
  /** Other short texts that are searched. */
  extras: readonly string[];
  description: string;
}

/** A job's words, parsed but not yet stemmed. */
export interface ParsedDocument {
  language: string;
  title: Token[];
  organization: Token[];
  /** undefined if the document is not a job. */
  subjects: Token[][] | undefined;
  rest: Token[][];
  /** The original texts. */
  titleText: string;
  organizationText: string;
  subjectTexts: readonly string[];
  compounds: string[];
}

// Largest position in a tsvector.
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 255;
// Gap in positions between fields, so that no phrase spans two of them.
const GAP = 10;

export function parseDocument(texts: SearchedTexts): ParsedDocument {
  const language = baseLanguage(texts.language);
  const all: string[] = [];
  const read = (text: string): Token[] => {
    const tokens = tokenise(text, language);
    all.push(...compounds(text, tokens));
    return tokens;
  };
  return {
    language,
    title: read(texts.title),
    organization: read(texts.organization),
    subjects: texts.subjects?.map(read),
    rest: [...texts.extras, texts.description].map(read),
    titleText: texts.title,
    organizationText: texts.organization,
    subjectTexts: texts.subjects ?? [],
    compounds: all,
  };
}

/** Yields every word form that has to be stemmed. */
export function* formsOf(document: ParsedDocument): Iterable<string> {
  for (const tokens of [document.title, document.organization, ...(document.subjects ?? []), ...document.rest]) {
    for (const { surface, word } of tokens) {
      yield word;
      if (surface !== word) yield surface;
    }
  }
  yield* document.compounds;
}

/** The two tsvectors of a document, as SQL literals. */
export interface DocumentVectors {
  /** Scored words. Words of the title have weight A, those of the organization B; others are prefixed with the marker of their field. */
  title: string;
  /** Searched words, each prefixed with scope and field. */
  words: string;
}

/** Fields whose words are indexed without positions. */
type UnorderedField = Exclude<LexemeField, 'everything' | 'title' | 'organization'>;

/** @param tagger finds the concepts of jobs; without it none are indexed */
export function toVectors(
  document: ParsedDocument,
  stemmer: Stemmer,
  scope: number,
  tagger?: ConceptTagger,
): DocumentVectors {
  const { language } = document;
  const words = new Map<string, number[]>();
  let start = 1;
  const put = (tokens: readonly Token[], prefix: string): void => {
    let position = start;
    for (const { surface, word } of tokens) {
      for (const lexeme of stemmer.read(language, surface, word).lexemes) add(words, prefix + lexeme, position);
      position++;
    }
  };
  const everything = scopePrefix(scope, 'everything');
  const field = (tokens: readonly Token[], own?: string): void => {
    put(tokens, everything);
    if (own !== undefined) put(tokens, own);
    start += tokens.length + GAP;
  };
  field(document.title, scopePrefix(scope, 'title'));
  field(document.organization, scopePrefix(scope, 'organization'));
  for (const tokens of [...(document.subjects ?? []), ...document.rest]) field(tokens);
  for (const word of document.compounds) {
    for (const lexeme of stemmer.read(language, word, word).lexemes) add(words, everything + lexeme, start);
  }
  // Marks the document as part of its scope, for searches that only exclude words.
  words.set(everything, []);

  const title = new Map<string, number[]>();
  const weigh = (tokens: readonly Token[], offset: number): void =>
    tokens.forEach(({ surface, word }, index) => {
      for (const lexeme of stemmer.read(language, surface, word).lexemes) add(title, lexeme, offset + index);
    });
  weigh(document.title, 1);
  const titleEnd = document.title.length;
  weigh(document.organization, titleEnd + GAP);
  for (const [name, lexemes] of unorderedFields(document, stemmer, tagger)) {
    for (const lexeme of lexemes) {
      words.set(scopePrefix(scope, name) + lexeme, []);
      title.set(LEXEME_MARKS[name] + lexeme, []);
    }
  }
  return { title: literal(title, (position) => (position <= titleEnd ? 'A' : 'B')), words: literal(words, () => '') };
}

function unorderedFields(
  document: ParsedDocument,
  stemmer: Stemmer,
  tagger: ConceptTagger | undefined,
): [UnorderedField, Iterable<string>][] {
  const { language, subjects, title, titleText } = document;
  if (!subjects) return [];
  const stems = subjects
    .flat()
    .filter(({ surface, word }) => !stemmer.read(language, surface, word).stop)
    .flatMap(({ surface, word }) => stemmer.read(language, surface, word).lexemes);
  return [
    ['subject', new Set(stems)],
    ['exact-title', new Set(title.map(({ word }) => stripAccents(word)))],
    ['whole-title', titleLexemes(titleText, language, stemmer)],
    ...conceptFields(document, tagger),
  ];
}

function conceptFields(
  { language, titleText, subjectTexts }: ParsedDocument,
  tagger: ConceptTagger | undefined,
): [UnorderedField, Iterable<string>][] {
  if (!tagger) return [];
  const { named, whole } = tagger.tag(titleText, language);
  return [
    ['concept', named],
    ['whole-concept', whole],
    ['subject-concept', new Set(subjectTexts.flatMap((text) => tagger.tag(text, language).named))],
  ];
}

function add(vector: Map<string, number[]>, lexeme: string, position: number): void {
  const positions = vector.get(lexeme);
  if (!positions) vector.set(lexeme, [Math.min(position, LAST_POSITION)]);
  else if (positions.length < MAX_POSITIONS && position <= LAST_POSITION) positions.push(position);
}

function literal(vector: ReadonlyMap<string, readonly number[]>, weight: (position: number) => string): string {
  const parts: string[] = [];
  for (const [lexeme, positions] of vector) {
    const where = positions.map((position) => `${position}${weight(position)}`).join();
    parts.push(`'${lexeme}'${where === '' ? '' : `:${where}`}`);
  }
  return parts.join(' ');
}
