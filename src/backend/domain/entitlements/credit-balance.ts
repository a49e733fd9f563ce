import type { Kysely } from 'kysely';
import type { CreditBalance } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { CREDIT_TYPES } from '../../platform/database/tables/ledger-tables.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { balances } from '../ledger/statement.js';

const TYPES: readonly string[] = CREDIT_TYPES;

/** Loads the balances of an organization of the site, for each type of credit that it ever had. */
export async function loadCreditBalance(
  database: Kysely<Database>,
  organizationId: number,
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
): Promise<CreditBalance[]> {
  const { t } = textsOf(site, locale);
  const [organization, found] = await Promise.all([
    database
      .selectFrom('organization')
      .select('name')
      .where('id', '=', organizationId)
      .where('site', '=', site.name)
      .executeTakeFirst(),
    balances(database, { site: site.name, kind: 'organization', id: String(organizationId) }),
  ]);
  if (!organization) return [];
  return found
    .filter(({ unit }) => TYPES.includes(unit))
    .map(({ unit, available, held, nextExpiry, expiring }) => ({
      __typename: 'CreditBalance',
      amount: Number(available),
      held: Number(held),
      nextExpiry: nextExpiry?.toISOString() ?? null,
      expiring: Number(expiring),
      label: t(`entitlements.type.${unit}`),
      organizationName: organization.name,
      type: unit,
      frontend: site.name,
    }));
}
