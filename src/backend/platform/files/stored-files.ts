import { type Kysely, sql } from 'kysely';
import type sharp from 'sharp';
import type { BackendFetchRequest, BackendFetchResponse } from '#contract/backend/backend.js';
import type { Path } from '#contract/pages/paths.js';
import { MAX_PICTURE_PIXELS } from '#contract/applications/uploads.js';
import type { Database } from '../database/schema.js';
import { whileAvailable } from './download.js';
import { type FileContents, readingAgain, wholeOf } from './store/file-contents.js';

const SHRINK_TIMEOUT_SECONDS = 20;

/** Allowed decoders; all others of libvips are blocked, including SVG, PDF and TIFF. */
const PICTURE_READERS = [
  ...['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  ...['VipsForeignLoadNsgifBuffer', 'VipsForeignLoadHeifBuffer'],
];

const ADDRESS = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/?#]+(?:\?|$)/;
/** Larger files are streamed. */
const MAX_HELD_BYTES = 4_000_000;
/** Pages that were sent shortly before may still request a file. */
const GRACE_MINUTES = 10;

/** Path under which `fetch` serves a stored file. The name is informative only; the id identifies the file. */
export function filePath(id: string, name: string): Path {
  return `/files/${id}/${encodeURIComponent(name)}`;
}

/** Access to stored files. */
export interface StoredFiles {
  database: Kysely<Database>;
  contents: FileContents;
}

/** Responds to `/files/<id>/<name>`. A file never changes: a new picture gets a new id. */
export async function serveFile(
  { database, contents }: StoredFiles,
  { path, headers }: BackendFetchRequest,
): Promise<BackendFetchResponse> {
  const id = ADDRESS.exec(path)?.[1];
  if (id === undefined) return notFound();
  const caching = { etag: `"${id}"`, 'cache-control': 'public, max-age=31536000, immutable' };
  if (headers['if-none-match']?.includes(caching.etag)) {
    const file = await database.selectFrom('file').select('id').where('id', '=', id).executeTakeFirst();
    return file ? { status: 304, headers: caching, body: new Uint8Array() } : notFound();
  }
  return whileAvailable(() =>
    readingAgain(async () => {
      const columns = ['content_type', 'bytes', 'object_key'] as const;
      const file = await database.selectFrom('file').select(columns).where('id', '=', id).executeTakeFirst();
      if (!file) return notFound();
      const { size, body } = await openFile(contents, file);
      return {
        status: 200,
        headers: {
          ...caching,
          'content-type': file.content_type,
          'content-length': String(size),
          'x-content-type-options': 'nosniff',
          // An SVG that is opened as a page must not run scripts.
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        },
        body,
      };
    }),
  );
}

/** A small file is read completely before it is sent, and only if its checksum is right. */
async function openFile(
  contents: FileContents,
  { bytes, object_key: key }: { bytes: Buffer | null; object_key: string | null },
): Promise<{ size: number; body: BackendFetchResponse['body'] }> {
  if (bytes) return { size: bytes.length, body: bytes };
  if (!key) throw new Error('A file is neither in the database nor in the file store.');
  const opened = await contents.open(key);
  return opened.size <= MAX_HELD_BYTES ? { size: opened.size, body: await wholeOf(opened.body) } : opened;
}

function notFound(): BackendFetchResponse {
  return {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from('Not found.\n'),
  };
}

/**
 * Deletes uploaded files of forms that are no longer referenced: replaced, removed, or part of a discarded draft.
 *
 * @param graceMinutes minimum time since the last reference, in minutes
 * @returns the number of deleted files
 */
export async function deleteReleasedFiles(database: Kysely<Database>, graceMinutes = GRACE_MINUTES): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with released as (
      delete from released_file where at <= now() - make_interval(mins => ${graceMinutes}) returning file_id, organization_id
    ), deleted as (
      delete from file f using (select distinct file_id, organization_id from released) r
      where f.id = r.file_id and f.uploaded
        and not exists (select from job where details ? 'file' and details->'file'->>'id' = f.id::text)
        and not exists (select from job where logo_file = f.id)
        and not exists (select from job_draft where fields ? 'logo' and split_part(fields->'logo'->>0, ' ', 1) = f.id::text)
        and not exists (select from job_draft where fields ? 'file' and split_part(fields->'file'->>0, ' ', 1) = f.id::text)
        and not exists (select from organization o where o.id = r.organization_id and o.logo_file = f.id)
        and not exists (select from organization_details d where d.organization_id = r.organization_id and f.id in (select file_ids(to_jsonb(d))))
        and not exists (select from organization_review r2 where r2.organization_id = r.organization_id and f.id in (select file_ids(r2.fields)))
        and not exists (select from organization_draft d where d.organization_id = r.organization_id and f.id in (select file_ids(d.fields)))
      returning f.id
    )
    select count(*)::int as deleted from deleted
  `.execute(database);
  return rows[0]?.deleted ?? 0;
}

/**
 * Re-encodes a picture as WebP: upright, no wider than `width`, without camera metadata and anything else hidden in the file. The native
 * code runs in the thread pool.
 *
 * @returns undefined if the picture cannot be decoded, or has more pixels than the limit
 */
export async function shrinkPicture(bytes: Uint8Array, width: number): Promise<Buffer | undefined> {
  const open = await loadSharp();
  try {
    return await open(bytes, { failOn: 'error', limitInputPixels: MAX_PICTURE_PIXELS, pages: 1 })
      .autoOrient()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: SHRINK_TIMEOUT_SECONDS })
      .webp({ quality: 84 })
      .toBuffer();
  } catch {
    // libvips reports a broken file by an error; whatever the error is, the picture cannot be shown.
    return undefined;
  }
}

let sharpLoading: Promise<typeof sharp> | undefined;

/** Loads the library when the first picture is processed. */
function loadSharp(): Promise<typeof sharp> {
  sharpLoading ??= import('sharp').then(({ default: library }) => {
    library.block({ operation: ['VipsForeignLoad'] });
    library.unblock({ operation: PICTURE_READERS });
    library.concurrency(1);
    library.cache(false);
    return library;
  });
  return sharpLoading;
}
