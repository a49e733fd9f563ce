import {
  BadRequestException,
  Controller,
  ForbiddenException,
  HttpException,
  Inject,
  PayloadTooLargeException,
  Post,
  Req,
  Res,
  Get,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ownOrigins, isFromSameOrigin } from '../../common/origin.js';
import { REQUEST_ID_HEADER } from '#contract/backend/graphql-over-http.js';
import { SendApplicationFileDocument } from '#contract/generated/operations.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { UploadedFile } from '#shared/multipart/multipart.js';
import { APPLICATION_FILES_PATH } from '#contract/pages/paths.js';
import { decodedMessage } from '#shared/text/server-message.js';
import { CSRF_HEADER } from '#contract/applications/sent-form.js';
import { FILE_PART_BYTES, type SentPart, APPLICATION_FILES, VIEW_QUERY } from '#contract/applications/uploads.js';
import { CsrfTokens, SessionReader } from '../auth/index.js';
import { BackendDocuments, missingFile, sendDownload } from '../documents/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { SiteRegistry } from '../sites/index.js';
import { SETTINGS, type Settings } from '../../settings.js';

const OK = 200;
const TOO_MANY = 429;
const UNAVAILABLE = 503;
const UNPROCESSABLE = 422;

const partSchema = z.object({
  locale: z.string().max(20),
  name: z.string().max(1000),
  token: z.string().max(200).optional(),
  offset: z.coerce.number().int().min(0),
  last: z.enum(['0', '1']),
});

/** Receives the next part of a file chosen in a form, from a script: `POST /application-files?name=…&offset=0&last=1`, as bytes. */
@Controller()
export class FileUploadController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(CsrfTokens) private readonly tokens: CsrfTokens,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post(APPLICATION_FILES_PATH)
  async upload(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { public: site } = this.sites.forHost(request.headers.host);
    if (
      !isFromSameOrigin(request.headers, ownOrigins(request, this.settings)) ||
      !this.tokens.isValid(request, request.headers[CSRF_HEADER])
    )
      throw new ForbiddenException('Files are only accepted from pages of this site.');
    const query = partSchema.safeParse(request.query);
    if (!query.success) throw new BadRequestException('The request is not a valid part of a file.');
    const { name, token = null, offset, last } = query.data;
    const locale = site.locales.find((known) => known === query.data.locale) ?? site.locales[0]!;
    const bytes = await bytesOf(request, reply);
    const jwt = (await this.sessions.read(request))?.jwt;
    const context = { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip, jwt };
    const owner = this.tokens.ownerOf(request);
    const answer = await this.client.request(
      SendApplicationFileDocument,
      { input: { token, name, offset, last: last === '1', owner }, part: new UploadedFile(name, bytes) },
      context,
    );
    if (!answer.ok) throw failureOf(answer.failure);
    const { file, received, complete, errors } = answer.data.sendApplicationFile;
    const sent: SentPart = file ? { ...file, received, complete } : { error: decodedMessage(errors[0]?.message ?? '') };
    await reply
      .code(file ? OK : UNPROCESSABLE)
      .header('cache-control', 'private, no-store')
      .send(sent);
  }
}

/** @throws if the body is larger than a part may be */
async function bytesOf(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request.raw as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > FILE_PART_BYTES) {
      void reply.header('connection', 'close');
      throw new PayloadTooLargeException('The part of the file is too large.');
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function failureOf({ kind, message }: GraphqlFailure): HttpException {
  return new HttpException(message, kind === 'limited' ? TOO_MANY : UNAVAILABLE);
}

/** An archive needs some space for its directory besides the files. */
const MAX_BYTES = APPLICATION_FILES.maxTotalBytes + 1_000_000;

/**
 * Files of applications, sent as downloads and never shown as a page of this site; a PDF may be shown by the browser's own viewer. The
 * backend checks access; to others a file does not exist.
 */
@Controller()
export class FileDownloadController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(BackendDocuments) private readonly documents: BackendDocuments,
  ) {}

  @Get([`${APPLICATION_FILES_PATH}/:id`, `${APPLICATION_FILES_PATH}/:id/:name`])
  async download(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const jwt = (await this.sessions.read(request))?.jwt;
    const { pathname, searchParams } = new URL(request.url, 'http://files');
    const isView = `?${searchParams.toString()}` === `?${VIEW_QUERY}`;
    if (jwt === undefined || !pathname.startsWith(`${APPLICATION_FILES_PATH}/`)) throw missingFile();
    const headers = { authorization: `Bearer ${jwt}`, [REQUEST_ID_HEADER]: request.id };
    const path = isView ? `${pathname}?${VIEW_QUERY}` : pathname;
    const fetched = await this.documents.fetch(path, headers, { mostBytes: MAX_BYTES });
    await sendDownload(request, reply, fetched, isView);
  }
}
