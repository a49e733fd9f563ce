import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationSendClosingMessageArgs,
  Query,
  QueryClosingMessageArgs,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { refused } from '../../platform/graphql/rejection.js';
import { jobErrors } from '../jobs/fault-messages.js';
import { findClosingMessage, sendClosingMessage } from './closing-message.js';

/** What applicants hear when a job is over. */
export function closingResolvers(database: Kysely<Database>) {
  return {
    Query: {
      closingMessage: allow<QueryClosingMessageArgs, Query['closingMessage']>(
        'employer',
        async ({ jobId }, context) => (await findClosingMessage(database, jobId, context)) ?? null,
      ),
    },
    Mutation: {
      sendClosingMessage: allow<MutationSendClosingMessageArgs, Mutation['sendClosingMessage']>(
        'employer',
        async (args, context) => {
          const outcome = await sendClosingMessage(database, args, context);
          if (!outcome) throw refused('sendClosingMessage', 'forbidden');
          return outcome.kind === 'told'
            ? { sent: outcome.sent, errors: [] }
            : { sent: 0, errors: jobErrors(outcome.violations, context) };
        },
      ),
    },
  } satisfies RootResolvers;
}
