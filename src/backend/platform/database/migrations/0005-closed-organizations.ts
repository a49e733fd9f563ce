import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table organization drop constraint organization_state_check,
  add constraint organization_state_check check (state in ('pending', 'public', 'closed'));
comment on column organization.state is
  'pending: its members see it and nobody else, until somebody has looked at it; closed: its last member is gone, nobody sees it';
`;

/** Organizations outlive their last member, without being seen. */
export const closedOrganizations: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
