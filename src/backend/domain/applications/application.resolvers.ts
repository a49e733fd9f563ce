import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationAnswerApplicationArgs,
  MutationApplyToJobArgs,
  MutationMoveApplicationArgs,
  MutationSendApplicationFileArgs,
  MutationWithdrawApplicationArgs,
  Query,
  QueryJobApplicationsArgs,
  QueryKeptApplicationFilesArgs,
  QueryOwnApplicationArgs,
  QueryReceivedApplicationArgs,
} from '#contract/generated/resolvers.js';
import type { CaptchaCheck } from '../../platform/captcha/captcha.port.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { answer, moveByEmployer } from './answer-application.js';
import { applicationErrors, type ApplicationViolation } from './application-errors.js';
import type { PendingUploads } from '../../platform/uploads/pending-uploads.js';
import { apply } from './apply.js';
import { findOwn, listOwn, withdraw } from './own-applications.js';
import { findReceived, listForJob, listJobs } from './received-applications.js';

const MAX_TOKENS = 20;
const MAX_PART_SIZE = 3_000_000;
const OWNER = { shortest: 16, longest: 200 };
const KEY = { shortest: 16, longest: 100 };

/** Applying (APP-01), what becomes of it for applicants, and what employers do with it (REC-05). */
export function applicationResolvers(parts: {
  database: Kysely<Database>;
  files: PendingUploads;
  captcha: CaptchaCheck;
}) {
  const { database, files, captcha } = parts;

  return {
    Query: {
      keptApplicationFiles: allow<QueryKeptApplicationFilesArgs, Query['keptApplicationFiles']>(
        'anyone',
        ({ tokens, owner }, { now }) => {
          if (tokens.length > MAX_TOKENS) throw badUserInput(`At most ${MAX_TOKENS} tokens at once`);
          return files.find(tokens, owner, now);
        },
      ),
      ownApplications: allow<object, Query['ownApplications']>('user', (_args, context) => listOwn(database, context)),
      ownApplication: allow<QueryOwnApplicationArgs, Query['ownApplication']>(
        'user',
        async ({ id }, context) => (await findOwn(database, id, context)) ?? null,
      ),
      // Whoever works for no organization has none: they are told so, as are those whose organizations nobody has written to.
      jobsWithApplications: allow<object, Query['jobsWithApplications']>('user', (_args, context) =>
        listJobs(database, context),
      ),
      jobApplications: allow<QueryJobApplicationsArgs, Query['jobApplications']>(
        'user',
        async ({ jobId, state, page }, context) =>
          (await listForJob(database, { jobId, state: state ?? undefined, page: page ?? 1 }, context)) ?? null,
      ),
      receivedApplication: allow<QueryReceivedApplicationArgs, Query['receivedApplication']>(
        'user',
        async ({ id }, context) => (await findReceived(database, id, context)) ?? null,
      ),
    },
    Mutation: {
      sendApplicationFile: allow<MutationSendApplicationFileArgs, Mutation['sendApplicationFile']>(
        'anyone',
        async ({ input, part }, context) => {
          const { site, now } = context;
          checkLength('owner', input.owner, OWNER);
          if (part.bytes.byteLength > MAX_PART_SIZE) throw badUserInput(`A part has at most ${MAX_PART_SIZE} bytes`);
          if (input.offset < 0) throw badUserInput('offset is a number of bytes');
          const outcome = await files.take(input, part.bytes, { site: site.name, now });
          if (!outcome.ok)
            return {
              file: null,
              received: 0,
              complete: false,
              errors: applicationErrors([outcome.violation], context),
            };
          const { file, received, complete } = outcome;
          return { file, received, complete, errors: [] };
        },
      ),
      applyToJob: allow<MutationApplyToJobArgs, Mutation['applyToJob']>('anyone', async ({ input }, context) => {
        checkLength('requestKey', input.requestKey, KEY);
        const { site, viewer } = context;
        // Whoever is logged in has shown it when they registered.
        const isAsked = site.applications?.captcha === true && viewer === null;
        const judge = isAsked ? () => captcha.judge(input.captcha, context) : undefined;
        const { outcome, id, violations = [] } = await apply({ database, files }, input, context, judge);
        const applicationId = viewer && id !== undefined ? id : null;
        return { outcome, applicationId, errors: applicationErrors(violations, context) };
      }),
      withdrawApplication: allow<MutationWithdrawApplicationArgs, Mutation['withdrawApplication']>(
        'self',
        async ({ id }, context) =>
          resultOf(await withdraw(database, id, context), context, () => findOwn(database, id, context)),
      ),
      moveApplication: allow<MutationMoveApplicationArgs, Mutation['moveApplication']>('user', async (args, context) =>
        resultOf(await moveByEmployer(database, args, context), context, () =>
          findReceived(database, args.id, context),
        ),
      ),
      answerApplication: allow<MutationAnswerApplicationArgs, Mutation['answerApplication']>(
        'user',
        async (args, context) =>
          resultOf(await answer(database, args, context), context, () => findReceived(database, args.id, context)),
      ),
    },
  } satisfies RootResolvers;
}

/** @param faults undefined: there is nothing that the viewer may know of */
async function resultOf<Application extends object>(
  violations: readonly ApplicationViolation[] | undefined,
  context: UserContext,
  find: () => Promise<Application | undefined>,
) {
  const application = violations && (await find());
  return application ? { application, errors: applicationErrors(violations, context) } : null;
}

function checkLength(name: string, text: string, { shortest, longest }: { shortest: number; longest: number }): void {
  if (text.length < shortest || text.length > longest)
    throw badUserInput(`${name} has ${shortest} to ${longest} characters`);
}
