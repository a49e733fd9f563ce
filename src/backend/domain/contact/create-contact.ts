import type { Kysely } from 'kysely';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { MESSAGE_FILES_PATH } from '#contract/pages/paths.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import type {
  Mutation,
  MutationKeepUploadsArgs,
  MutationSendContactMessageArgs,
  Query,
  QueryKeptUploadsArgs,
} from '#contract/generated/resolvers.js';
import type { CaptchaCheck } from '../../platform/captcha/captcha.js';
import type { Database } from '../../platform/database/schema.js';
import { download, noDownload, whileAvailable } from '../../platform/files/download.js';
import type { FileContents } from '../../platform/files/store/file-contents.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { PendingUploads } from '../../platform/uploads/pending-uploads.js';
import { allow, type RootResolvers, badUserInput } from '../../platform/graphql/allow.js';
import { findFile, messageFileRetention, openContent, FileLinks } from './message-files.js';
import { sendMessage, contactErrors } from './send-message.js';

const MAX_TOKENS = 20;

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

/** Resolvers for messages to the site, and their files (PAGE-01). */
function contactResolvers(parts: {
  database: Kysely<Database>;
  files: PendingUploads;
  captcha: CaptchaCheck;
  links: FileLinks;
}) {
  const { files: uploads, captcha } = parts;

  return {
    Query: {
      keptUploads: allow<QueryKeptUploadsArgs, Query['keptUploads']>('anyone', ({ tokens, owner }, { now }) => {
        if (tokens.length > MAX_TOKENS) throw badUserInput(`At most ${MAX_TOKENS} tokens at once`);
        return uploads.find(tokens, owner, now);
      }),
    },
    Mutation: {
      keepUploads: allow<MutationKeepUploadsArgs, Mutation['keepUploads']>(
        'anyone',
        async ({ files, owner }, context) => {
          const { site, now } = context;
          if (owner.length < 16 || owner.length > 200) throw badUserInput('owner must have 16 to 200 characters');
          if (files.length > MESSAGE_FILES.most) throw badUserInput(`At most ${MESSAGE_FILES.most} files at once`);
          const { taken, violations } = await uploads.takeWhole(files, owner, { site: site.name, now });
          return { kept: taken, errors: contactErrors(violations, context) };
        },
      ),
      sendContactMessage: allow<MutationSendContactMessageArgs, Mutation['sendContactMessage']>(
        'anyone',
        async ({ input }, context) => {
          const { site, language, now, viewer } = context;
          // People who are logged in have solved one when they registered.
          const isAsked = site.captcha?.registration === true && viewer === null;
          const judge = isAsked ? () => captcha.judge(input.captcha, context) : undefined;
          const sent = await sendMessage(parts, input, { site, language, now }, judge);
          return 'message' in sent
            ? { message: sent.message, errors: [] }
            : { message: null, errors: contactErrors(sent, context) };
        },
      ),
    },
  } satisfies RootResolvers;
}
