import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { Parameters } from '../../../platform/database/statement.js';
import type { Scope, Scopes } from '../../codes/codes.js';
import { relevance, toTsquery, PlanGuard } from '../../engines/postgres/search-statement.js';
import { noAnswer } from '../../facets/facet-counts.js';
import {
  type FacetCounts,
  type Keywords,
  type SearchAnswer,
  type SearchEngine,
  type SearchQuery,
  asksForTitles,
  isEmptySearch,
} from '../../port/search.port.js';
import { type Analysis, readKeywords, type KeywordQuery } from '../../analysis/keyword-query.js';
import { type DirectoryIndex, type DirectoryKind, toFacetCounts, type DirectorySort } from '../directory-index.js';
import { countDocuments, type CountedDocuments } from './count-documents.js';
import { type DirectoryColumns, ALIVE, FEATURED } from './directory-columns.js';

// Up to this number of hits, sorting them is faster than iterating over the whole directory.
const FEW = 2000;

// Greater than any score.
const FEATURED_KEY = 2 ** 20;

type Query = SearchQuery<DirectoryKind>;
type Answer = SearchAnswer<DirectoryKind>;

export interface MemoryDirectoryParts {
  /** Returns the current columns; undefined while they are not up to date. */
  columns: () => DirectoryColumns | undefined;
  index: DirectoryIndex;
  database: Kysely<Database>;
  analysis: Analysis;
  scopes: Scopes;
}

/** Searches a directory in memory; only keywords are matched by the database. */
export class MemoryDirectoryEngine implements SearchEngine<DirectoryKind> {
  private readonly guard: PlanGuard;

  constructor(private readonly parts: MemoryDirectoryParts) {
    this.guard = new PlanGuard(parts.database);
  }

  /** Whether the columns can answer the query. They do not contain the text of titles, and names only if they determine the order. */
  canAnswer({ where, selections, sort }: Query): boolean {
    const columns = this.parts.columns();
    if (!columns || (sort.by === 'name' && !columns.byName)) return false;
    return !asksForTitles(where) && !selections.some((selection) => asksForTitles(selection.where));
  }

  /** @throws if the columns are no longer up to date */
  async search(query: Query): Promise<Answer> {
    const { scopes } = await this.parts.scopes.choose(query.site, query.languages);
    if (scopes.length === 0) return noAnswer(query);
    const matched = query.keywords && (await this.match(query, query.keywords, scopes));
    const columns = this.parts.columns();
    if (!columns) throw new Error('The directory in memory was discarded during a search');
    // From here on nothing is awaited, so all steps see the same state of the columns.
    const ids = scopes.map(({ id }) => id);
    return !matched && isEmptySearch({ ...query, keywords: undefined })
      ? this.all(columns, query, ids)
      : this.some(columns, query, ids, matched);
  }

  private all(columns: DirectoryColumns, query: Query, scopes: readonly number[]): Answer {
    const total = columns.counts.total(scopes);
    return {
      total,
      ids: idsOf(columns, pageOfAll(columns, { scopes, total }, query)),
      facets: this.facetsOf(columns, query, (slot) => columns.counts.of(scopes, slot)),
    };
  }

  private some(
    columns: DirectoryColumns,
    query: Query,
    scopes: readonly number[],
    matched: MatchedWords | undefined,
  ): Answer {
    const words = matched && toDocuments(columns, matched);
    const counted = countDocuments(columns, this.parts.index, query, { scopes, among: words?.documents });
    const scores = query.sort.by === 'relevance' ? words?.scoreOf : undefined;
    return {
      total: counted.total,
      ids: idsOf(columns, pageOfHits(columns, counted, scores, query)),
      facets: this.facetsOf(columns, query, (slot) => counted.counts[slot]!),
    };
  }

  /** @returns undefined if the keywords are no restriction */
  private async match(query: Query, keywords: Keywords, scopes: readonly Scope[]): Promise<MatchedWords | undefined> {
    const { database, analysis, index } = this.parts;
    const text = await readKeywords(database, analysis, keywords, scopes);
    return text && matchWords(this.guard, index.table, text, query.sort.by === 'relevance' && text.scored.length > 0);
  }

  private facetsOf(
    columns: DirectoryColumns,
    query: Query,
    countOf: (slot: number) => number,
  ): FacetCounts<DirectoryKind>[] {
    if (query.facets.length === 0) return [];
    const counted = columns.slots.map(({ code }, slot) => ({ code, count: countOf(slot) }));
    return toFacetCounts(
      this.parts.index,
      query.facets,
      counted.filter(({ count }) => count > 0),
    );
  }
}

function idsOf({ ids }: DirectoryColumns, documents: readonly number[]): string[] {
  return documents.map((document) => String(ids[document]!));
}

/** The documents that match the keywords, as found by the database. */
interface MatchedWords {
  ids: Float64Array;
  /** Relevance of each document; undefined if it was not requested. */
  scores: Int16Array | undefined;
}

interface Packed {
  ids: Buffer | null;
  scores?: Buffer | null;
}

const BYTES_AN_ID = 8;
const BYTES_A_SCORE = 2;

/** Matches words with the index of the database, because texts would take many times the memory of all other columns. */
async function matchWords(
  guard: PlanGuard,
  table: string,
  text: KeywordQuery,
  isScored: boolean,
): Promise<MatchedWords> {
  const parameters = new Parameters();
  const where = `words @@ ${parameters.add(toTsquery(text.match), 'tsquery')}`;
  const columns = [`string_agg(int8send(id), ''::bytea) as ids`];
  if (isScored) columns.push(`string_agg(int2send((${relevance(text, parameters)})::smallint), ''::bytea) as scores`);
  const [row] = await guard.run<Packed>(`select ${columns.join(', ')} from ${table} where ${where}`, parameters.values);
  return { ids: readIds(row?.ids ?? Buffer.alloc(0)), scores: row?.scores ? readScores(row.scores) : undefined };
}

