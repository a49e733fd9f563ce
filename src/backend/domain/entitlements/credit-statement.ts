import type { Kysely } from 'kysely';
import type { CreditStatement, QueryCreditStatementArgs, CreditBalance } from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { badUserInput } from '../../platform/graphql/allow.js';
import { CREDIT_TYPES } from '../../platform/database/tables/ledger-tables.js';
import { statement, type StatementMovement, balances } from '../ledger/statement.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { textsOf } from '../../platform/texts/site-texts.js';

const CREDIT_NAMES: readonly string[] = CREDIT_TYPES;

const TYPES: readonly string[] = CREDIT_TYPES;
const MAX_MOVEMENTS = 500;
const DEFAULT_MOVEMENTS = 50;

/** Cause of movements for a job. */
const JOB = 'job';

/**
 * Loads a page of an organization's statement. An organization has no movements on other sites.
 *
 * @param of.organizationId undefined if there is none
 * @throws BAD_USER_INPUT for an invalid type or movement
 */
export async function loadCreditStatement(
  database: Kysely<Database>,
  { organizationId, site }: { organizationId: number | undefined; site: string },
  { type, limit, before }: Pick<QueryCreditStatementArgs, 'type' | 'limit' | 'before'>,
): Promise<CreditStatement> {
  if (!TYPES.includes(type)) throw badUserInput('type must be job, resume_contact, featured_day or top_day');
  const from = before == null ? undefined : parseId(before);
  if (before != null && from === undefined) throw badUserInput('before is not the id of a movement');
  if (organizationId === undefined) return { __typename: 'CreditStatement', movements: [], next: null };
  const owner = { site, kind: 'organization', id: String(organizationId) } as const;
  const count = Math.min(Math.max(limit ?? DEFAULT_MOVEMENTS, 1), MAX_MOVEMENTS);
  // One more row than shown tells whether there is a next page.
  const page = { limit: count + 1, ...(from === undefined ? {} : { before: String(from) }) };
  const found = await statement(database, { owner, unit: type }, page);
  const shown = found.slice(0, count);
  const titles = await jobTitles(database, shown);
  return {
    __typename: 'CreditStatement',
    movements: shown.map(({ transferId, at, kind, amount, balance, cause, reason, settledBy }) => ({
      __typename: 'CreditMovement',
      id: transferId,
      at: at.toISOString(),
      kind,
      amount: Number(amount),
      balance: Number(balance),
      cause: cause.kind,
      causeId: cause.id ?? null,
      causeTitle: (cause.kind === JOB ? titles.get(Number(cause.id)) : undefined) ?? null,
      reason,
      settledBy,
    })),
    next: found.length > count ? shown.at(-1)!.transferId : null,
  };
}

/** Titles of the jobs on a page, by id, in one query. Deleted jobs have none. */
async function jobTitles(
  database: Kysely<Database>,
  movements: readonly StatementMovement[],
): Promise<ReadonlyMap<number, string>> {
  const ids = movements.flatMap(({ cause }) => (cause.kind === JOB ? [parseId(cause.id ?? '')] : []));
  const known = [...new Set(ids)].filter((id) => id !== undefined);
  if (known.length === 0) return new Map();
  const rows = await database.selectFrom('job').select(['id', 'title']).where('id', 'in', known).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

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
    .filter(({ unit }) => CREDIT_NAMES.includes(unit))
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
