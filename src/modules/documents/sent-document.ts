import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { discard } from './backend-documents.js';

/** Types that programs, and browsers in the place of a page, may read. Everything else is a file to be saved. */
const READ = /^(?:application\/(?:xml|rss\+xml|atom\+xml|xslt\+xml)|text\/(?:xml|xsl|css|plain))(?:\s*;|$)/i;
/** XML can hold scripts. Only what turns it into a page for people may come, and its styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
const HARMLESS = "default-src 'none'; sandbox";
/** Of the backend's answer, what is passed on besides its type. */
const PASSED_ON = ['cache-control', 'etag', 'last-modified'] as const;
const GZIP_LEVEL = 5;

/** Sends a document as it comes, compressed where that is wanted. A reader that leaves ends the reading. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, answer: BackendFetchResponse): void {
  const { status, headers, body } = answer;
  const known = PASSED_ON.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : []));
  void reply
    .status(status)
    .headers({ ...Object.fromEntries(known), vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' });
  if (status === 304) {
    discard(answer);
    void reply.send();
    return;
  }
  const type = headers['content-type'] ?? '';
  if (READ.test(type)) void reply.headers({ 'content-type': type, 'content-security-policy': POLICY });
  else
    void reply.headers({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': HARMLESS,
    });
  const wantsGzip = READ.test(type) && new Negotiator(request.raw).encodings(['gzip', 'identity'])[0] === 'gzip';
  if (wantsGzip) void reply.header('content-encoding', 'gzip');
  if (request.method === 'HEAD') {
    discard(answer);
    void reply.send();
    return;
  }
  const source = Readable.from(body instanceof Uint8Array ? [Buffer.from(body)] : body, { highWaterMark: 1 });
  const sent = wantsGzip ? pipeline(source, createGzip({ level: GZIP_LEVEL }), () => undefined) : source;
  sent.on('error', (error) => request.log.warn({ error: error.message }, 'a document of the backend broke off'));
  void reply.send(sent);
}
