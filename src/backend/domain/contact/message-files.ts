import { sql, type Kysely } from 'kysely';
import { jwtVerify, SignJWT } from 'jose';
import { MESSAGE_FILES_KEPT_DAYS } from '#contract/applications/uploads.js';
import { deriveKey } from '#contract/backend/signed-tokens.js';
import { MESSAGE_FILES_PATH } from '#contract/pages/paths.js';
import type { Database } from '../../platform/database/schema.js';
import { readingAgain } from '../../platform/files/store/file-contents.js';
import type { StoredFiles } from '../../platform/files/stored-files.js';
import { rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';
import type { PendingFile } from '../../platform/uploads/pending-uploads.js';
import type { LinkedDetails, LinkedFile } from '../../platform/mail/outbox.js';

/** A file of a message that was too large for the mail. */
export interface MessageFile {
  id: string;
  name: string;
  contentType: string;
  size: number;
}

const DAY_MS = 86_400_000;
/** Maximum total size for a site, so that strangers cannot fill the disk. */
const MAX_BYTES_OF_SITE = 5_000_000_000;
/** Number of bytes read from the database at once; the rest of a file is read when the client has consumed it. */
const READ_BYTES = 1_000_000;

/** Returns the time until which a file that was sent at the given time can be downloaded. */
export function endOfFiles(sentAt: Date): Date {
  return new Date(sentAt.getTime() + MESSAGE_FILES_KEPT_DAYS * DAY_MS);
}

/** Copies an upload to the files of messages within the database, without loading it. */
export async function storeFile(
  trx: Kysely<Database>,
  { id: uploadId, name, size }: PendingFile,
  { site, messageId, now }: { site: string; messageId: string; now: Date },
): Promise<Pick<MessageFile, 'id' | 'name' | 'size'>> {
  const { rows } = await sql<{ id: string }>`
    insert into message_file (site, message_id, name, content_type, bytes, created_at)
    select ${site}, ${messageId}::uuid, f.name, f.content_type, (
      select string_agg(p.bytes, ''::bytea order by p.starts_at) from application_file_part p where p.file_id = f.id
    ), ${now}
    from application_file f where f.id = ${uploadId}::uuid
    returning id
  `.execute(trx);
  return { id: rows[0]!.id, name, size };
}

/** @param bytes total size of the files to be added */
export async function hasRoom(database: Kysely<Database>, site: string, bytes: number): Promise<boolean> {
  const { rows } = await sql<{ stored: number }>`
    select coalesce(sum(size), 0)::float8 as stored from message_file where site = ${site}
  `.execute(database);
  return rows[0]!.stored + bytes <= MAX_BYTES_OF_SITE;
}

export async function findFile(database: Kysely<Database>, id: string): Promise<MessageFile | undefined> {
  const row = await database
    .selectFrom('message_file')
    .select(['id', 'name', 'content_type', 'size'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { id: row.id, name: row.name, contentType: row.content_type, size: row.size };
}

/**
 * @returns the chunks of a file, each read on demand
 * @throws ObjectStoreError if the file is in the file store and the store is not available
 */
export async function openContent(
  files: StoredFiles,
  file: Pick<MessageFile, 'id' | 'size'>,
): Promise<AsyncIterable<Uint8Array>> {
  return readingAgain(async () => {
    const row = await files.database
      .selectFrom('message_file')
      .select('object_key')
      .where('id', '=', file.id)
      .executeTakeFirst();
    return row?.object_key ? (await files.contents.open(row.object_key)).body : piecesOf(files, file);
  });
}

/** A file may be moved to the store while it is read; the rest is then read from the store. */
async function* piecesOf(
  { database, contents }: StoredFiles,
  { id, size }: Pick<MessageFile, 'id' | 'size'>,
): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < size; from += READ_BYTES) {
    const { rows } = await sql<{ bytes: Buffer | null; key: string | null }>`
      select substring(bytes from ${from + 1}::integer for ${READ_BYTES}::integer) as bytes, object_key as key
      from message_file where id = ${id}::uuid
    `.execute(database);
    const [row] = rows;
    if (row?.key) {
      yield* (await contents.open(row.key, from)).body;
      return;
    }
    if (!row?.bytes) throw new Error('The file was deleted while it was read.');
    yield row.bytes;
  }
}

/** Files whose links have expired. */
export const messageFileRetention = rowsOlderThanAllowed('messageFiles', {
  table: 'message_file',
  since: sql`created_at`,
  site: sql`site`,
});

const ALGORITHM = 'HS256';
const KEY_PURPOSE = 'causeboard message files 1';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Signed links to files of messages, for mails to the operators. They need no login: everybody who has the link can download the file
 * until it is deleted.
 */
export class FileLinks {
  private readonly keys: readonly Uint8Array[];

  /** @param secrets the first one signs, the others are still accepted */
  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) => deriveKey(secret, KEY_PURPOSE));
  }

  /** Details for a mail about its linked files. */
  async detailsOf(files: readonly Pick<MessageFile, 'id' | 'name' | 'size'>[], sentAt: Date): Promise<LinkedDetails> {
    if (files.length === 0) return {};
    const until = endOfFiles(sentAt);
    const links: LinkedFile[] = [];
    for (const { id, name, size } of files) links.push({ name, size, path: await this.pathOf(id, name, until) });
    return { links: JSON.stringify(links), until: until.toISOString() };
  }

  /** @param path with the query @returns undefined if the link was not signed here, or has expired */
  async fileOf(path: string, now: Date): Promise<string | undefined> {
    const { pathname, searchParams } = new URL(path, 'http://files');
    const id = pathname.split('/')[2] ?? '';
    const signature = searchParams.get('signature');
    if (!UUID.test(id) || signature === null) return undefined;
    for (const key of this.keys)
      try {
        const { payload } = await jwtVerify(signature, key, {
          algorithms: [ALGORITHM],
          audience: KEY_PURPOSE,
          currentDate: now,
          requiredClaims: ['sub', 'exp'],
        });
        return payload.sub === id ? id : undefined;
      } catch {
        // The token is malformed, was signed with another key, or has expired.
      }
    return undefined;
  }

  private async pathOf(id: string, name: string, until: Date): Promise<string> {
    const signature = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(KEY_PURPOSE)
      .setSubject(id)
      .setExpirationTime(until)
      .sign(this.keys[0]!);
    return `${MESSAGE_FILES_PATH}/${id}/${encodeURIComponent(name)}?signature=${signature}`;
  }
}
