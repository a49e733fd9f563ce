import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LONG_WAIT_DAYS, MEASURED_DAYS, WAITING_STATES } from '#contract/applications/recruiting-rules.js';
import type { AnswerTime, Query } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { activeMemberships, type UserContext } from '../../../platform/graphql/request-context.js';

const DAY_MS = 86_400_000;
const DAY_S = 86_400;

/** Resolvers for the time that organizations take to answer applicants. */
export function answerTimeResolvers(database: Kysely<Database>) {
  return {
    Query: {
      answerTimes: allow<object, Query['answerTimes']>('user', (_args, context) => findAnswerTimes(database, context)),
    },
  } satisfies RootResolvers;
}

/** @returns the time of the first answer to applications `a`, as `at`; null if there is none */
export function firstAnswer(now: Date): RawBuilder<{ at: Date | null }> {
  return sql`
    select min(coalesce(e.visible_at, e.at)) as at from application_event e
    where e.application_id = a.id and e.by_employer and (e.subject is not null or e.state = 'declined')
      and (e.visible_at is null or e.visible_at <= ${now})
  `;
}

/**
 * Measures the time to the first answer. An answer is an email to the applicant that was sent or can no longer be undone; a mere change
 * of state does not count.
 *
 * @returns an entry for each of the viewer's organizations that has received applications recently
 */
async function findAnswerTimes(
  database: Kysely<Database>,
  { viewer, site, now }: Pick<UserContext, 'viewer' | 'site' | 'now'>,
): Promise<AnswerTime[]> {
  const own = [...activeMemberships(viewer).keys()];
  if (own.length === 0) return [];
  const since = new Date(now.getTime() - MEASURED_DAYS * DAY_MS);
  const long = new Date(now.getTime() - LONG_WAIT_DAYS * DAY_MS);
  const { rows } = await sql<Omit<AnswerTime, '__typename'>>`
    select o.id::text as "organizationId", o.name as "organizationName", count(*)::integer as applications,
      count(answer.at)::integer as answered,
      (percentile_cont(0.5) within group (order by extract(epoch from answer.at - a.created_at)) / ${DAY_S})::float8 as "medianDays",
      (count(*) filter (where answer.at is null and a.created_at <= ${long} and a.state = any(${[...WAITING_STATES]})))::integer as waiting
    from application a join organization o on o.id = a.organization_id
    cross join lateral (${firstAnswer(now)}) answer
    where a.organization_id = any(${own}::bigint[]) and a.site = ${site.name} and a.created_at > ${since} and a.state <> 'withdrawn'
    group by o.id order by o.name, o.id
  `.execute(database);
  return rows;
}
