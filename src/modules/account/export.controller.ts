import {
  Controller,
  ForbiddenException,
  Get,
  Header,
  HttpStatus,
  Inject,
  Req,
  Res,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExportMyDataDocument, type AuditEventFragment, AuditEventsDocument } from '#contract/generated/operations.js';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import { EXPORT_PATH, LOGIN_PATH, SETTINGS_PATH, AUDIT_FILE_PATH, AUDIT_PATH } from '#contract/pages/paths.js';
import { auditActionKey, auditFilter, readAuditQuery } from '#contract/audit.js';
import { BYTE_ORDER_MARK, csvLine } from '#shared/csv/csv-line.js';
import type { Translate } from '#shared/text/translator.js';
import { sendRedirect } from '../../common/send-redirect.js';
import { SessionReader } from '../auth/index.js';
import { refuseDownload } from '../documents/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { addressesOf, splitLocale } from '../routing/index.js';
import { SiteRegistry } from '../sites/index.js';
import { allParts, streamCsv } from '../../common/send-csv.js';
import { Translations } from '../translations/translations.module.js';

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

const COLUMNS = ['at', 'what', 'by', 'to', 'details'] as const;

/** All stored data of the logged-in user as a file (APP-08). Visitors without a session are redirected to the login page. */
@Controller()
export class ExportController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  @Get([EXPORT_PATH, `:locale${EXPORT_PATH}`])
  @Header('Cache-Control', 'private, no-store')
  async export(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { public: site } = this.sites.forHost(request.headers.host);
    const { locale } = splitLocale(site, request.url);
    const jwt = (await this.sessions.read(request))?.jwt;
    const context = { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip, jwt };
    const answer = await this.client.request(ExportMyDataDocument, {}, context);
    if (answer.ok) {
      const day = new Date().toISOString().slice(0, 10);
      await reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="my-data-${day}.json"`)
        .header('x-content-type-options', 'nosniff')
        .send(answer.data.exportMyData);
      return;
    }
    if (hasCode(answer.failure, GRAPHQL_ERROR_CODES.forbidden))
      throw new ForbiddenException('Only available to users themselves.');
    if (!hasCode(answer.failure, GRAPHQL_ERROR_CODES.unauthenticated))
      throw new ServiceUnavailableException('Please try again in a minute.');
    const { href } = addressesOf(site, locale);
    const query = `destination=${href(SETTINGS_PATH)}&error=SessionRequired`;
    sendRedirect(reply, HttpStatus.FOUND, href(`${LOGIN_PATH}?${query}`));
  }
}

function hasCode({ errors }: GraphqlFailure, code: string): boolean {
  return errors?.some(({ extensions }) => extensions?.code === code) ?? false;
}

type Part = readonly AuditEventFragment[];

/** Returns the cursor of the next part, which contains older events. */
function nextOf(part: Part): string | null {
  return part.length < PART_SIZE ? null : part.at(-1)!.id;
}

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
