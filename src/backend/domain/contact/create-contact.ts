import type { Kysely } from 'kysely';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { MESSAGE_FILES_PATH } from '#contract/pages/paths.js';
import type { CaptchaCheck } from '../../platform/captcha/captcha.js';
import type { Database } from '../../platform/database/schema.js';
import { download, noDownload, whileAvailable } from '../../platform/files/download.js';
import type { FileContents } from '../../platform/files/store/file-contents.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { PendingUploads } from '../../platform/uploads/pending-uploads.js';
import { contactResolvers } from './contact.resolvers.js';
import { FileLinks } from './file-links.js';
import { findFile, messageFileRetention, openContent } from './message-files.js';

/** Messages of visitors to the operators of a site, with files. */
export function createContact(deps: {
  database: Kysely<Database>;
  contents: FileContents;
  files: PendingUploads;
  captcha: CaptchaCheck;
  secrets: readonly string[];
  clock: () => Date;
}): BackendModule {
  const { database, contents, files, captcha, secrets, clock } = deps;
  const links = new FileLinks(secrets);

  async function serveFile(path: string): Promise<BackendFetchResponse> {
    const id = await links.fileOf(path, clock());
    const file = id ? await findFile(database, id) : undefined;
    if (!file) return noDownload();
    return whileAvailable(async () => {
      const content = await openContent({ database, contents }, file);
      const { headers, ...answered } = download(file.name, file.contentType, content);
      return { ...answered, headers: { ...headers, 'content-length': String(file.size) } };
    });
  }

  return {
    resolvers: [contactResolvers({ database, files, captcha, links })],
    serve: ({ path }) => (path.startsWith(`${MESSAGE_FILES_PATH}/`) ? serveFile(path) : undefined),
    retention: [messageFileRetention],
  };
}
