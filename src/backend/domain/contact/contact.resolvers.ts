import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationKeepUploadsArgs,
  MutationSendContactMessageArgs,
  Query,
  QueryKeptUploadsArgs,
} from '#contract/generated/resolvers.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import type { Captcha } from '../../platform/captcha/captcha.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import type { UploadStore, UploadViolation } from '../../platform/uploads/upload-store.js';
import type { FileRule } from '../../platform/uploads/file-faults.js';
import { contactErrors, sendMessage } from './contact-message.js';

const MAX_TOKENS = 20;
const FILE_RULES: Readonly<Record<UploadViolation['rule'], FileRule>> = {
  type: 'fileType',
  size: 'fileSize',
  empty: 'fileEmpty',
  room: 'fileRoom',
};

/** Messages to the site, and the files that go with them (PAGE-01). */
export function contactResolvers(parts: { database: Kysely<Database>; uploads: UploadStore; captcha: Captcha }) {
  const { uploads, captcha } = parts;

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
          if (owner.length < 16 || owner.length > 200) throw badUserInput('owner has 16 to 200 characters');
          if (files.length > MESSAGE_FILES.most) throw badUserInput(`At most ${MESSAGE_FILES.most} files at once`);
          const place = { site: site.name, owner, most: MESSAGE_FILES.mostBytes, now };
          const { kept, violations } = await uploads.keep(files, place);
          const wrong = violations.map(({ name, rule }) => ({ field: 'attachments', rule: FILE_RULES[rule], name }));
          return { kept, errors: contactErrors(wrong, context) };
        },
      ),
      sendContactMessage: allow<MutationSendContactMessageArgs, Mutation['sendContactMessage']>(
        'anyone',
        async ({ input }, context) => {
          const { site, language, now, viewer } = context;
          // Whoever is logged in has shown it.
          const isAsked = site.captcha?.registration === true && viewer === null;
          const isHuman = isAsked ? () => captcha.take(input.captcha, now) : undefined;
          const violations = await sendMessage(parts, input, { site, language, now }, isHuman);
          return { errors: contactErrors(violations, context) };
        },
      ),
    },
  } satisfies RootResolvers;
}
