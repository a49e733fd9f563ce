import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** No page of visitors shows templates, so that no trigger tells pages of their changes. */
const TABLES = `
create table answer_template (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization (id) on delete cascade,
  name text not null,
  subject text not null,
  body text not null,
  state text,
  updated_at timestamptz not null
);
comment on table answer_template is 'Words of an organization to answer applicants with, for all who work for it.';
comment on column answer_template.state is 'Where an application goes that is answered so; null: it stays.';
create unique index answer_template_name on answer_template (organization_id, lower(name));
`;

/** Organizations keep their own templates for answers to applicants. */
export const answerTemplates: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
