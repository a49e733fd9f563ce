import { relevance } from '../../engines/postgres/relevance.js';
import { Parameters } from '../../../platform/database/statement.js';
import type { PlanGuard } from '../../engines/postgres/plan-guard.js';
import { toTsquery } from '../../engines/postgres/tsquery.js';
import type { KeywordQuery } from '../../analysis/keyword-query.js';
import type { DirectoryColumns } from './directory-columns.js';

/** What has some words, as the database says. */
export interface MatchedWords {
  ids: Float64Array;
  /** How well each fits; undefined: not asked. */
  scores: Int16Array | undefined;
}

interface Packed {
  ids: Buffer | null;
  scores?: Buffer | null;
}

const BYTES_AN_ID = 8;
const BYTES_A_SCORE = 2;

/** Words are left to the index of the database: texts would take many times the memory of everything else. */
export async function matchWords(
  guard: PlanGuard,
  table: string,
  text: KeywordQuery,
  isScored: boolean,
): Promise<MatchedWords> {
  const parameters = new Parameters();
  const where = `words @@ ${parameters.add(toTsquery(text.match), 'tsquery')}`;
  const columns = [`string_agg(int8send(id), ''::bytea) as ids`];
  if (isScored)
    columns.push(`string_agg(int2send((${relevance(text.scored, parameters)})::smallint), ''::bytea) as scores`);
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

/** The documents among the columns, and the score of each. What the columns do not know yet is left out. */
export function toDocuments(
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
