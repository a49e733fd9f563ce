import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { BackendFetchResponse, BackendSite } from '#contract/backend/backend.js';
import { MESSAGE_FILES_PATH } from '#contract/pages/paths.js';
import { MESSAGE_FILES, MAX_MAILED_BYTES } from '#contract/applications/uploads.js';
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
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { checkContactTexts, CONTACT_RULE_VALUES } from '#contract/applications/contact-rules.js';
import { withoutBidiControls } from '#shared/text/typed-lines.js';
import { type CaptchaCheck, captchaRule, type CaptchaVerdict } from '../../platform/captcha/captcha.js';
import type { Database } from '../../platform/database/schema.js';
import { download, noDownload, whileAvailable } from '../../platform/files/download.js';
import type { FileContents } from '../../platform/files/store/file-contents.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { PendingUploads, PendingFile } from '../../platform/uploads/pending-uploads.js';
import { allow, type RootResolvers, badUserInput } from '../../platform/graphql/allow.js';
import { putMail } from '../../platform/mail/outbox.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { type RuleMessage, ruleMessage, type SiteTexts } from '../../platform/texts/site-texts.js';
import { type FileRule, fileMessage, isFileRule } from '../../platform/uploads/file-messages.js';
import { errorsOf, accountMessage } from '../accounts/account-results.js';
import { findFile, messageFileRetention, openContent, FileLinks, hasRoom, storeFile } from './message-files.js';

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

interface SentMessage {
  message: ContactMessage;
}

/**
 * Sends a message to the site (PAGE-01): returns violations, or queues the mails. The mails, their files and the removal of the pending
 * uploads are one transaction.
 *
 * @param judge consumes the captcha's solution, if a captcha is required; called only when the rest of the input is valid
 */
async function sendMessage(
  { database, files: uploads, links }: { database: Kysely<Database>; files: PendingUploads; links: FileLinks },
  input: ContactMessageInput,
  { site, language, now }: { site: BackendSite; language: string; now: Date },
  judge?: () => Promise<CaptchaVerdict>,
): Promise<SentMessage | ContactViolation[]> {
  const recipient = site.mail?.contactEmail;
  if (recipient === undefined) return [{ rule: 'off' }];
  const email = normalizeEmail(input.email);
  const tokens = input.attachments ?? [];
  const files = tokens.length > MESSAGE_FILES.most ? [] : await uploads.find(tokens, input.owner ?? '', now);
  const { mailed, linked } = divide(files);
  const violations: ContactViolation[] = [...checkContactTexts(input), ...checkFiles(tokens, files)];
  if (linked.length > 0 && !(await hasRoom(database, site.name, bytesOf(linked))))
    violations.push({ field: 'attachments', rule: 'fileRoom', name: linked[0]!.name });
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
  };
  const isSent = await database.transaction().execute(async (trx) => {
    if (!(await lockFiles(trx, files))) return false;
    const stored = [];
    for (const file of linked) stored.push(await storeFile(trx, file, { site: site.name, messageId: id, now }));
    const mailId = await putMail(
      trx,
      {
        site: site.name,
        // The operators read the frame of the mail; the visitor gets the copy in the language of the page.
        language: site.languages[0]!,
        template: 'contact-message',
        recipient,
        details: { ...details, files: namesOf(mailed), ...(await links.detailsOf(stored, now)) },
      },
      now,
    );
    await attach(trx, mailId, mailed);
    // Only operators get links, because anybody can enter any address for the copy.
    if (input.copy)
      await putMail(
        trx,
        {
          site: site.name,
          language,
          template: 'contact-copy',
          recipient: email,
          details: { ...details, files: namesOf(files) },
        },
        now,
      );
    await deleteFiles(trx, files);
    return true;
  });
  if (!isSent) return [{ field: 'attachments', rule: 'fileGone' }];
  const { name, subject, body } = details;
  const attachments = files.map((file) => ({ name: file.name, size: file.size }));
  return { message: { id, name, email, subject, body, copy: input.copy === true, attachments } };
}

function checkFiles(tokens: readonly string[], files: readonly PendingFile[]): ContactViolation[] {
  const field = 'attachments';
  if (tokens.length > MESSAGE_FILES.most) return [{ field, rule: 'filesMany' }];
  if (files.length < new Set(tokens).size) return [{ field, rule: 'fileGone' }];
  return bytesOf(files) > MESSAGE_FILES.maxTotalBytes ? [{ field, rule: 'filesSize' }] : [];
}

/** Divides files into those that fit into the mail and the others. */
function divide(files: readonly PendingFile[]): { mailed: PendingFile[]; linked: PendingFile[] } {
  const mailed: PendingFile[] = [];
  const linked: PendingFile[] = [];
  let room: number = MAX_MAILED_BYTES;
  for (const file of files) {
    if (file.size > room) {
      linked.push(file);
      continue;
    }
    mailed.push(file);
    room -= file.size;
  }
  return { mailed, linked };
}

function bytesOf(files: readonly PendingFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function namesOf(files: readonly PendingFile[]): string {
  return files.map(({ name }) => name).join(', ');
}

/** @returns false if another request has claimed one of them meanwhile */
async function lockFiles(trx: Kysely<Database>, files: readonly PendingFile[]): Promise<boolean> {
  if (files.length === 0) return true;
  const { rows } = await sql`
    select from application_file where id = any(${idsOf(files)}::uuid[]) and application_id is null for update
  `.execute(trx);
  return rows.length === files.length;
}

/** Copies files to a mail within the database, without loading them. */
async function attach(trx: Kysely<Database>, mailId: number, files: readonly PendingFile[]): Promise<void> {
  if (files.length === 0) return;
  const ids = idsOf(files);
  await sql`
    insert into mail_attachment (mail_id, position, name, content_type, bytes)
    select ${mailId}, array_position(${ids}::uuid[], f.id), f.name, f.content_type, (
      select string_agg(p.bytes, ''::bytea order by p.starts_at) from application_file_part p where p.file_id = f.id
    )
    from application_file f where f.id = any(${ids}::uuid[])
  `.execute(trx);
}

async function deleteFiles(trx: Kysely<Database>, files: readonly PendingFile[]): Promise<void> {
  if (files.length > 0) await trx.deleteFrom('application_file').where('id', 'in', idsOf(files)).execute();
}

function idsOf(files: readonly PendingFile[]): string[] {
  return files.map(({ id }) => id);
}

function line(text: string): string {
  return withoutBidiControls(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Rules for messages to the site; for everything else the messages of accounts are used. */
type ContactRule = keyof typeof CONTACT_RULE_VALUES | 'off';

interface ContactViolation {
  field?: string;
  rule: ContactRule | FileRule | 'required' | 'email' | 'captcha' | 'captchaUnavailable';
  /** Name of the file. */
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
