import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { ApplicationFileInput, KeptUpload } from '#contract/generated/resolvers.js';
import {
  APPLICATION_FILES,
  ATTACHMENT_TYPES,
  type AttachmentType,
  isArchive,
  sniffAttachment,
  UPLOADS_KEPT_HOURS,
} from '#contract/applications/uploads.js';
import type { UploadedFile } from '#shared/multipart/multipart.js';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../database/schema.js';
import { rowsOlderThanAllowed } from '../retention/retention-rule.js';
import { repeat } from '../background-jobs/recurring-work.js';
import { deleteReleasedFiles } from '../files/stored-files.js';
import type { BackendModule } from '../graphql/backend-module.js';
import { inspectDocument } from './office-document.js';
import type { FileViolation } from './file-messages.js';

const CLEANUP_MS = 10 * 60_000;

/** Result of storing a part of a file. */
type PartOutcome =
  { ok: true; file: KeptUpload; received: number; complete: boolean } | { ok: false; violation: FileViolation };

/** An uploaded file whose form has not been sent yet. */
export interface PendingFile extends KeptUpload {
  id: string;
}

const HOUR_MS = 3_600_000;
const TOKEN_BYTES = 24;
const MAX_OF_OWNER = { bytes: 300_000_000, files: 50 };
/** Prevents strangers from filling the disk. Each site has its own limit, so that uploads to one site do not affect the others. */
const MAX_BYTES_OF_SITE = 1_000_000_000;
/** Retention of files whose form has not been sent, including those that an earlier version stored in a separate table. */
export const uploadRetention = rowsOlderThanAllowed(
  'uploads',
  { table: 'application_file', since: sql`created_at`, site: sql`site`, where: sql`application_id is null` },
  { table: 'kept_upload', since: sql`created_at`, site: sql`site` },
);
const MAX_NAME_LENGTH = 100;

interface WaitingRow {
  id: string;
  name: string;
  content_type: string;
  size: number;
  complete: boolean;
}

/**
 * Files of applications and messages that are not sent yet, bound to the browser that uploaded them in parts. Only hashes of the token and
 * the owner are stored. Files that are never sent are deleted after an hour, even if the process that received them has ended.
 */
export class PendingUploads {
  constructor(private readonly database: Kysely<Database>) {}

