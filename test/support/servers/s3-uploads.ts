import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Middleware } from '@20minutes/s3rver';

/** S3's minimum size of all parts but the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const UPLOADS = '._S3rver_uploads';

/** How a request is disturbed: it is refused once, its response is lost, or the response breaks off. */
export type Interference = 'break' | 'lose' | 'refuse';

interface Answer {
  status: number;
  code?: string;
  body?: string;
}

interface Upload {
  id: string;
  key: string;
  begunAt: Date;
  /** Contains the key; its age is that of the upload. */
  file: string;
}

/** @returns multipart uploads that are neither completed nor aborted */
export function unfinishedUploads(bucketFolder: string): Upload[] {
  const folder = join(bucketFolder, UPLOADS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((id) => {
    const file = join(folder, id, 'key');
    return { id, key: readFileSync(file, 'utf8'), begunAt: statSync(file).mtime, file };
  });
}

/**
 * Operations of S3 that S3rver lacks: it aborts and lists multipart uploads, refuses parts that are too small or belong to no upload, and
 * reads an object only in the requested version.
 *
 * @param directory with a folder for each bucket
 */
export function missingOperations(
  directory: string,
  interfere: (method: string, path: string, query: string[]) => Interference | undefined,
): Middleware {
  const respond = async (context: Context, next: () => Promise<void>): Promise<Answer | undefined> => {
    const { method, path, query, headers } = context;
    const interference = interfere(method, path, Object.keys(query));
    if (interference === 'refuse') return { status: 503, code: 'SlowDown' };
    const bucketFolder = join(directory, path.split('/')[1]!);
    const upload = query.uploadId === undefined ? undefined : join(bucketFolder, UPLOADS, query.uploadId);
    if (upload && method !== 'DELETE' && !existsSync(upload)) return { status: 404, code: 'NoSuchUpload' };
    if (upload && method === 'POST' && hasSmallParts(upload)) return { status: 400, code: 'EntityTooSmall' };
    try {
      await next();
    } catch (error) {
      // The signature has been checked at this point.
      const { code } = error as { code?: string };
      if (code === 'MethodNotAllowed' && upload && method === 'DELETE') {
        const isThere = existsSync(upload);
        rmSync(upload, { recursive: true, force: true });
        return isThere ? { status: 204 } : { status: 404, code: 'NoSuchUpload' };
      }
      if (code !== 'NotImplemented' || query.uploads === undefined) throw error;
      const uploads = unfinishedUploads(bucketFolder).filter(({ key }) => key.startsWith(query.prefix ?? ''));
      return { status: 200, body: listOf(uploads) };
    }
    const condition = headers['if-match'];
    if (condition !== undefined && context.response.get('ETag') !== condition) {
      if (typeof context.body === 'object') context.body?.destroy();
      return { status: 412, code: 'PreconditionFailed' };
    }
    if (interference === 'lose') context.req.socket.destroy();
    if (interference === 'break' && typeof context.body === 'object')
      context.body?.once('data', () => setImmediate(() => context.req.socket.destroy()));
    return undefined;
  };
  return async (context, next) => {
    const own = await respond(context, next);
    if (!own) return;
    context.status = own.status;
    context.type = 'application/xml';
    context.body = own.code === undefined ? (own.body ?? null) : `<Error><Code>${own.code}</Code></Error>`;
  };
}

function hasSmallParts(upload: string): boolean {
  const parts = readdirSync(upload).filter((name) => /^\d+$/.test(name));
  const last = Math.max(...parts.map(Number));
  return parts.some((name) => Number(name) !== last && statSync(join(upload, name)).size < MIN_PART_BYTES);
}

function listOf(uploads: readonly Upload[]): string {
  const entries = uploads.map(
    ({ id, key, begunAt }) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
  );
  return `<ListMultipartUploadsResult>${entries.join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`;
}
