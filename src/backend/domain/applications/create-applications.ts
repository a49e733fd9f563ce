import type { Kysely } from 'kysely';
import type { CaptchaCheck } from '../../platform/captcha/captcha.port.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { PendingUploads } from '../../platform/uploads/pending-uploads.js';
import type { Sessions } from '../accounts/sessions/sessions.js';
import { applicationResolvers } from './application.resolvers.js';
import { serveApplicationFiles } from './serve-application-files.js';

/** Applications for jobs, and the files that belong to them. */
export function createApplications(deps: {
  database: Kysely<Database>;
  pendingUploads: PendingUploads;
  captcha: CaptchaCheck;
  sessions: Sessions;
  clock: () => Date;
}): BackendModule {
  const { database, pendingUploads: files, captcha, sessions, clock } = deps;
  const access = { database, viewerOf: (token: string) => sessions.viewerOf(token, clock()), clock };
  return {
    resolvers: [applicationResolvers({ database, files, captcha })],
    serve: (request) => serveApplicationFiles(access, request),
  };
}
