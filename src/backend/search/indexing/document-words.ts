import { sql, type Kysely } from 'kysely';
import type { ConceptTagger } from '../analysis/synonyms.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { titleLexemes } from '../analysis/title-forms.js';
import { compounds, tokenise, type Token, baseLanguage, stripAccents } from '../analysis/tokens.js';
import { LEXEME_MARKS, type LexemeField, scopePrefix, WORD_KIND } from '../codes/codes.js';
import type { Database } from '../../platform/database/schema.js';

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
const DICTIONARY_WORD = /^\p{L}{3,30}$/u;
const MAX_LABEL_LENGTH = 80;
const MAX_KNOWN_WORDS = 400_000;

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

interface Known {
  written: number;
  pending: number;
}

/**
 * The words, titles and organizations for suggestions and corrections, with the approximate number of jobs that have them. A word is
 * written when it is new and whenever its count has doubled, so an import writes little. Counts are never decremented: they are only
 * used to sort suggestions, and rebuilding the index corrects them.
 */
export class Dictionary {
  private readonly known = new Map<string, Known>();
  /** Keys of the words that a transaction has written, by its id, until it is known to have been committed. */
  private readonly uncommitted = new Map<string, Set<string>>();

  /** @param isNew whether the job was not in the index before: an edited job counts once. */
  async add(
    trx: Kysely<Database>,
    documents: readonly { document: ParsedDocument; scope: number; isNew: boolean; occupations: readonly string[] }[],
  ): Promise<void> {
    const labels = new Map<string, string>();
    const counted = new Set<string>();
    const transaction = await this.forgetUncommitted(trx);
    if (this.known.size > MAX_KNOWN_WORDS) this.invalidate();
    for (const { document, scope, isNew, occupations } of documents) {
      counted.clear();
      const see = (kind: number, word: string, label: string): void => {
        const key = `${scope} ${kind} ${word}`;
        if (counted.has(key)) return;
        counted.add(key);
        const known = this.known.get(key);
        if (!known) this.known.set(key, { written: 0, pending: 1 });
        else if (isNew) known.pending++;
        if (!known || (isNew && known.pending > known.written)) labels.set(key, labels.get(key) ?? label);
      };
      for (const tokens of [document.title, document.organization, ...(document.subjects ?? []), ...document.rest]) {
        for (const { word, surface } of tokens)
          if (DICTIONARY_WORD.test(word)) see(WORD_KIND.word, stripAccents(word), surface);
      }
      const whole = (kind: number, words: string, label: string): void => {
        if (words !== '' && label.length <= MAX_LABEL_LENGTH) see(kind, words, label);
      };
      const joined = (tokens: ParsedDocument['title']): string =>
        tokens.map(({ word }) => stripAccents(word)).join(' ');
      whole(WORD_KIND.title, joined(document.title), document.titleText.trim());
      whole(WORD_KIND.organization, joined(document.organization), document.organizationText.trim());
      for (const label of occupations) whole(WORD_KIND.occupation, stripAccents(label.toLowerCase()), label);
    }
    await this.write(trx, transaction, labels);
  }

  /** Must be called when the stored words are deleted because the index is rebuilt. */
  invalidate(): void {
    this.known.clear();
    this.uncommitted.clear();
  }

  /**
   * Forgets the words that other transactions have written unless these were committed: words that are rolled back must be written again.
   *
   * @returns the id of the current transaction
   */
  private async forgetUncommitted(trx: Kysely<Database>): Promise<string> {
    // The status of an id that is not visible yet must not be read: the server may not have assigned it, as after a failover.
    const { rows } = await sql<{ current: string; committed: string[] }>`
      select pg_current_xact_id()::text as current, array(
        select xid::text from unnest(${[...this.uncommitted.keys()]}::xid8[]) as xid
        where case when pg_visible_in_snapshot(xid, pg_current_snapshot()) then pg_xact_status(xid) = 'committed' end
      ) as committed
    `.execute(trx);
    const { current, committed } = rows[0]!;
    for (const [transaction, keys] of this.uncommitted) {
      if (transaction === current) continue;
      if (!committed.includes(transaction)) for (const key of keys) this.known.delete(key);
      this.uncommitted.delete(transaction);
    }
    return current;
  }

  private async write(trx: Kysely<Database>, transaction: string, labels: ReadonlyMap<string, string>): Promise<void> {
    if (labels.size === 0) return;
    const uncommitted = this.uncommitted.get(transaction) ?? new Set();
    this.uncommitted.set(transaction, uncommitted);
    const rows = [...labels].map(([key, label]) => {
      const known = this.known.get(key)!;
      const n = known.pending;
      known.written += n;
      known.pending = 0;
      uncommitted.add(key);
      const [scope, kind, ...word] = key.split(' ');
      return { scope: Number(scope), kind: Number(kind), word: word.join(' '), label, n };
    });
    await sql`
      insert into search_word_delta (scope, kind, word, label, n) select * from unnest(
        ${rows.map((row) => row.scope)}::smallint[], ${rows.map((row) => row.kind)}::smallint[],
        ${rows.map((row) => row.word)}::text[], ${rows.map((row) => row.label)}::text[], ${rows.map((row) => row.n)}::integer[])
    `.execute(trx);
  }
}
