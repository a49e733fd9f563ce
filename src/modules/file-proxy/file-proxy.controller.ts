import { Readable } from 'node:stream';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Backend, BackendFetchResponse } from '../../contract/backend.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { EMBEDDED_BACKEND } from '../graphql-client/index.js';

/** Of the backend's answer, what is passed on; it decides on type, caching and what the file may do. */
const PASSED_ON = [
  'content-type',
  'content-length',
  'cache-control',
  'etag',
  'last-modified',
  'content-security-policy',
  'content-disposition',
];

/** The public files of the backend (logos) under the site's own address; open to everyone. */
@Controller('files')
export class FileProxyController {
  constructor(
    @Inject(EMBEDDED_BACKEND) private readonly backend: Backend | null,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('*')
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const etag = request.headers['if-none-match'];
    const answer = await this.ask(request.url, etag ? { 'if-none-match': etag } : {});
    const headers = PASSED_ON.flatMap((name) => (answer.headers[name] ? [[name, answer.headers[name]] as const] : []));
    reply.status(answer.status).headers({ ...Object.fromEntries(headers), 'x-content-type-options': 'nosniff' });
    void reply.send(answer.body instanceof Uint8Array ? Buffer.from(answer.body) : Readable.from(answer.body));
  }

  private async ask(path: string, headers: Record<string, string>): Promise<BackendFetchResponse> {
    if (this.backend) return this.backend.fetch({ path, headers });
    const url = new URL(path, this.settings.BACKEND_GRAPHQL_URL);
    const signal = AbortSignal.timeout(this.settings.BACKEND_TIMEOUT_MS);
    const response = await fetch(url, { headers, signal, redirect: 'manual' }).catch(() => undefined);
    if (!response || response.status >= 300)
      return { status: response?.status === 304 ? 304 : 404, headers: {}, body: new Uint8Array() };
    const body = new Uint8Array(await response.arrayBuffer());
    // Fetch has unpacked the body: its length is another one now.
    const received = { ...Object.fromEntries(response.headers), 'content-length': String(body.length) };
    return { status: response.status, headers: received, body };
  }
}
