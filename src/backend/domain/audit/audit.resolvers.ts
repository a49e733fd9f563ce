import type { Kysely } from 'kysely';
import type { Query, QueryAuditEventsArgs } from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import { listAudit } from './list-audit.js';

const MAX_ROWS = 500;

/** Resolver for the audit log, for administrators. */
export function auditResolvers(database: Kysely<Database>) {
  return {
    Query: {
      auditEvents: allow<QueryAuditEventsArgs, Query['auditEvents']>('administrator', ({ limit, before, filter }) => {
        const id = before == null ? undefined : parseId(before);
        if (before != null && id === undefined) throw badUserInput('before is not the id of an event');
        for (const time of [filter?.from, filter?.until])
          if (time != null && Number.isNaN(Date.parse(time))) throw badUserInput('from and until must be valid times');
        const count = Math.min(Math.max(limit ?? 50, 0), MAX_ROWS);
        return listAudit(database, { limit: count, before: id, filter: filter ?? {} });
      }),
    },
  } satisfies RootResolvers;
}
