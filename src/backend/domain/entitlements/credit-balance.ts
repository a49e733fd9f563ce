import type { Kysely } from 'kysely';
import type { CreditBalance } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { textsOf } from '../../platform/texts/site-texts.js';

export async function loadCreditBalance(
  database: Kysely<Database>,
  organizationId: number,
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
): Promise<CreditBalance[]> {
  const { t } = textsOf(site, locale);
  const rows = await database
    .selectFrom('credit_balance')
    .innerJoin('organization', 'organization.id', 'credit_balance.organization_id')
    .select(['credit_balance.type', 'amount', 'organization.name'])
    .where('organization.id', '=', organizationId)
    .where('organization.site', '=', site.name)
    .orderBy('credit_balance.type')
    .execute();
  return rows.map(({ type, amount, name }) => ({
    amount,
    label: t(`entitlements.type.${type}`),
    organizationName: name,
    type,
    frontend: site.name,
  }));
}
