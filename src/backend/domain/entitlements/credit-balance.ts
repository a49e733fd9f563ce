import type { Kysely } from 'kysely';
import type { CreditBalance } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { entitlementLabel } from './entitlement-labels.js';

export async function loadCreditBalance(
  database: Kysely<Database>,
  organizationId: number,
  { site, language }: { site: string; language: string },
): Promise<CreditBalance[]> {
  const rows = await database
    .selectFrom('credit_balance')
    .innerJoin('organization', 'organization.id', 'credit_balance.organization_id')
    .select(['credit_balance.type', 'amount', 'organization.name'])
    .where('organization.id', '=', organizationId)
    .where('organization.site', '=', site)
    .orderBy('credit_balance.type')
    .execute();
  return rows.map(({ type, amount, name }) => ({
    amount,
    label: entitlementLabel(type, language),
    organizationName: name,
    type,
    frontend: site,
  }));
}
