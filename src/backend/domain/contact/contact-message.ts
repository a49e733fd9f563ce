import { sql, type Kysely } from 'kysely';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { checkContactTexts } from '#contract/applications/contact-rules.js';
import type { ContactMessageInput } from '#contract/generated/resolvers.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import type { Database } from '../../platform/database/schema.js';
import { putMail } from '../../platform/mail/outbox.js';
import type { KeptUpload, UploadStore } from '../../platform/uploads/upload-store.js';
import { withoutBidiControls } from '../../reference/text/bidi-controls.js';
import type { ContactViolation } from './contact-faults.js';

/**
 * PAGE-01. What is wrong, or nothing and the mails are on their way: they, their attachments and the end of the kept files are one transaction.
 *
 * @param isHuman where a captcha is asked for: uses its solution up, which is done when nothing else is wrong
 */
export async function sendMessage(
  { database, uploads }: { database: Kysely<Database>; uploads: UploadStore },
  input: ContactMessageInput,
  { site, language, now }: { site: BackendSite; language: string; now: Date },
  isHuman?: () => Promise<boolean>,
): Promise<ContactViolation[]> {
  const recipient = site.mail?.contactEmail;
  if (recipient === undefined) return [{ rule: 'off' }];
  const email = normalizeEmail(input.email);
  const tokens = input.attachments ?? [];
  const files = tokens.length > MESSAGE_FILES.most ? [] : await uploads.find(tokens, input.owner ?? '', now);
  const violations = [...checkContactTexts(input), ...checkFiles(tokens, files)];
  if (violations.length > 0) return violations;
  if (isHuman && !(await isHuman())) return [{ field: 'captcha', rule: 'captcha' }];
  const details = {
    name: line(input.name),
    email,
    subject: line(input.subject),
    body: withoutBidiControls(input.body).replace(/\r\n?/g, '\n').trim(),
    files: files.map(({ name }) => name).join(', '),
  };
  await database.transaction().execute(async (trx) => {
    const mail = { site: site.name, language };
    const id = await putMail(trx, { ...mail, template: 'contact-message', recipient, details }, now);
    if (files.length > 0) await attach(trx, id, files);
    if (input.copy) await putMail(trx, { ...mail, template: 'contact-copy', recipient: email, details }, now);
  });
  return [];
}

function checkFiles(tokens: readonly string[], files: readonly KeptUpload[]): ContactViolation[] {
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
