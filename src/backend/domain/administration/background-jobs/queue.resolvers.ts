import type { Kysely } from 'kysely';
import type { QueueState } from '#contract/backend/backend.js';
import type {
  Mutation,
  MutationRetryTaskArgs,
  MutationRetryTasksArgs,
  Query,
  QueryQueueArgs,
  QueueKind,
} from '#contract/generated/resolvers.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { textsOf } from '../../../platform/texts/site-texts.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { paymentQueue, reminderQueue } from './payment.queue.js';
import { expireQueue, publishQueue, feedQueue, fileQueue, mailQueue } from './queues.js';
import { MAX_COUNTED, type QueueSource, type Retried } from './queue-source.js';

const MAX_LISTED = 100;

export type QueueSources = Readonly<Record<QueueKind, QueueSource>>;

/**
 * @param options.sites names of the sites that this process serves
 * @param options.hasStore whether object storage for files is configured
 */
export function queueSources({ sites, hasStore }: { sites: readonly string[]; hasStore: boolean }): QueueSources {
  return {
    mail: mailQueue,
    feed: feedQueue(sites),
    publish: publishQueue,
    expire: expireQueue,
    payment: paymentQueue,
    reminder: reminderQueue(sites),
    file: fileQueue(hasStore),
  };
}

/** Counts the tasks of each kind, for metrics. @throws if the database does not respond */
export function measureQueues(database: Kysely<Database>, kinds: QueueSources, now: Date): Promise<QueueState[]> {
  const measure = async (source: QueueSource): Promise<QueueState> => {
    const { kind } = source;
    const { waiting, running, failed, nextAt } = await source.count(database, now);
    const firstDue = source.findFirstDue ? await source.findFirstDue(database, now) : nextAt;
    const overdueMs = firstDue ? Math.max(0, now.getTime() - firstDue.getTime()) : 0;
    return { kind, waiting, running, failed, overdueSeconds: overdueMs / 1000 };
  };
  return Promise.all(Object.values(kinds).map(measure));
}

/** Resolvers that show background work to administrators and retry it. */
export function queueResolvers(database: Kysely<Database>, kinds: QueueSources) {
  const retry = (kind: QueueKind, which: Retried, { viewer, site, now }: UserContext) =>
    database.transaction().execute(async (trx) => {
      const tried = (await kinds[kind].retry?.(trx, which, now)) ?? 0;
      const entry = { action: 'queue.retried', actorId: viewer.accountId, site: site.name } as const;
      if (tried > 0) await writeAudit(trx, { ...entry, details: { kind, count: String(tried) } }, now);
      return { tried };
    });

  return {
    Query: {
      queue: allow<QueryQueueArgs, Query['queue']>('administrator', async (args, { site, locale, now }) => {
        const { kind = 'mail', state = 'failed', limit = 25, offset = 0 } = args;
        const range = { limit: Math.min(Math.max(limit, 0), MAX_LISTED), offset: Math.max(offset, 0) };
        const page = { state, ...range, now, texts: textsOf(site, locale) };
        const sources = Object.values(kinds);
        const [tasks, counts] = await Promise.all([
          page.offset < MAX_COUNTED ? kinds[kind].list(database, page) : [],
          Promise.all(sources.map((source) => source.count(database, now))),
        ]);
        const summary = counts.map(({ nextAt, ...states }, index) => ({
          kind: sources[index]!.kind,
          nextAt: nextAt?.toISOString() ?? null,
          ...states,
        }));
        return { summary, tasks, total: summary.find((each) => each.kind === kind)![state] };
      }),
    },
    Mutation: {
      retryTask: allow<MutationRetryTaskArgs, Mutation['retryTask']>('administrator', ({ kind, id }, context) =>
        retry(kind, { id }, context),
      ),
      retryTasks: allow<MutationRetryTasksArgs, Mutation['retryTasks']>(
        'administrator',
        ({ kind, state = 'failed' }, context) => retry(kind, { state }, context),
      ),
    },
  } satisfies RootResolvers;
}
