import { sql, type Kysely } from 'kysely';
import { APPLICATION_STATES } from '#contract/applications/application-states.js';
import type { ApplicationBoardColumn, ApplicationState } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { findReadableJob, UNREAD } from './application-list.js';
import { nextStates } from '../application-states.js';
import { worksFor } from '../team/team-view.js';

/** Maximum number of cards in a column; the list shows the rest. */
const CARDS = 20;

interface Row {
  id: string;
  firstName: string;
  lastName: string;
  state: ApplicationState;
  created: Date;
  unread: boolean;
  rating: number | null;
}

/**
 * Reads the board of a job: a column for each state, with its newest applications. Each column is read from an index, so that the cost
 * does not grow with the number of applications, except for the counts.
 *
 * @returns undefined if there is no such job, or the viewer may not see it
 */
export async function findBoard(
  database: Kysely<Database>,
  jobId: string,
  context: UserContext,
): Promise<ApplicationBoardColumn[] | undefined> {
  const job = await findReadableJob(database, jobId, context);
  if (!job) return undefined;
  const isTeam = worksFor(context, job);
  const { rows: counts } = await sql<{ state: ApplicationState; count: number }>`
    select state, count(*)::integer as count from application where job_id = ${job.job_id} group by state
  `.execute(database);
  const { rows } = await sql<Row>`
    select a.* from unnest(${[...APPLICATION_STATES]}::text[]) wanted cross join lateral (
      select a.id, a.first_name as "firstName", a.last_name as "lastName", a.state, a.created_at as created, ${UNREAD} as unread,
        case when ${isTeam} then a.rating end as rating
      from application a where a.job_id = ${job.job_id} and a.state = wanted order by a.created_at desc, a.id limit ${CARDS}
    ) a
  `.execute(database);
  return APPLICATION_STATES.map((state) => ({
    state,
    count: counts.find((each) => each.state === state)?.count ?? 0,
    cards: rows
      .filter((row) => row.state === state)
      .map(({ created, ...card }) => ({
        ...card,
        created: created.toISOString(),
        nextStates: [...nextStates(state, 'employer')],
      })),
  }));
}
