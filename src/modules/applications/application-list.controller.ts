import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listFilter, readListQuery } from '#contract/applications/list-query.js';
import { ExportedApplicationRowsDocument, type ExportedApplicationRowsQuery } from '#contract/generated/operations.js';
import { APPLICATION_LIST_FILE_PATH, APPLICATIONS_PATH } from '#contract/pages/paths.js';
import { BYTE_ORDER_MARK, csvLine } from '#shared/csv/csv-line.js';
import type { Translate } from '#shared/text/translator.js';
import { allParts, streamCsv } from '../../common/send-csv.js';
import { SessionReader } from '../auth/index.js';
import { refuseDownload } from '../documents/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { splitLocale } from '../routing/index.js';
import { SiteRegistry } from '../sites/index.js';
import { Translations } from '../translations/translations.module.js';

type Part = NonNullable<ExportedApplicationRowsQuery['exportedApplications']>;

const MISSING = 'There are no such applications.';

/** The listed applications for a job as a spreadsheet file, streamed in parts while they are read. */
@Controller()
export class ApplicationListController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(Translations) private readonly translations: Translations,
  ) {}

  @Get([APPLICATION_LIST_FILE_PATH, `:locale${APPLICATION_LIST_FILE_PATH}`])
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { public: site, config } = this.sites.forHost(request.headers.host);
    const { pathname, searchParams } = new URL(request.url, 'http://list');
    const { locale } = splitLocale(site, pathname);
    const jobId = searchParams.get('job') ?? '';
    const filter = listFilter(readListQuery(searchParams));
    const jwt = (await this.sessions.read(request))?.jwt;
    const context = { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip, jwt };
    const read = (after: string | null) =>
      this.client.request(ExportedApplicationRowsDocument, { jobId, filter, after }, context);
    void reply.header('cache-control', 'private, no-store');
    const first = await read(null);
    if (!first.ok) {
      refuseDownload(reply, first.failure, { site, locale, page: APPLICATIONS_PATH, missing: MISSING });
      return;
    }
    const { exportedApplications } = first.data;
    if (!exportedApplications) throw new NotFoundException(MISSING);
    const parts = allParts(
      exportedApplications,
      ({ next }) => next,
      async (after) => {
        const next = await read(after);
        // An aborted transfer must not be mistaken for a complete file.
        if (!next.ok || !next.data.exportedApplications) throw new Error('The list of applications broke off');
        return next.data.exportedApplications;
      },
    );
    const lines = linesOf(parts, exportedApplications.questions, this.translations.translate(config, locale));
    const file = { name: `applications-${exportedApplications.job.id}`, what: 'a list of applications' };
    await streamCsv(request, reply, file, lines);
  }
}

const COLUMNS = [
  'created',
  'firstName',
  'lastName',
  'email',
  'state',
  'rating',
  'tags',
  'unmet',
  'files',
  'letter',
] as const;

async function* linesOf(
  parts: AsyncIterable<Part>,
  questions: readonly string[],
  t: Translate,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine([...COLUMNS.map((column) => t(`applications.csv.${column}`)), ...questions]);
  for await (const { applications } of parts) {
    const lines = applications.map((application) => {
      const answers = new Map(application.answers.map(({ question, answer }) => [question, answer]));
      return csvLine([
        application.created,
        application.firstName,
        application.lastName,
        application.emailAddress,
        t(`applications.state.employer.${application.state}`),
        application.rating ?? '',
        application.tags.join('; '),
        application.unmet.join('; '),
        application.attachments.map(({ name }) => name).join('; '),
        application.coverLetter,
        ...questions.map((question) => answers.get(question) ?? ''),
      ]);
    });
    yield lines.join('');
  }
}
