import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pages of the applicant and of the employer only show the column, so that no trigger tells pages of its changes. */
const COLUMNS = `
alter table application_event add files text[] not null default '{}';
comment on column application_event.files is 'names of the files that an applicant has added; then the subject is empty';
`;

/** What applicants add to an application after they have sent it. */
export const applicationAdditions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(COLUMNS).execute(db);
  },
};
