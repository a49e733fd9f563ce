import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

const TABLE = `
create table alert_former_token (
  token text primary key,
  alert_id uuid not null references alert on delete cascade
);
create index alert_former_token_alert on alert_former_token (alert_id);
comment on table alert_former_token is
  'Tokens of alerts that were replaced by another one, so that links in mails that were already sent refer to that one.';
`;

/** Links in emails, above all the unsubscribe link, must keep working after the alert has been replaced by another one. */
export const formerAlertTokens: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLE).execute(database);
  },
};
