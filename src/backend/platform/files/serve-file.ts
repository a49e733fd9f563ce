import type { Kysely } from 'kysely';
import type { BackendFetchRequest, BackendFetchResponse } from '#contract/backend/backend.js';
import type { Database } from '../database/schema.js';

const ADDRESS = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/?#]+(?:\?|$)/;

/** Answers `/files/<id>/<name>`. A file never changes: a new picture is a new id. */
export async function serveFile(
  database: Kysely<Database>,
  { path, headers }: BackendFetchRequest,
): Promise<BackendFetchResponse> {
  const id = ADDRESS.exec(path)?.[1];
  if (id === undefined) return notFound();
  const caching = { etag: `"${id}"`, 'cache-control': 'public, max-age=31536000, immutable' };
  const file = await database
    .selectFrom('file')
    .select(['content_type', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!file) return notFound();
  if (headers['if-none-match']?.includes(caching.etag))
    return { status: 304, headers: caching, body: new Uint8Array() };
  return {
    status: 200,
    headers: {
      ...caching,
      'content-type': file.content_type,
      'content-length': String(file.bytes.length),
      'x-content-type-options': 'nosniff',
      // An SVG opened as a page must not run as one.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
    body: file.bytes,
  };
}

function notFound(): BackendFetchResponse {
  return {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from('Not found.\n'),
  };
}
