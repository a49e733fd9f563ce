import { Readable } from 'node:stream';
import { NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { discard, type DocumentAnswer } from './backend-documents.js';

const PASSED_ON = ['content-type', 'content-length', 'content-disposition'] as const;

/**
 * Streams a file of the backend as a download that is never shown as a page.
 *
 * @param mayShow whether the browser's own viewer may show a PDF, if the backend allows it
 * @throws NotFoundException if the backend refuses the file; ServiceUnavailableException if it does not respond
 */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  fetched: DocumentAnswer,
  mayShow = false,
): Promise<void> {
  if (!fetched.ok) throw new ServiceUnavailableException('Please try again in a minute.');
  const { answer } = fetched;
  if (answer.status !== 200) {
    discard(answer);
    throw answer.status < 500 ? missingFile() : new ServiceUnavailableException('Please try again in a minute.');
  }
  const passed = PASSED_ON.flatMap((name) => (answer.headers[name] ? [[name, answer.headers[name]] as const] : []));
  void reply.headers({
    ...Object.fromEntries(passed),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const disposition = answer.headers['content-disposition'] ?? '';
  const isShown = mayShow && disposition.startsWith('inline') && answer.headers['content-type'] === 'application/pdf';
  if (!isShown && !disposition.startsWith('attachment')) void reply.header('content-disposition', 'attachment');
  const { body } = answer;
  const source = Readable.from(body instanceof Uint8Array ? [Buffer.from(body)] : body, { highWaterMark: 1 });
  source.on('error', (error) => request.log.warn({ error: error.message }, 'a file broke off'));
  await reply.send(source);
}

/** The same response for a missing file and for a visitor without access. */
export function missingFile(): NotFoundException {
  return new NotFoundException('There is no such file.');
}
