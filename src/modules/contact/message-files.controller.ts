import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/backend/headers.js';
import { MESSAGE_FILES } from '#contract/applications/uploads.js';
import { MESSAGE_FILES_PATH } from '#contract/pages/paths.js';
import { BackendDocuments, missingFile, sendDownload } from '../documents/index.js';

/**
 * Files of contact messages that were too large for the mail (PAGE-01). There is no login: the URL is signed, and the backend checks the
 * signature.
 */
@Controller()
export class MessageFilesController {
  constructor(@Inject(BackendDocuments) private readonly documents: BackendDocuments) {}

  @Get(`${MESSAGE_FILES_PATH}/:id/:name`)
  async download(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { pathname, search } = new URL(request.url, 'http://files');
    if (!pathname.startsWith(`${MESSAGE_FILES_PATH}/`)) throw missingFile();
    const headers = { [REQUEST_ID_HEADER]: request.id };
    const fetched = await this.documents.fetch(pathname + search, headers, { mostBytes: MESSAGE_FILES.mostBytes });
    await sendDownload(request, reply, fetched);
  }
}
