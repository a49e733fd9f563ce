import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table meaning_model (
  id integer generated always as identity primary key,
  source text not null check (source in ('corpus', 'endpoint')),
  name text not null,
  terms bytea,
  documents integer not null,
  made_at timestamptz not null,
  complete_at timestamptz
);
comment on table meaning_model is 'What vectors are made by: a model of the words of all jobs, or a service outside.';
comment on column meaning_model.name is 'of the service: its model; of a corpus: the format';
comment on column meaning_model.terms is 'of a corpus: the vectors of its terms, compressed';
comment on column meaning_model.documents is 'how many jobs were published when it was made';
comment on column meaning_model.complete_at is 'since when every published job has a vector of it; vectors of two models cannot be compared';

create table job_vector (
  job_id bigint not null references job (id) on delete cascade,
  model integer not null references meaning_model (id) on delete cascade,
  vector bytea,
  made_of timestamptz not null,
  primary key (job_id, model)
);
comment on column job_vector.vector is 'null: too little of the text is known to the model';
comment on column job_vector.made_of is 'job.updated_at of the text';
create index job_vector_model on job_vector (model);
alter table job_vector alter vector set storage plain;

create table meaning_lease (
  one boolean primary key default true check (one),
  holder uuid,
  until timestamptz not null
);
comment on table meaning_lease is 'Which of the processes makes models and vectors.';
insert into meaning_lease (until) values ('-infinity');
`;

/** Vectors of what jobs are about, and the models that make them. */
export const meaning: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