  async take(
    { token, name, offset, last, owner }: ApplicationFileInput,
    bytes: Uint8Array,
    { site, now }: { site: string; now: Date },
  ): Promise<PartOutcome> {
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (token != null) return this.goOn({ token, name, offset, last, owner }, part, { site, now });
    if (part.length === 0) return refusal('fileEmpty', name);
    const found = typeOfFirst(part, { name, last });
    if ('rule' in found) return refusal(found.rule, name);
    const { type } = found;
    const made = randomBytes(TOKEN_BYTES).toString('base64url');
    const safe = safeName(name, type);
    const isStored = await this.database.transaction().execute(async (trx) => {
      await lockOwner(trx, owner);
      if (!(await hasRoom(trx, { site, owner, bytes: part.length, files: 1 }))) return false;
      const { id } = await trx
        .insertInto('application_file')
        .values({
          site,
          token: digest(made),
          owner: digest(owner),
          name: safe,
          content_type: type,
          size: part.length,
          complete: last,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx.insertInto('application_file_part').values({ file_id: id, starts_at: 0, bytes: part }).execute();
      return true;
    });
    if (!isStored) return refusal('fileRoom', name);
    return {
      ok: true,
      file: { token: made, name: safe, size: part.length },
      received: part.length,
      complete: last,
    };
  }

  /** Stores files that are uploaded in one piece. */
  async takeWhole(
    files: readonly UploadedFile[],
    owner: string,
    place: { site: string; now: Date },
  ): Promise<{ taken: KeptUpload[]; violations: FileViolation[] }> {
    const taken: KeptUpload[] = [];
    const violations: FileViolation[] = [];
    for (const { name, bytes } of files) {
      const outcome: PartOutcome =
        bytes.byteLength > APPLICATION_FILES.mostBytes
          ? refusal('fileSize', name)
          : await this.take({ name, offset: 0, last: true, owner }, bytes, place);
      if (outcome.ok) taken.push(outcome.file);
      else violations.push(outcome.violation);
    }
    return { taken, violations };
  }

  /** @returns the completely uploaded files in the order of the tokens */
  async find(
    tokens: readonly string[],
    owner: string,
    now: Date,
    database: Kysely<Database> = this.database,
  ): Promise<PendingFile[]> {
    if (tokens.length === 0) return [];
    const rows = await database
      .selectFrom('application_file')
      .select(['id', 'token', 'name', 'size'])
      .where('owner', '=', digest(owner))
      .where('token', 'in', tokens.map(digest))
      .where('complete', '=', true)
      .where('created_at', '>', expiry(now))
      .execute();
    return [...new Set(tokens)].flatMap((token) => {
      const row = rows.find((each) => each.token?.equals(digest(token)));
      return row ? [{ id: row.id, token, name: row.name, size: row.size }] : [];
    });
  }

  private goOn(
    { token, name, offset, last, owner }: Omit<ApplicationFileInput, 'token'> & { token: string },
    part: Buffer,
    { site, now }: { site: string; now: Date },
  ): Promise<PartOutcome> {
    return this.database.transaction().execute(async (trx) => {
      await lockOwner(trx, owner);
      const { rows } = await sql<WaitingRow>`
        select id, name, content_type, size, complete from application_file
        where token = ${digest(token)} and owner = ${digest(owner)} and application_id is null and created_at > ${expiry(now)}
        for update
      `.execute(trx);
      const row = rows[0];
      if (!row) return refusal('fileGone', name);
      const size = row.size + part.length;
      const answer = (received: number, complete: boolean): PartOutcome => ({
        ok: true,
        file: { token, name: row.name, size: received },
        received,
        complete,
      });
      // The part was received before, but its sender did not get the response; or an earlier part is missing.
      if (row.complete || offset !== row.size || (part.length === 0 && !last)) return answer(row.size, row.complete);
      const violation =
        size > APPLICATION_FILES.mostBytes
          ? 'fileSize'
          : (await hasRoom(trx, { site, owner, bytes: part.length, files: 0 }))
            ? undefined
            : 'fileRoom';
      if (violation) {
        await trx.deleteFrom('application_file').where('id', '=', row.id).execute();
        return refusal(violation, name);
      }
      if (part.length > 0)
        await trx
          .insertInto('application_file_part')
          .values({ file_id: row.id, starts_at: offset, bytes: part })
          .execute();
      const inspected = last && isDocument(row.content_type) ? inspectDocument(await bytesOf(trx, row.id)) : undefined;
      if (inspected && 'rule' in inspected) {
        await trx.deleteFrom('application_file').where('id', '=', row.id).execute();
        return refusal(inspected.rule, row.name);
      }
      const known = inspected && { content_type: inspected.type, name: safeName(row.name, inspected.type) };
      await trx
        .updateTable('application_file')
        .set({ size, complete: last, ...known })
        .where('id', '=', row.id)
        .execute();
      const answered = answer(size, last);
      return known && answered.ok ? { ...answered, file: { ...answered.file, name: known.name } } : answered;
    });
  }
}

async function hasRoom(
  trx: Transaction<Database>,
  { site, owner, bytes, files }: { site: string; owner: string; bytes: number; files: number },
): Promise<boolean> {
  const { rows } = await sql<{ own: number; files: number; all: number }>`
    select coalesce(sum(size) filter (where owner = ${digest(owner)}), 0)::float8 as own,
      (count(*) filter (where owner = ${digest(owner)}))::integer as files, coalesce(sum(size), 0)::float8 as all
    from application_file where application_id is null and site = ${site}
  `.execute(trx);
  const waiting = rows[0]!;
  return (
    waiting.own + bytes <= MAX_OF_OWNER.bytes &&
    waiting.files + files <= MAX_OF_OWNER.files &&
    waiting.all + bytes <= MAX_BYTES_OF_SITE
  );
}

/**
 * Determines the type of a file from its first part. An incomplete archive is assumed to have the type of its file name until its last part
 * arrives, since an archive's directory is at its end.
 */
function typeOfFirst(
  part: Uint8Array,
  { name, last }: { name: string; last: boolean },
): { type: AttachmentType } | { rule: FileViolation['rule'] } {
  if (isArchive(part)) {
    if (last) return inspectDocument(part);
    return { type: /\.odt$/i.test(name) ? ATTACHMENT_TYPES.odt : ATTACHMENT_TYPES.docx };
  }
  const type = sniffAttachment(part);
  return type ? { type } : { rule: 'fileType' };
}

function isDocument(type: string): boolean {
  return type === ATTACHMENT_TYPES.docx || type === ATTACHMENT_TYPES.odt;
}

async function bytesOf(trx: Transaction<Database>, fileId: string): Promise<Buffer> {
  const parts = await trx
    .selectFrom('application_file_part')
    .select('bytes')
    .where('file_id', '=', fileId)
    .orderBy('starts_at')
    .execute();
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

function refusal(rule: FileViolation['rule'], name: string): PartOutcome {
  return { ok: false, violation: { field: 'attachments', rule, name: shownName(name) } };
}

function expiry(now: Date): Date {
  return new Date(now.getTime() - UPLOADS_KEPT_HOURS * HOUR_MS);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Serializes counting and storing the files of one browser until the transaction ends: otherwise, two concurrent uploads could both use the
 * same remaining space.
 */
async function lockOwner(trx: Transaction<Database>, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pending files of ${owner}`}, 0))`.execute(trx);
}

/** Returns the name of a file without folders and misleading characters, with the extension of its actual type. */
export function safeName(name: string, type: AttachmentType): string {
  const last = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/["<>|:*?;,]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [, stem = last, ending = ''] = /^(.+)\.([A-Za-z0-9]{1,5})$/.exec(last) ?? [];
  const endings = Object.entries(ATTACHMENT_TYPES).flatMap(([each, of]) => (of === type ? [each] : []));
  const shown = endings.includes(ending.toLowerCase()) ? ending.toLowerCase() : endings[0]!;
  return `${Array.from(stem).slice(0, MAX_NAME_LENGTH).join('').replace(/^\.+/, '').trim() || 'file'}.${shown}`;
}

/** Returns the name of a rejected file for display, whatever characters it contains. */
function shownName(name: string): string {
  return Array.from(name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ''))
    .slice(0, MAX_NAME_LENGTH)
    .join('');
}

interface Uploads extends BackendModule {
  /** Uploaded files of applications, messages and other forms, possibly in parts. */
  pending: PendingUploads;
}

/** Creates the store of files that were uploaded for a form that is not sent yet, and the worker that deletes files without references. */
export function createUploads(deps: { database: Kysely<Database>; logger: BackendLogger }): Uploads {
  const { database, logger } = deps;
  return {
    pending: new PendingUploads(database),
    retention: [uploadRetention],
    startJobs: () =>
      repeat({
        everyMs: CLEANUP_MS,
        // At once after the start, since a process may have crashed and left some.
        firstInMs: 0,
        work: () => deleteReleasedFiles(database),
        failed: 'Unreferenced files could not be deleted',
        logger,
      }),
  };
}
