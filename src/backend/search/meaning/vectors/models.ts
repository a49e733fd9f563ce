import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { MeaningModel } from '../model/meaning-model.js';

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
