import type { Kysely } from 'kysely';
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
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import type { PendingUploads } from '../../platform/uploads/pending-uploads.js';
import { contactErrors } from './contact-errors.js';
import type { FileLinks } from './file-links.js';
import { sendMessage } from './send-message.js';

const MAX_TOKENS = 20;

/** Resolvers for messages to the site, and their files (PAGE-01). */
export function contactResolvers(parts: {
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
