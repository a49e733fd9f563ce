import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { type MeaningVector, MeaningModel } from '../model/meaning-model.js';
import type { ComparedText } from '../../../platform/search-index/search-index.port.js';

/** The texts of a job that a model encodes. */
export interface JobText extends ComparedText {
  id: number;
  /** Time of the last change, with microseconds, as text. */
  updatedAt: string;
  employer: string;
}

/** Loads the texts of published jobs, in the order of their ids; each job without a named employer counts as a separate employer. */
export async function loadJobTexts(database: Kysely<Database>, ids: readonly number[]): Promise<JobText[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<JobText>`
    select job.id, job.updated_at::text as "updatedAt", job.language, job.title, job.skills as subjects, job.description,
      job.occupation_tids || job.industry_tids || job.skill_tids as tids,
      case when organization.state = 'unnamed' then 'job ' || job.id else organization.id::text end as employer
    from job join organization on organization.id = job.organization_id
    where job.id = any(${ids}::bigint[]) and job.state = 'published' order by job.id
  `.execute(database);
  return rows;
}

/** A vector to be stored. */
export interface NewVector {
  job: number;
  /** Version of the text from which it was computed; see `JobText`. */
  updatedAt: string;
  /** undefined if the model knows too little of the text, or the service refuses it. */
  vector: MeaningVector | undefined;
}

/** A condition on published jobs `job` and their vectors `v`: there is none, or an outdated one. */
const IS_PENDING = sql`(v.job_id is null or v.made_of <> job.updated_at)`;

/** @returns those of the jobs that are published and have no vector of a model, or an outdated one, in the order of their ids */
export async function findPending(
  database: Kysely<Database>,
  model: number,
  jobs: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select job.id from job left join job_vector v on v.job_id = job.id and v.model = ${model}
    where job.id = any(${jobs}::bigint[]) and job.state = 'published' and ${IS_PENDING} order by job.id
  `.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * Checks the published jobs that follow an id, in the order of their ids.
 *
 * @param options.limit number of jobs that are checked, so that the statement is short even if all of them have vectors
 * @returns the jobs without a vector of a model, or with an outdated one, and the last job checked; no last one after the end. A service
 *   may have refused a text only because it was overloaded, so its jobs without a vector are tried again
 */
export async function findPendingAfter(
  database: Kysely<Database>,
  { id, source }: Pick<StoredModel, 'id' | 'source'>,
  { after, limit }: { after: number; limit: number },
): Promise<{ pending: number[]; last: number | undefined }> {
  const { rows } = await sql<{ pending: string[] | null; last: number | null }>`
    with job as materialized (
      select id, updated_at from job where state = 'published' and id > ${after}::bigint order by id limit ${limit}
    )
    select array_agg(job.id::text order by job.id) filter (where ${IS_PENDING} or (${source} = 'endpoint' and v.vector is null)) as pending,
      max(job.id) as last
    from job left join job_vector v on v.job_id = job.id and v.model = ${id}
  `.execute(database);
  const { pending, last } = rows[0]!;
  return { pending: (pending ?? []).map(Number), last: last ?? undefined };
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

/** Source of vectors: the words of the corpus, or an external service. */
export type ModelSource = 'corpus' | 'endpoint';

/** A row of meaning_model, without the model itself. */
export interface StoredModel {
  id: number;
  source: ModelSource;
  name: string;
  documents: number;
  madeAt: Date;
  /** Whether every published job has a vector of this model. */
  isComplete: boolean;
}

/** Returns the models that are in use or being introduced, newest first. */
export async function listModels(database: Kysely<Database>): Promise<StoredModel[]> {
  const { rows } = await sql<StoredModel>`
    select id, source, name, documents, made_at as "madeAt", complete_at is not null as "isComplete"
    from meaning_model order by id desc
  `.execute(database);
  return rows;
}

/** @returns undefined if the model was deleted, or has the format of another version */
export async function loadModel(database: Kysely<Database>, id: number): Promise<MeaningModel | undefined> {
  const { rows } = await sql<{ terms: Buffer | null }>`select terms from meaning_model where id = ${id}`.execute(
    database,
  );
  const [row] = rows;
  return row?.terms ? MeaningModel.unpack(row.terms) : undefined;
}

/** Stores a model that is to be introduced. */
export async function storeModel(
  database: Kysely<Database>,
  { source, name, documents, madeAt, terms }: Omit<StoredModel, 'id' | 'isComplete'> & { terms: Buffer | null },
): Promise<void> {
  await sql`
    insert into meaning_model (source, name, terms, documents, made_at)
    values (${source}, ${name}, ${terms}, ${documents}, ${madeAt})
  `.execute(database);
}

/** Puts a model into use and deletes older models of the same source with their vectors. */
export async function completeModel(database: Kysely<Database>, { id, source }: StoredModel): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await sql`update meaning_model set complete_at = clock_timestamp() where id = ${id}`.execute(trx);
    await sql`delete from meaning_model where source = ${source} and id < ${id}`.execute(trx);
  });
}

/** Deletes the models of a source with their vectors. */
export async function deleteModels(database: Kysely<Database>, source: ModelSource): Promise<void> {
  await sql`delete from meaning_model where source = ${source}`.execute(database);
}

/** Counts the published jobs, and those of them that are new or have changed since a point in time. */
export async function countJobs(
  database: Kysely<Database>,
  since: Date,
): Promise<{ published: number; changedSince: number }> {
  const { rows } = await sql<{ published: number; changedSince: number }>`
    select count(*)::integer as published, (count(*) filter (where updated_at > ${since}))::integer as "changedSince"
    from job where state = 'published'
  `.execute(database);
  return rows[0]!;
}
