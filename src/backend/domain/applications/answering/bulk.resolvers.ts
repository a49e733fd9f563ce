import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationStartApplicationBulkArgs,
  MutationUndoApplicationBulkArgs,
  Query,
  QueryApplicationBoardArgs,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { badUserInput } from '../../../platform/graphql/rejection.js';
import { findBoard } from '../received/application-board.js';
import { applicationErrors } from '../application-errors.js';
import { startBulk } from './bulk-answers.js';
import { undoBulk } from './undo-bulk.js';

const KEY = { shortest: 16, longest: 100 };

/** Resolvers for the board of a job, and for steps and answers for many applications at once. */
export function bulkResolvers(database: Kysely<Database>) {
  return {
    Query: {
      applicationBoard: allow<QueryApplicationBoardArgs, Query['applicationBoard']>(
        'user',
        async ({ jobId }, context) => (await findBoard(database, jobId, context)) ?? null,
      ),
    },
    Mutation: {
      startApplicationBulk: allow<MutationStartApplicationBulkArgs, Mutation['startApplicationBulk']>(
        'user',
        async (args, context) => {
          const { length } = args.bulk.requestKey;
          if (length < KEY.shortest || length > KEY.longest)
            throw badUserInput(`requestKey must have ${KEY.shortest} to ${KEY.longest} characters`);
          const started = await startBulk(database, args, context);
          if (!started) return null;
          return { bulk: started.bulk, errors: applicationErrors(started.violations, context) };
        },
      ),
      undoApplicationBulk: allow<MutationUndoApplicationBulkArgs, Mutation['undoApplicationBulk']>(
        'user',
        async (args, context) => {
          const undone = await undoBulk(database, args, context);
          return undone ? { bulk: undone.bulk, errors: applicationErrors(undone.violations, context) } : null;
        },
      ),
    },
  } satisfies RootResolvers;
}
