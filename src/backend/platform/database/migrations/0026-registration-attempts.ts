import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table registration_attempt (
  email text primary key,
  password_hash text not null,
  expires_at timestamptz not null
);
comment on table registration_attempt is
  'The last password that somebody registered an address with, whether it had an account or not: whoever knows it is told to confirm the address.';
`;

/** What a login says of an address that is not confirmed yet, without telling whether it had an account before. */
export const registrationAttempts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
