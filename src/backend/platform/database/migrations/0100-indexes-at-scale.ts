import type { Kysely } from 'kysely';
import { createIndexConcurrently, type SchemaMigration } from './schema-migration.js';

/** By name: few rows of a large table are found without reading all of it. */
const INDEXES: Readonly<Record<string, string>> = {
  job_published: "job (id) where state = 'published'",
  job_changed: "job (site, updated_at desc, id desc) where title <> ''",
  organization_merged: 'organization (merged_into) where merged_into is not null',
  account_organization: 'account (active_organization) where active_organization is not null',
  account_administrator: "account (id) where 'administrator' = any(roles)",
  account_created: 'account (created_at, id) where email_verified is not null and blocked_at is null',
  retention_notice_due: 'retention_notice (kind, deletes_at)',
  resume_contact_subscription: 'resume_contact (subscription_id) where subscription_id is not null',
  job_charge_subscription: 'job_charge (subscription_id) where subscription_id is not null',
};

/**
 * Finds the published among all jobs, the last changed jobs of a site, administrators, accounts that may be unused, announced deletions
 * that are due, and the rows that refer to an organization or a subscription.
 */
export const indexesAtScale: SchemaMigration = {
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
