import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pages of one person only show these columns, so that no trigger tells pages of their changes. */
const COLUMNS = `
alter table application add resume jsonb;
comment on column application.resume is 'as it was when it was sent; null: none was sent, or it was deleted with the files';
`;

/** What is sent of a resume that somebody keeps on the site. */
export const resumesOfApplications: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(COLUMNS).execute(db);
  },
};
