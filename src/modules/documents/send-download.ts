import { Readable } from 'node:stream';
import { NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { discard, type DocumentAnswer } from './backend-documents.js';

const PASSED_ON = ['content-type', 'content-length', 'content-disposition'] as const;

/**
 * Sends a file of the backend to be saved, and never to be shown as a page. It is passed on as it comes.
 *
 * @param mayShow whether a PDF may be shown by the browser's own viewer, where the backend says so
 * @throws NotFoundException where the backend does not give it; ServiceUnavailableException where it does not answer
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

/** Also to whoever may not have it. */
export function missingFile(): NotFoundException {
  return new NotFoundException('There is no such file.');
}
