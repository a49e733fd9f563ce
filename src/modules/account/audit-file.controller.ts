import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditActionKey } from '#contract/audit.js';
import { auditFilter, readAuditQuery } from '#contract/audit-query.js';
import { type AuditEventFragment, AuditEventsDocument } from '#contract/generated/operations.js';
import { AUDIT_FILE_PATH, AUDIT_PATH } from '#contract/pages/paths.js';
import { BYTE_ORDER_MARK, csvLine } from '#shared/csv/csv-line.js';
import type { Translate } from '#shared/text/translator.js';
import { allParts, streamCsv } from '../../common/send-csv.js';
import { SessionReader } from '../auth/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { refuseDownload, splitLocale } from '../routing/index.js';
import { SiteRegistry } from '../sites/index.js';
import { Translations } from '../translations/index.js';

const PART_SIZE = 500;

/** The filtered audit log as a spreadsheet file, streamed while it is read. Only for administrators, which the backend enforces. */
@Controller()
export class AuditFileController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(Translations) private readonly translations: Translations,
  ) {}

  @Get([AUDIT_FILE_PATH, `:locale${AUDIT_FILE_PATH}`])
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { public: site, config } = this.sites.forHost(request.headers.host);
    const { pathname, searchParams } = new URL(request.url, 'http://audit');
    const { locale } = splitLocale(site, pathname);
    const filter = auditFilter(readAuditQuery(searchParams), site.timeZone);
    const jwt = (await this.sessions.read(request))?.jwt;
    const context = { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip, jwt };
    const read = (before: string | null) =>
      this.client.request(AuditEventsDocument, { limit: PART_SIZE, before, filter }, context);
    void reply.header('cache-control', 'private, no-store');
    const first = await read(null);
    if (!first.ok) {
      refuseDownload(reply, first.failure, { site, locale, page: AUDIT_PATH, missing: 'There is no such file.' });
      return;
    }
    const parts = allParts(first.data.auditEvents, nextOf, async (before) => {
      const next = await read(before);
      // An aborted transfer must not be mistaken for a complete file.
      if (!next.ok) throw new Error('The audit log broke off');
      return next.data.auditEvents;
    });
    const lines = linesOf(parts, this.translations.translate(config, locale));
    await streamCsv(request, reply, { name: `${site.name}-audit`, what: 'an audit log' }, lines);
  }
}

type Part = readonly AuditEventFragment[];

/** Returns the cursor of the next part, which contains older events. */
function nextOf(part: Part): string | null {
  return part.length < PART_SIZE ? null : part.at(-1)!.id;
}

const COLUMNS = ['at', 'what', 'by', 'to', 'details'] as const;

async function* linesOf(parts: AsyncIterable<Part>, t: Translate): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map((column) => t(`admin.audit.column.${column}`)));
  for await (const events of parts)
    yield events
      .map(({ at, action, actor, subject, details }) =>
        csvLine([
          at,
          t(auditActionKey(action)),
          actor?.email ?? '',
          subject?.email ?? '',
          details.map(({ name, value }) => `${t(`admin.audit.detail.${name}`)} ${value}`).join('; '),
        ]),
      )
      .join('');
}
