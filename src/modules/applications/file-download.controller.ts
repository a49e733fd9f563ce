import { Readable } from 'node:stream';
import { Controller, Get, Inject, NotFoundException, Req, Res, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/backend/headers.js';
import { APPLICATION_FILES_PATH } from '#contract/pages/paths.js';
import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import { SessionReader } from '../auth/index.js';
import { BackendDocuments, discard } from '../documents/index.js';

/** An archive says what is in it, besides holding it. */
const MAX_BYTES = APPLICATION_FILES.maxTotalBytes + 1_000_000;
const PASSED_ON = ['content-type', 'content-length', 'content-disposition'] as const;

/** Files of applications, to be saved and never shown as a page. Whose business they are the backend knows; to others they are not there. */
@Controller()
export class FileDownloadController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(BackendDocuments) private readonly documents: BackendDocuments,
  ) {}

  @Get([`${APPLICATION_FILES_PATH}/:id`, `${APPLICATION_FILES_PATH}/:id/:name`])
  async download(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const jwt = (await this.sessions.read(request))?.jwt;
    const { pathname } = new URL(request.url, 'http://files');
    if (jwt === undefined || !pathname.startsWith(`${APPLICATION_FILES_PATH}/`)) throw missing();
    const headers = { authorization: `Bearer ${jwt}`, [REQUEST_ID_HEADER]: request.id };
    const fetched = await this.documents.fetch(pathname, headers, { mostBytes: MAX_BYTES });
    if (!fetched.ok) throw new ServiceUnavailableException('Please try again in a minute.');
    const { answer } = fetched;
    if (answer.status !== 200) {
      discard(answer);
      throw answer.status < 500 ? missing() : new ServiceUnavailableException('Please try again in a minute.');
    }
    const passed = PASSED_ON.flatMap((name) => (answer.headers[name] ? [[name, answer.headers[name]] as const] : []));
    void reply.headers({
      ...Object.fromEntries(passed),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    if (!answer.headers['content-disposition']?.startsWith('attachment'))
      void reply.header('content-disposition', 'attachment');
    const { body } = answer;
    const source = Readable.from(body instanceof Uint8Array ? [Buffer.from(body)] : body, { highWaterMark: 1 });
    source.on('error', (error) => request.log.warn({ error: error.message }, 'a file of an application broke off'));
    await reply.send(source);
  }
}

function missing(): NotFoundException {
  return new NotFoundException('There is no such file.');
}
