import { Readable } from 'node:stream';
import {
  Module,
  BadRequestException,
  Controller,
  Get,
  HttpStatus,
  Inject,
  NotFoundException,
  Req,
  Res,
  UnprocessableEntityException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { IMAGE_WIDTHS, type ImageWidth } from '#contract/applications/uploads.js';
import { sendRedirect } from '../../common/send-redirect.js';
import { BackendFiles } from './backend-files.js';
import { ImageVariants, type ImageVariant, imageFormat } from './image-variants.js';

/** Headers of the backend's response that are passed on; the backend decides on type, caching and restrictions of the file. */
const PASSED_ON = [
  'content-type',
  'content-length',
  'cache-control',
  'etag',
  'last-modified',
  'content-security-policy',
  'content-disposition',
  'retry-after',
];
/** A file that is opened as a page must not run scripts. */
const HARMLESS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves the public files of the backend (logos) at the site's own address, images in the requested width; public. */
@Controller('files')
class FileProxyController {
  constructor(
    @Inject(BackendFiles) private readonly files: BackendFiles,
    @Inject(ImageVariants) private readonly variants: ImageVariants,
  ) {}

  @Get('*')
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url, 'http://files');
    // Dot segments in the URL, plain or escaped, cannot lead to other paths of the backend.
    if (!pathname.startsWith('/files/')) throw new NotFoundException('There is no such file.');
    const width = searchParams.get('w');
    if (width !== null) return this.sendImage(request, reply, pathname, readWidth(width));
    const etag = request.headers['if-none-match'];
    sendAnswer(reply, await this.files.fetch(pathname + search, etag ? { 'if-none-match': etag } : {}));
  }

  private async sendImage(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    width: ImageWidth,
  ): Promise<void> {
    const format = imageFormat(request.headers.accept, width);
    const outcome = await this.variants.get(path, width, format);
    void reply.header('vary', 'Accept');
    if (outcome.kind === 'variant') sendVariant(request, reply, outcome.variant);
    else if (outcome.kind === 'as-it-is') sendAnswer(reply, outcome.answer);
    // Under high load the original image is used instead.
    else if (outcome.kind === 'busy') sendRedirect(reply.header('cache-control', 'no-store'), HttpStatus.FOUND, path);
    else throw new UnprocessableEntityException('This picture is too large to be resized.');
  }
}

/** @throws BadRequestException for widths that the pages do not use */
function readWidth(text: string): ImageWidth {
  const width = IMAGE_WIDTHS.find((known) => String(known) === text);
  if (!width) throw new BadRequestException(`w must be one of ${IMAGE_WIDTHS.join(', ')}.`);
  return width;
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: BackendFetchResponse): void {
  const known = PASSED_ON.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : []));
  void reply
    .status(status)
    .headers({ 'content-security-policy': HARMLESS, ...Object.fromEntries(known), 'x-content-type-options': 'nosniff' })
    .send(body instanceof Uint8Array ? Buffer.from(body) : Readable.from(body));
}

function sendVariant(request: FastifyRequest, reply: FastifyReply, variant: ImageVariant): void {
  const { contentType, bytes, etag, cacheControl } = variant;
  void reply.headers({
    etag,
    'cache-control': cacheControl,
    'content-security-policy': HARMLESS,
    'x-content-type-options': 'nosniff',
  });
  if (request.headers['if-none-match']?.includes(etag)) void reply.status(304).send();
  else void reply.type(contentType).send(bytes);
}

@Module({ controllers: [FileProxyController], providers: [BackendFiles, ImageVariants] })
export class FileProxyModule {}
