import { Controller, Get, Inject, Module, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '#contract/backend/graphql-over-http.js';
import { INVOICES_PATH } from '#contract/pages/paths.js';
import { AuthModule, SessionReader } from '../auth/index.js';
import { BackendDocuments, DocumentsModule, missingFile, sendDownload } from '../documents/index.js';

const MAX_PDF_BYTES = 10_000_000;

/** Invoices as PDF: `/invoices/<id>.pdf`. The backend checks access; to others an invoice does not exist. */
@Controller()
class InvoiceDownloadController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(BackendDocuments) private readonly documents: BackendDocuments,
  ) {}

  @Get(`${INVOICES_PATH}/:file`)
  async download(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const jwt = (await this.sessions.read(request))?.jwt;
    const { pathname } = new URL(request.url, 'http://invoices');
    if (jwt === undefined || !pathname.startsWith(`${INVOICES_PATH}/`)) throw missingFile();
    const headers = { authorization: `Bearer ${jwt}`, [REQUEST_ID_HEADER]: request.id };
    const answer = await this.documents.fetch(pathname, headers, { mostBytes: MAX_PDF_BYTES });
    await sendDownload(request, reply, answer);
  }
}

@Module({ imports: [AuthModule, DocumentsModule], controllers: [InvoiceDownloadController] })
export class InvoicesModule {}
