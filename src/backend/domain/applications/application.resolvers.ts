import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationAddApplicationNoteArgs,
  MutationAnswerApplicationArgs,
  MutationAddToApplicationArgs,
  MutationApplyToJobArgs,
  MutationDeleteApplicationNoteArgs,
  MutationMarkApplicationReadArgs,
  MutationMoveApplicationArgs,
  MutationRateApplicationArgs,
  MutationSendAnswerNowArgs,
  MutationSendApplicationFileArgs,
  MutationTagApplicationArgs,
  MutationUndoAnswerArgs,
  MutationWithdrawApplicationArgs,
  Query,
  QueryExportedApplicationsArgs,
  QueryJobApplicationsArgs,
  QueryKeptApplicationFilesArgs,
  QueryOwnApplicationArgs,
  QueryReceivedApplicationArgs,
  MutationAskForOtherTimesArgs,
  MutationCancelInterviewArgs,
  MutationChangeInterviewArgs,
  MutationConfirmInterviewArgs,
  MutationPickInterviewArgs,
  MutationProposeInterviewArgs,
} from '#contract/generated/resolvers.js';
import type { CaptchaCheck } from '../../platform/captcha/captcha.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers, badUserInput } from '../../platform/graphql/allow.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import type { FindResumeToSend } from '../resumes/document/own-resume-file.js';
import type { PendingUploads } from '../../platform/uploads/pending-uploads.js';
import { answer, moveByEmployer, sendAnswerNow, undoAnswer } from './answering/answer-application.js';
import { applicationErrors, type ApplicationViolation } from './application-errors.js';
import { apply } from './applying/apply.js';
import { findOwn, listOwn, withdraw, addToApplication } from './applying/own-applications.js';
import { listForJob } from './received/application-list.js';
import { addNote, deleteNote, rateApplication, tagApplication } from './team/team-view.js';
import { findReceived, listJobs, markRead, exportApplications } from './received/received-applications.js';
import { askForOtherTimes, confirmInterview, pickInterview } from './interviews/answer-interview.js';
import { cancelInterview, changeInterview } from './interviews/change-interview.js';
import { proposeInterview } from './interviews/propose-interview.js';

const MAX_TOKENS = 20;
const MAX_PART_SIZE = 3_000_000;
const OWNER = { shortest: 16, longest: 200 };
const KEY = { shortest: 16, longest: 100 };

/** Resolvers for applying (APP-01), for applicants who follow their applications, and for employers who process them (REC-05). */
export function applicationResolvers(parts: {
  database: Kysely<Database>;
  files: PendingUploads;
  resumeToSend: FindResumeToSend;
  captcha: CaptchaCheck;
}) {
  const { database, files, resumeToSend, captcha } = parts;
  const received = (id: string, violations: readonly ApplicationViolation[] | undefined, context: UserContext) =>
    resultOf(violations, context, () => findReceived(database, id, context));

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
      // The list is empty for people without an organization, as for those whose organizations have no applications.
      jobsWithApplications: allow<object, Query['jobsWithApplications']>('user', (_args, context) =>
        listJobs(database, context),
      ),
      jobApplications: allow<QueryJobApplicationsArgs, Query['jobApplications']>(
        'user',
        async ({ jobId, filter, page }, context) =>
          (await listForJob(database, { jobId, filter: filter ?? {}, page: page ?? 1 }, context)) ?? null,
      ),
      exportedApplications: allow<QueryExportedApplicationsArgs, Query['exportedApplications']>(
        'user',
        async (args, context) => (await exportApplications(database, args, context)) ?? null,
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
          if (part.bytes.byteLength > MAX_PART_SIZE)
            throw badUserInput(`A part must not exceed ${MAX_PART_SIZE} bytes`);
          if (input.offset < 0) throw badUserInput('offset must not be negative');
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
      applyToJob: allow<MutationApplyToJobArgs, Mutation['applyToJob']>(
        'anyone',
        async ({ input, source }, context) => {
          checkLength('requestKey', input.requestKey, KEY);
          const { site, viewer } = context;
          // People who are logged in have solved one when they registered.
          const isAsked = site.applications?.captcha === true && viewer === null;
          const judge = isAsked ? () => captcha.judge(input.captcha, context) : undefined;
          const {
            outcome,
            id,
            violations = [],
          } = await apply({ database, files, resumeToSend }, { ...input, source }, context, judge);
          const applicationId = viewer && id !== undefined ? id : null;
          return { outcome, applicationId, errors: applicationErrors(violations, context) };
        },
      ),
      addToApplication: allow<MutationAddToApplicationArgs, Mutation['addToApplication']>(
        'self',
        async (args, context) =>
          resultOf(await addToApplication({ database, files }, args, context), context, () =>
            findOwn(database, args.id, context),
          ),
      ),
      withdrawApplication: allow<MutationWithdrawApplicationArgs, Mutation['withdrawApplication']>(
        'self',
        async ({ id }, context) =>
          resultOf(await withdraw(database, id, context), context, () => findOwn(database, id, context)),
      ),
      moveApplication: allow<MutationMoveApplicationArgs, Mutation['moveApplication']>('user', async (args, context) =>
        received(args.id, await moveByEmployer(database, args, context), context),
      ),
      answerApplication: allow<MutationAnswerApplicationArgs, Mutation['answerApplication']>(
        'user',
        async (args, context) => received(args.id, await answer(database, args, context), context),
      ),
      addApplicationNote: allow<MutationAddApplicationNoteArgs, Mutation['addApplicationNote']>(
        'user',
        async (args, context) => received(args.id, await addNote(database, args, context), context),
      ),
      deleteApplicationNote: allow<MutationDeleteApplicationNoteArgs, Mutation['deleteApplicationNote']>(
        'user',
        async (args, context) => received(args.id, await deleteNote(database, args, context), context),
      ),
      tagApplication: allow<MutationTagApplicationArgs, Mutation['tagApplication']>('user', async (args, context) =>
        received(args.id, await tagApplication(database, args, context), context),
      ),
      rateApplication: allow<MutationRateApplicationArgs, Mutation['rateApplication']>(
        'user',
        async ({ id, rating }, context) =>
          received(id, await rateApplication(database, { id, rating: rating ?? null }, context), context),
      ),
      markApplicationRead: allow<MutationMarkApplicationReadArgs, Mutation['markApplicationRead']>(
        'user',
        ({ id }, context) => markRead(database, id, context),
      ),
      undoAnswer: allow<MutationUndoAnswerArgs, Mutation['undoAnswer']>('user', async (args, context) =>
        received(args.id, await undoAnswer(database, args, context), context),
      ),
      sendAnswerNow: allow<MutationSendAnswerNowArgs, Mutation['sendAnswerNow']>('user', async (args, context) =>
        received(args.id, await sendAnswerNow(database, args, context), context),
      ),
    },
  } satisfies RootResolvers;
}

/** @param violations undefined if the viewer may not know of the application */
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
    throw badUserInput(`${name} must have ${shortest} to ${longest} characters`);
}

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
