import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { MeaningVector } from '../model/vectors.js';

/** A vector to be stored. */
export interface NewVector {
  job: number;
  /** Version of the text from which it was computed; see `JobText`. */
  updatedAt: string;
  /** undefined if the model knows too little of the text. */
  vector: MeaningVector | undefined;
}

/**
 * Finds published jobs without a vector of a model, or with an outdated one, in the order of their ids.
 *
 * @param after id up to which jobs have been processed, so that a million jobs are read only once
 */
export async function findPending(
  database: Kysely<Database>,
  model: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select job.id from job left join job_vector v on v.job_id = job.id and v.model = ${model}
    where job.id > ${after}::bigint and job.state = 'published' and (v.job_id is null or v.made_of <> job.updated_at)
    order by job.id limit ${limit}
  `.execute(database);
  return rows.map((row) => row.id);
}

/** Stores vectors, except those of jobs or models that have been deleted. A job that has changed meanwhile stays pending. */
export async function storeVectors(
  database: Kysely<Database>,
  model: number,
  rows: readonly NewVector[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into job_vector (job_id, model, vector, made_of)
    select job.id, m.id, u.vector, u.made_of
    from unnest(
      ${rows.map((row) => row.job)}::bigint[], ${rows.map((row) => row.updatedAt)}::timestamptz[],
      ${rows.map(({ vector }) => vector && Buffer.from(vector.buffer, vector.byteOffset, vector.length))}::bytea[]
    ) as u(job_id, made_of, vector)
    join job on job.id = u.job_id join meaning_model m on m.id = ${model}
    on conflict (job_id, model) do update set vector = excluded.vector, made_of = excluded.made_of
  `.execute(database);
}

/** @returns the vectors of a model by job; jobs without one are omitted */
export async function loadVectors(
  database: Kysely<Database>,
  model: number,
  jobs: readonly number[],
): Promise<Map<number, MeaningVector>> {
  const { rows } = await sql<{ job: number; vector: Buffer }>`
    select job_id as job, vector from job_vector
    where job_id = any(${jobs}::bigint[]) and model = ${model} and vector is not null
  `.execute(database);
  return new Map(rows.map(({ job, vector }) => [job, new Int8Array(vector.buffer, vector.byteOffset, vector.length)]));
}
