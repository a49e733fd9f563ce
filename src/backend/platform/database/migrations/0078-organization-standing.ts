import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

// Pages of everybody show none of these columns; what a suspension does to the state of an organization is logged as before.
const COLUMNS = `
alter table organization
  add column suspended_by_site boolean not null default false,
  add column verified_at timestamptz,
  add column trusted_at timestamptz;
comment on column organization.suspended_by_site is 'An administrator has suspended it: it does not come back when an owner is unblocked.';
comment on column organization.verified_at is 'When an administrator confirmed that it is what it says; null: nobody has.';
comment on column organization.trusted_at is 'Since when its jobs are published without review; null: they are reviewed where the site wants that.';
`;

/** What administrators decide about organizations. */
export const organizationStanding: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS).execute(database);
  },
};
