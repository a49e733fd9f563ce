import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { Parameters } from '../../../platform/database/statement.js';
import type { Scope, Scopes } from '../../codes/scopes.js';
import { relevance, toTsquery } from '../../engines/postgres/tsquery.js';
import { noAnswer } from '../../facets/facet-counts.js';
import { PlanGuard } from '../../engines/postgres/plan-guard.js';
import { asksForTitles, isEmptySearch } from '../../query/inspect-query.js';
import type { FacetCounts, Keywords, SearchAnswer, SearchEngine, SearchQuery } from '../../port/search.port.js';
import { type Analysis, readKeywords, type KeywordQuery } from '../../analysis/keyword-query.js';
import type { DirectoryIndex, DirectoryKind } from '../directory-index.js';
import { toFacetCounts } from '../directory-facets.js';
import { pageOfAll, pageOfHits } from './choose-page.js';
import { countDocuments } from './count-documents.js';
import type { DirectoryColumns } from './directory-columns.js';

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
