import type { Kysely } from 'kysely';
import { createIndexConcurrently, type SchemaMigration } from './schema-migration.js';

/** By name: data of one person is found without reading a whole table, or all applications of an organization. */
const INDEXES: Readonly<Record<string, string>> = {
  mail_recipient: 'mail (recipient)',
  customer_order_buyer: 'customer_order (buyer_id) where buyer_id is not null',
  application_organization_email: 'application (organization_id, lower(trim(email)))',
  application_organization_name: 'application (organization_id, lower(last_name), lower(first_name))',
};

/**
 * Finds mails by their recipient, orders by who placed them, and the other applications of the same person to an organization. Billing
 * profiles are not indexed by who changed them: there is one for each organization, and only the export of personal data looks for them.
 */
export const lookupIndexes: SchemaMigration = {
  outsideTransaction: true,
  async up(database: Kysely<unknown>, inTransaction = false): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES))
      await createIndexConcurrently(
        database,
        name,
        `create index concurrently ${name} on ${definition}`,
        inTransaction,
      );
  },
};
