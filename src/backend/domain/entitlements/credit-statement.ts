import type { Kysely } from 'kysely';
import type { CreditStatement, QueryCreditStatementArgs } from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import { CREDIT_TYPES } from '../../platform/database/tables/ledger-tables.js';
import { statement, type StatementMovement } from '../ledger/statement.js';

const TYPES: readonly string[] = CREDIT_TYPES;
const MAX_MOVEMENTS = 500;
const DEFAULT_MOVEMENTS = 50;

/** Credits that were moved for a job name it as their cause. */
const JOB = 'job';

/**
 * A part of the statement of an organization. An organization of another site has no movements on this one.
 *
 * @param of.organizationId undefined: there is none
 * @throws BAD_USER_INPUT for a type or a movement that there cannot be
 */
export async function loadCreditStatement(
  database: Kysely<Database>,
  { organizationId, site }: { organizationId: number | undefined; site: string },
  { type, limit, before }: Pick<QueryCreditStatementArgs, 'type' | 'limit' | 'before'>,
): Promise<CreditStatement> {
  if (!TYPES.includes(type)) throw badUserInput('type is job, resume_contact, featured_day or top_day');
  const from = before == null ? undefined : parseId(before);
  if (before != null && from === undefined) throw badUserInput('before is no movement');
  if (organizationId === undefined) return { __typename: 'CreditStatement', movements: [], next: null };
  const owner = { site, kind: 'organization', id: String(organizationId) } as const;
  const count = Math.min(Math.max(limit ?? DEFAULT_MOVEMENTS, 1), MAX_MOVEMENTS);
  // One more than is shown says whether there is a next part.
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

/** Of the jobs of one page, by their id, in one query. Those that were deleted have none. */
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
