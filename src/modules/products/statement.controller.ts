import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { movementWords, settlementWords } from '#contract/commerce/statement-words.js';
import { CreditStatementDocument, type CreditStatementQuery } from '#contract/generated/operations.js';
import { OWN_PRODUCTS_PATH, STATEMENT_FILE_PATH } from '#contract/pages/paths.js';
import { BYTE_ORDER_MARK, csvLine } from '#shared/csv/csv-line.js';
import type { Translate } from '#shared/text/translator.js';
import { allParts, streamCsv } from '../../common/send-csv.js';
import { SessionReader } from '../auth/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { refuseDownload, splitLocale } from '../routing/index.js';
import { SiteRegistry } from '../sites/index.js';
import { Translations } from '../translations/index.js';

type StatementPart = CreditStatementQuery['creditStatement'];

/** The backend's maximum page size; a backend with a lower limit receives more requests. */
const MOVEMENTS_AT_ONCE = 500;

/** All credit movements of one type of an organization as a spreadsheet file, streamed in parts while they are read. */
@Controller()
export class StatementController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(Translations) private readonly translations: Translations,
  ) {}

  @Get([STATEMENT_FILE_PATH, `:locale${STATEMENT_FILE_PATH}`])
  async statement(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { public: site, config } = this.sites.forHost(request.headers.host);
    const { pathname, searchParams } = new URL(request.url, 'http://statement');
    const { locale } = splitLocale(site, pathname);
    const [type, organizationId] = [searchParams.get('type') ?? '', searchParams.get('organization')];
    const jwt = (await this.sessions.read(request))?.jwt;
    const context = { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip, jwt };
    const read = async (before: string | null) => {
      const variables = { organizationId, type, limit: MOVEMENTS_AT_ONCE, before };
      return this.client.request(CreditStatementDocument, variables, context);
    };
    void reply.header('cache-control', 'private, no-store');
    const first = await read(null);
    if (!first.ok) {
      refuseDownload(reply, first.failure, {
        site,
        locale,
        page: OWN_PRODUCTS_PATH,
        missing: 'There is no such statement.',
      });
      return;
    }
    const t = this.translations.translate(config, locale);
    const parts = allParts(
      first.data.creditStatement,
      ({ next }) => next,
      async (before) => {
        const next = await read(before);
        // An aborted transfer must not be mistaken for a complete file.
        if (!next.ok) throw new Error(`The statement broke off: ${next.failure.message}`);
        return next.data.creditStatement;
      },
    );
    const file = { name: `${site.name}-${type}`, what: 'a statement' };
    await streamCsv(request, reply, file, linesOf(parts, type, t));
  }
}

async function* linesOf(parts: AsyncIterable<StatementPart>, type: string, t: Translate): AsyncGenerator<string> {
  const columns = ['at', 'words', 'state', 'change', 'balance'] as const;
  yield BYTE_ORDER_MARK + csvLine(columns.map((column) => t(`my-products.csv.${column}`)));
  for await (const { movements } of parts) {
    const lines = movements.map((movement) =>
      csvLine([
        movement.at,
        movementWords(movement, type, t),
        settlementWords(movement, t) ?? '',
        movement.amount,
        movement.balance,
      ]),
    );
    yield lines.join('');
  }
}
