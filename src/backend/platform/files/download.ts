import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { ObjectStoreError } from '../object-storage/s3-client.js';

/** Response with a file that a user has uploaded: it is downloaded, never displayed as a page. */
export function download(name: string, type: string, body: AsyncIterable<Uint8Array>): BackendFetchResponse {
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-disposition': dispositionOf(name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      // An uploaded file must never run as a page of this site.
      'content-security-policy': "default-src 'none'; sandbox",
    },
    body,
  };
}

/** Response with an uploaded PDF for the browser's own viewer: it is not a page of this site, and it cannot run or fetch anything. */
export function shownPdf(name: string, type: string, body: AsyncIterable<Uint8Array>): BackendFetchResponse {
  const answer = download(name, type, body);
  const { 'content-disposition': disposition = '', ...headers } = answer.headers;
  return {
    ...answer,
    headers: { ...headers, 'content-disposition': disposition.replace(/^attachment/, 'inline') },
  };
}

/** RFC 6266: an ASCII name for old clients, and the full name. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}"\\/]/gu, ' ');
  const ascii = plain.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');
  const encoded = encodeURIComponent(plain).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Response while a file cannot be read, which says nothing about its content. */
export function unavailableFile(): BackendFetchResponse {
  return {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '20' },
    body: Buffer.from('The file cannot be read now.\n'),
  };
}

/**
 * @returns the response, or `unavailableFile()` if the file store fails
 * @throws any other error
 */
export async function whileAvailable(answer: () => Promise<BackendFetchResponse>): Promise<BackendFetchResponse> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ObjectStoreError) return unavailableFile();
    throw error;
  }
}

/** Response to a person without access to a file: it does not reveal that the file exists. */
export function noDownload(): BackendFetchResponse {
  return {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from('Not found.\n'),
  };
}
