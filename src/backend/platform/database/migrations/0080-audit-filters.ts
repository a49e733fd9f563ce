import type { Kysely } from 'kysely';
import { createIndexConcurrently, type SchemaMigration } from './schema-migration.js';

/** By the index: a log of years is read by who did it, by the group of the action and by what it was done to, always the newest first. */
const INDEXES: Readonly<Record<string, string>> = {
  audit_event_actor_at: '(actor_id, at desc, id desc) where actor_id is not null',
  audit_event_group: "(split_part(action, '.', 1), at desc, id desc)",
  audit_event_details: 'using gin (details jsonb_path_ops)',
};

/** The audit log is filtered by indexes. */
export const auditFilters: SchemaMigration = {
  outsideTransaction: true,
  async up(database: Kysely<unknown>, inTransaction?: boolean): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES)) {
      const statement = `create index concurrently ${name} on audit_event ${definition}`;
      await createIndexConcurrently(database, name, statement, inTransaction);
    }
  },
};
