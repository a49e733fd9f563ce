import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { checkContactTexts, CONTACT_RULE_VALUES } from '#contract/applications/contact-rules.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type {
  Mutation,
  MutationKeepUploadsArgs,
  MutationSendContactMessageArgs,
  Query,
  QueryKeptUploadsArgs,
  ContactMessage,
  ContactMessageInput,
  AccountError,
} from '#contract/generated/resolvers.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import { captchaRule, type CaptchaCheck, type CaptchaVerdict } from '../../platform/captcha/captcha.port.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { putMail } from '../../platform/mail/outbox.js';
import { type RuleMessage, ruleMessage, type SiteTexts } from '../../platform/texts/site-texts.js';
import type { UploadStore, UploadViolation, StoredUpload } from '../../platform/uploads/upload-store.js';
import { type FileRule, fileMessage, isFileRule } from '../../platform/uploads/file-messages.js';
import { withoutBidiControls } from '#shared/text/bidi-controls.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { accountMessage } from '../accounts/account-messages.js';
import { errorsOf } from '../accounts/account-results.js';

/**
 * PAGE-01. What is wrong, or nothing and the mails are on their way: they, their attachments and the end of the kept files are one transaction.
 *
 * @param judge where a captcha is asked for: uses its solution up, which is done when nothing else is wrong
 */
async function sendMessage(
  { database, uploads }: { database: Kysely<Database>; uploads: UploadStore },
  input: ContactMessageInput,
  { site, language, now }: { site: BackendSite; language: string; now: Date },
  judge?: () => Promise<CaptchaVerdict>,
): Promise<SentMessage | ContactViolation[]> {
  const recipient = site.mail?.contactEmail;
  if (recipient === undefined) return [{ rule: 'off' }];
  const email = normalizeEmail(input.email);
  const tokens = input.attachments ?? [];
  const files = tokens.length > MESSAGE_FILES.most ? [] : await uploads.find(tokens, input.owner ?? '', now);
  const violations = [...checkContactTexts(input), ...checkFiles(tokens, files)];
  if (violations.length > 0) return violations;
  const captchaFault = judge && captchaRule(await judge());
  if (captchaFault) return [{ field: 'captcha', rule: captchaFault }];
  const id = randomUUID();
  const details = {
    id,
    name: line(input.name),
    email,
    subject: line(input.subject),
    body: withoutBidiControls(input.body).replace(/\r\n?/g, '\n').trim(),
    files: files.map(({ name }) => name).join(', '),
  };
  await database.transaction().execute(async (trx) => {
    const mail = { site: site.name, language };
    const mailId = await putMail(trx, { ...mail, template: 'contact-message', recipient, details }, now);
    if (files.length > 0) await attach(trx, mailId, files);
    if (input.copy) await putMail(trx, { ...mail, template: 'contact-copy', recipient: email, details }, now);
  });
  const { name, subject, body } = details;
  const attachments = files.map((file) => ({ name: file.name, size: file.size }));
  return { message: { id, name, email, subject, body, copy: input.copy === true, attachments } };
}

function checkFiles(tokens: readonly string[], files: readonly StoredUpload[]): ContactViolation[] {
  const field = 'attachments';
  if (tokens.length > MESSAGE_FILES.most) return [{ field, rule: 'filesMany' }];
  if (files.length < new Set(tokens).size) return [{ field, rule: 'fileGone' }];
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return size > MESSAGE_FILES.maxTotalBytes ? [{ field, rule: 'filesSize' }] : [];
}

/** Moves kept files to a mail, without reading them. */
async function attach(trx: Kysely<Database>, mailId: number, files: readonly { id: string }[]): Promise<void> {
  const ids = files.map(({ id }) => id);
  await sql`
    insert into mail_attachment (mail_id, position, name, content_type, bytes)
    select ${mailId}, array_position(${ids}::uuid[], id), name, content_type, bytes from kept_upload where id = any(${ids}::uuid[])
  `.execute(trx);
  await trx.deleteFrom('kept_upload').where('id', 'in', ids).execute();
}

function line(text: string): string {
  return withoutBidiControls(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

interface SentMessage {
  message: ContactMessage;
}

/** What can be wrong with a message to the site; the account's own words serve for the rest. */
type ContactRule = keyof typeof CONTACT_RULE_VALUES | 'off';

interface ContactViolation {
  field?: string;
  rule: ContactRule | FileRule | 'required' | 'email' | 'captcha' | 'captchaUnavailable';
  /** Of the file. */
  name?: string;
}

function contactErrors(
  violations: readonly ContactViolation[],
  context: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  return errorsOf(violations, context, messageOf);
}

function messageOf({ rule, name }: ContactViolation, texts: SiteTexts): RuleMessage {
  if (rule === 'required' || rule === 'email' || rule === 'captcha' || rule === 'captchaUnavailable')
    return accountMessage({ rule }, texts);
  if (isFileRule(rule)) return fileMessage({ rule, name }, MESSAGE_FILES, texts);
  if (rule === 'off') return ruleMessage(texts.t, 'errors.contact.off');
  return ruleMessage(texts.t, `rules.contact.${rule}`, CONTACT_RULE_VALUES[rule]);
}

const MAX_TOKENS = 20;
const FILE_RULES: Readonly<Record<UploadViolation['rule'], FileRule>> = {
  type: 'fileType',
  size: 'fileSize',
  empty: 'fileEmpty',
  room: 'fileRoom',
};

/** Messages to the site, and the files that go with them (PAGE-01). */
function contactResolvers(parts: { database: Kysely<Database>; uploads: UploadStore; captcha: CaptchaCheck }) {
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
          const place = { site: site.name, owner, maxBytes: MESSAGE_FILES.mostBytes, now };
          const { stored, violations } = await uploads.storeAll(files, place);
          const errors = violations.map(({ name, rule }) => ({ field: 'attachments', rule: FILE_RULES[rule], name }));
          return { kept: stored, errors: contactErrors(errors, context) };
        },
      ),
      sendContactMessage: allow<MutationSendContactMessageArgs, Mutation['sendContactMessage']>(
        'anyone',
        async ({ input }, context) => {
          const { site, language, now, viewer } = context;
          // Whoever is logged in has shown it.
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

/** Messages of visitors to the people behind a site, and the uploads that go with them. */
export function createContact(deps: Parameters<typeof contactResolvers>[0]): BackendModule {
  return { resolvers: [contactResolvers(deps)] };
}
