import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { MeaningVector } from '../model/vectors.js';

/** A vector that is to be stored. */
export interface NewVector {
  job: number;
  /** Of the text that it was made of; see `JobText`. */
  updatedAt: string;
  /** None: too little of the text is known. */
  vector: MeaningVector | undefined;
}

/**
 * Published jobs without a vector of a model, or with one of an earlier text, in the order of their ids.
 *
 * @param after the id up to which they have been seen to, so that a million of them are gone over once
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

/** Stores vectors; those of jobs or of a model that are gone by now are left out. A job that was changed since stays pending. */
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

/** @returns by job, its vector of a model; jobs without one are missing */
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
