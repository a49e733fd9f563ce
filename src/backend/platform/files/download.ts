import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { ObjectStoreError } from '../object-storage/store-error.js';

/** A file that somebody has sent, to be saved and never shown as a page. */
export function download(name: string, type: string, body: AsyncIterable<Uint8Array>): BackendFetchResponse {
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-disposition': dispositionOf(name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      // What somebody has sent must not run as a page of ours, whatever it is.
      'content-security-policy': "default-src 'none'; sandbox",
    },
    body,
  };
}

/** A PDF that somebody has sent, to be shown by the browser's own viewer: no page of ours, and nothing in it can run or fetch anything. */
export function shownPdf(name: string, type: string, body: AsyncIterable<Uint8Array>): BackendFetchResponse {
  const answer = download(name, type, body);
  const { 'content-disposition': disposition = '', ...headers } = answer.headers;
  return {
    ...answer,
    headers: { ...headers, 'content-disposition': disposition.replace(/^attachment/, 'inline') },
  };
}

/** RFC 6266: a name in ASCII for old programs, and the whole one. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}"\\/]/gu, ' ');
  const ascii = plain.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');
  const encoded = encodeURIComponent(plain).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** While a file cannot be read, which says nothing about what it holds. */
export function unavailableFile(): BackendFetchResponse {
  return {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '20' },
    body: Buffer.from('The file cannot be read now.\n'),
  };
}

/** @returns an answer, or the one for files that cannot be read @throws what is no failure of the file store */
export async function whileAvailable(answer: () => Promise<BackendFetchResponse>): Promise<BackendFetchResponse> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ObjectStoreError) return unavailableFile();
    throw error;
  }
}

/** To whoever may not have a file it is not there. */
export function noDownload(): BackendFetchResponse {
  return {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from('Not found.\n'),
  };
}