function readIds(packed: Buffer): Float64Array {
  const ids = new Float64Array(packed.length / BYTES_AN_ID);
  for (let at = 0; at < ids.length; at++)
    ids[at] = packed.readInt32BE(at * BYTES_AN_ID) * 2 ** 32 + packed.readUInt32BE(at * BYTES_AN_ID + 4);
  return ids;
}

function readScores(packed: Buffer): Int16Array {
  const scores = new Int16Array(packed.length / BYTES_A_SCORE);
  for (let at = 0; at < scores.length; at++) scores[at] = packed.readInt16BE(at * BYTES_A_SCORE);
  return scores;
}

/** Converts ids to documents with their scores. Entries that the columns do not contain yet are omitted. */
function toDocuments(
  columns: DirectoryColumns,
  { ids, scores }: MatchedWords,
): { documents: Uint32Array; scoreOf: ((document: number) => number) | undefined } {
  const documents = new Uint32Array(ids.length);
  const scoreOf = scores && new Int16Array(columns.size);
  let size = 0;
  for (let at = 0; at < ids.length; at++) {
    const document = columns.documentOf(ids[at]!);
    if (document === undefined) continue;
    documents[size++] = document;
    if (scoreOf) scoreOf[document] = scores[at]!;
  }
  return {
    documents: documents.subarray(0, size),
    scoreOf: scoreOf && ((document) => scoreOf[document]!),
  };
}

/** A group of documents that precede those of the next group. */
interface Group {
  size: number;
  /** undefined for all documents for which `has` is true. */
  documents: Uint32Array | undefined;
  has: (document: number) => boolean;
}

interface PageOptions {
  sort: DirectorySort;
  offset: number;
  limit: number;
}

/** @param scores undefined unless sorted by relevance */
function pageOfHits(
  columns: DirectoryColumns,
  { hits }: Pick<CountedDocuments, 'hits'>,
  scores: ((document: number) => number) | undefined,
  options: PageOptions,
): number[] {
  if (!scores && !options.sort.featuredFirst) return choose(columns, [groupOf(columns, hits)], options);
  const keyOf = (document: number): number =>
    (options.sort.featuredFirst && (columns.flags[document]! & FEATURED) !== 0 ? FEATURED_KEY : 0) +
    (scores?.(document) ?? 0);
  const byKey = new Map<number, number[]>();
  for (const document of hits) {
    const key = keyOf(document);
    const others = byKey.get(key);
    if (others) others.push(document);
    else byKey.set(key, [document]);
  }
  const groups = [...byKey]
    .sort(([a], [b]) => b - a)
    .map(([, documents]) => groupOf(columns, Uint32Array.from(documents)));
  return choose(columns, groups, options);
}

/** Returns a page of all documents of some scopes. @param total number of these documents */
function pageOfAll(
  columns: DirectoryColumns,
  { scopes, total }: { scopes: readonly number[]; total: number },
  options: PageOptions,
): number[] {
  const isThere = (document: number): boolean =>
    (columns.flags[document]! & ALIVE) !== 0 && scopes.includes(columns.scopes[document]!);
  if (!options.sort.featuredFirst)
    return choose(columns, [{ size: total, documents: undefined, has: isThere }], options);
  const featured: number[] = [];
  for (let document = 0; document < columns.size; document++)
    if ((columns.flags[document]! & FEATURED) !== 0 && isThere(document)) featured.push(document);
  const rest: Group = {
    size: total - featured.length,
    documents: undefined,
    has: (document) => (columns.flags[document]! & FEATURED) === 0 && isThere(document),
  };
  return choose(columns, [groupOf(columns, Uint32Array.from(featured)), rest], options);
}

function groupOf({ size }: DirectoryColumns, documents: Uint32Array): Group {
  if (documents.length <= FEW) return { size: documents.length, documents, has: () => true };
  const marks = new Uint8Array(size);
  for (const document of documents) marks[document] = 1;
  return { size: documents.length, documents: undefined, has: (document) => marks[document] === 1 };
}

function choose(columns: DirectoryColumns, groups: readonly Group[], { sort, offset, limit }: PageOptions): number[] {
  const page: number[] = [];
  // Equally relevant documents are in the default order of the directory: by name, or newest first.
  const backwards = sort.by === 'relevance' ? !columns.byName : sort.descending;
  let skip = offset;
  for (const group of groups) {
    if (page.length === limit) break;
    if (skip >= group.size) {
      skip -= group.size;
      continue;
    }
    page.push(...firstOf(columns, group, { backwards, skip, limit: limit - page.length }));
    skip = 0;
  }
  return page;
}

function firstOf(
  columns: DirectoryColumns,
  { documents, has }: Group,
  { backwards, skip, limit }: { backwards: boolean; skip: number; limit: number },
): number[] {
  const { order } = columns;
  if (documents) {
    const sorted = documents.slice().sort((a, b) => (backwards ? order.compare(b, a) : order.compare(a, b)));
    return [...sorted.subarray(skip, skip + limit)];
  }
  const page: number[] = [];
  let before = 0;
  for (const document of order.walk(backwards)) {
    if (!has(document) || before++ < skip) continue;
    page.push(document);
    if (page.length === limit) break;
  }
  return page;
}
