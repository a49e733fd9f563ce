import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { UploadedFile } from '#shared/multipart/uploaded-file.js';
import type { Database } from '../database/schema.js';
import { sniffAttachment, UPLOADS_KEPT_HOURS } from '#contract/applications/uploads.js';
import { lockOwner } from './pending-uploads.js';
import { safeName, shownName } from './safe-name.js';

/** A file of a form that could not be sent yet. */
export interface StoredUpload {
  token: string;
  name: string;
  size: number;
}

/** Why a file is not kept. */
export type UploadViolation = { name: string; rule: 'type' | 'size' | 'empty' | 'room' };

const HOUR_MS = 3_600_000;
const TOKEN_BYTES = 24;
const MAX_BYTES_OF_OWNER = 40_000_000;
/** Strangers must not fill the disk. Each site has its own, so that what is sent to one of them takes nothing from the others. */
const MAX_BYTES_OF_SITE = 250_000_000;

/**
 * Files on their way, bound to the browser that sent them. Neither the token nor the owner is stored as it is: whoever reads the database
 * cannot send the form in somebody's place.
 */
export class UploadStore {
  constructor(private readonly database: Kysely<Database>) {}

  /** @param maxBytes of each file */
  async storeAll(
    files: readonly UploadedFile[],
    { site, owner, maxBytes, now }: { site: string; owner: string; maxBytes: number; now: Date },
  ): Promise<{ stored: StoredUpload[]; violations: UploadViolation[] }> {
    const stored: StoredUpload[] = [];
    const violations: UploadViolation[] = [];
    for (const { name, bytes } of files) {
      const type = sniffAttachment(bytes);
      const shown = shownName(name);
      if (bytes.byteLength === 0) violations.push({ name: shown, rule: 'empty' });
      else if (bytes.byteLength > maxBytes) violations.push({ name: shown, rule: 'size' });
      else if (!type) violations.push({ name: shown, rule: 'type' });
      else {
        const file = { name: safeName(name, type), type, bytes };
        const token = await this.store(file, { site, owner, now });
        if (token === undefined) violations.push({ name: shown, rule: 'room' });
        else stored.push({ token, name: file.name, size: bytes.byteLength });
      }
    }
    return { stored, violations };
  }

  /** @returns its token; undefined where there is no room for it */
  private store(
    { name, type, bytes }: { name: string; type: string; bytes: Uint8Array },
    { site, owner, now }: { site: string; owner: string; now: Date },
  ): Promise<string | undefined> {
    return this.database.transaction().execute(async (trx) => {
      await lockOwner(trx, owner);
      if (!(await hasRoom(trx, { site, owner, size: bytes.byteLength }))) return undefined;
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      await trx
        .insertInto('kept_upload')
        .values({
          site,
          token: digest(token),
          owner: digest(owner),
          name,
          content_type: type,
          bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
          created_at: now,
        })
        .execute();
      return token;
    });
  }

  /** @returns those that are there, in the order of the tokens */
  async find(tokens: readonly string[], owner: string, now: Date): Promise<(StoredUpload & { id: string })[]> {
    if (tokens.length === 0) return [];
    const rows = await this.database
      .selectFrom('kept_upload')
      .select(['id', 'token', 'name', 'size'])
      .where('owner', '=', digest(owner))
      .where('token', 'in', tokens.map(digest))
      .where('created_at', '>', expiry(now))
      .execute();
    return [...new Set(tokens)].flatMap((token) => {
      const row = rows.find((each) => each.token.equals(digest(token)));
      return row ? [{ id: row.id, token, name: row.name, size: row.size }] : [];
    });
  }
}

async function hasRoom(
  trx: Transaction<Database>,
  { site, owner, size }: { site: string; owner: string; size: number },
): Promise<boolean> {
  const { rows } = await sql<{ own: number; all: number }>`
    select coalesce(sum(size) filter (where owner = ${digest(owner)}), 0)::float8 as own, coalesce(sum(size), 0)::float8 as all
    from kept_upload where site = ${site}
  `.execute(trx);
  const { own = 0, all = 0 } = rows[0] ?? {};
  return own + size <= MAX_BYTES_OF_OWNER && all + size <= MAX_BYTES_OF_SITE;
}

/** Forgets files whose form nobody has sent. @returns how many */
export async function deleteExpiredUploads(database: Kysely<Database>, now: Date): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('kept_upload')
    .where('created_at', '<=', expiry(now))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function expiry(now: Date): Date {
  return new Date(now.getTime() - UPLOADS_KEPT_HOURS * HOUR_MS);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
