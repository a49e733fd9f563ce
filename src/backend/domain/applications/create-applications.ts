import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { repeat } from '../../platform/background-jobs/recurring-work.js';
import type { CaptchaCheck } from '../../platform/captcha/captcha.port.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { PendingUploads } from '../../platform/uploads/pending-uploads.js';
import type { Sessions } from '../accounts/sessions/sessions.js';
import { applicationResolvers } from './application.resolvers.js';
import { deleteExpiredFiles } from './delete-expired-files.js';
import { serveApplicationFiles } from './serve-application-files.js';

const CLEANUP_MS = 3_600_000;

/** Applications for jobs, and the files that belong to them. */
export function createApplications(deps: {
  database: Kysely<Database>;
  pendingUploads: PendingUploads;
  captcha: CaptchaCheck;
  sessions: Sessions;
  clock: () => Date;
  logger: BackendLogger;
}): BackendModule {
  const { database, pendingUploads: files, captcha, sessions, clock, logger } = deps;
  const access = { database, viewerOf: (token: string) => sessions.viewerOf(token, clock()), clock };
  const cleanup = repeat({
    everyMs: CLEANUP_MS,
    work: async () => {
      await deleteExpiredFiles(database, clock());
    },
    failed: 'Expired files of applications could not be deleted',
    logger,
  });
  return {
    resolvers: [applicationResolvers({ database, files, captcha })],
    serve: (request) => serveApplicationFiles(access, request),
    close: () => cleanup.stop(),
  };
}
