import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationAskForOtherTimesArgs,
  MutationCancelInterviewArgs,
  MutationChangeInterviewArgs,
  MutationConfirmInterviewArgs,
  MutationPickInterviewArgs,
  MutationProposeInterviewArgs,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { applicationErrors, type ApplicationViolation } from './application-errors.js';
import { findOwn } from './applying/own-applications.js';
import { findReceived } from './received/received-applications.js';
import { askForOtherTimes, confirmInterview, pickInterview } from './interviews/answer-interview.js';
import { cancelInterview, changeInterview } from './interviews/change-interview.js';
import { proposeInterview } from './interviews/propose-interview.js';

/** Resolvers for interviews (REC-05), which employers propose, change and cancel, and applicants answer. */
export function interviewResolvers(database: Kysely<Database>) {
  const received = async (
    id: string,
    violations: readonly ApplicationViolation[] | undefined,
    context: UserContext,
  ) => {
    const application = violations && (await findReceived(database, id, context));
    return application ? { application, errors: applicationErrors(violations, context) } : null;
  };
  const own = async (id: string, violations: readonly ApplicationViolation[] | undefined, context: UserContext) => {
    const application = violations && (await findOwn(database, id, context));
    return application ? { application, errors: applicationErrors(violations, context) } : null;
  };
  return {
    Mutation: {
      proposeInterview: allow<MutationProposeInterviewArgs, Mutation['proposeInterview']>(
        'user',
        async (args, context) => received(args.id, await proposeInterview(database, args, context), context),
      ),
      confirmInterview: allow<MutationConfirmInterviewArgs, Mutation['confirmInterview']>(
        'user',
        async (args, context) => received(args.id, await confirmInterview(database, args, context), context),
      ),
      changeInterview: allow<MutationChangeInterviewArgs, Mutation['changeInterview']>('user', async (args, context) =>
        received(args.id, await changeInterview(database, args, context), context),
      ),
      cancelInterview: allow<MutationCancelInterviewArgs, Mutation['cancelInterview']>('user', async (args, context) =>
        received(args.id, await cancelInterview(database, args, context), context),
      ),
      pickInterview: allow<MutationPickInterviewArgs, Mutation['pickInterview']>('self', async (args, context) =>
        own(args.id, await pickInterview(database, args, context), context),
      ),
      askForOtherTimes: allow<MutationAskForOtherTimesArgs, Mutation['askForOtherTimes']>(
        'self',
        async (args, context) => own(args.id, await askForOtherTimes(database, args, context), context),
      ),
    },
  } satisfies RootResolvers;
}
