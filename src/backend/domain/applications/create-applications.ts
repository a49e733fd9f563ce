import type { Kysely } from 'kysely';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import type { CaptchaCheck } from '../../platform/captcha/captcha.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import { together } from '../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../platform/database/schema.js';
import type { FileContents } from '../../platform/files/store/file-contents.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { PendingUploads } from '../../platform/uploads/pending-uploads.js';
import type { Sessions } from '../accounts/sessions/sessions.js';
import type { FindResumeToSend } from '../resumes/document/own-resume-file.js';
import { answerTimeResolvers } from './answering/answer-times.js';
import { applicationResolvers, interviewResolvers } from './application.resolvers.js';
import { bulkResolvers } from './answering/bulk.resolvers.js';
import { startBulkWorker } from './answering/bulk-worker.js';
import { startDigestWorker } from './digest/send-digests.js';
import { recruitingMailResolvers } from './recipients/employer-recipients.js';
import { applicationRetention, applicationFileRetention } from './retention/application-retention.js';
import { serveApplicationFiles, fileTextResolvers } from './files/serve-application-files.js';
import { templateResolvers } from './templates/answer-templates.js';

/** Applications for jobs, with their files. */
export function createApplications(deps: {
  database: Kysely<Database>;
  contents: FileContents;
  changes: ChangeFeed;
  pendingUploads: PendingUploads;
  resumeToSend: FindResumeToSend;
  captcha: CaptchaCheck;
  sessions: Sessions;
  sites: readonly BackendSite[];
  clock: () => Date;
  logger: BackendLogger;
}): BackendModule {
  const {
    database,
    contents,
    changes,
    pendingUploads: files,
    resumeToSend,
    captcha,
    sessions,
    sites,
    clock,
    logger,
  } = deps;
  const access = { database, contents, viewerOf: (token: string) => sessions.viewerOf(token, clock()), clock };
  return {
    resolvers: [
      applicationResolvers({ database, files, resumeToSend, captcha }),
      bulkResolvers(database),
      templateResolvers(database),
      interviewResolvers(database),
      fileTextResolvers({ database, contents }),
      answerTimeResolvers(database),
      recruitingMailResolvers(database),
    ],
    serve: (request) => serveApplicationFiles(access, request),
    retention: [...applicationRetention, applicationFileRetention],
    startJobs: () =>
      together(
        startBulkWorker({ database, changes, sites, clock, logger }),
        startDigestWorker({ database, sites, clock, logger }),
      ),
  };
}
