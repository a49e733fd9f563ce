import { PassThrough } from 'node:stream';
import { Body, Controller, Inject, Logger, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { StartJobDescriptionDocument } from '#contract/generated/operations.js';
import {
  DESCRIPTION_LANGUAGES,
  JOB_DESCRIPTION_PATH,
  type JobDescriptionEvents,
} from '#contract/job-form/job-description.js';
import { decodedMessage } from '#shared/text/server-message.js';
import type { Translate } from '#shared/text/translator.js';
import { MESSAGE_SOURCE, type MessageSource } from '../../common/message-source.js';
import { ownOrigins } from '../../common/origin.js';
import { bodyOf } from '../../common/request-body.js';
import { isFromSameOrigin } from '../../common/same-origin.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { CsrfTokens, SessionReader } from '../auth/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { SiteRegistry } from '../sites/index.js';
import { type ChatEndpoint, streamChat } from './chat-completion.js';
import { DraftWriter } from './draft-writer.js';
import { JobDescriptionBody } from './job-description-body.js';
import { type ChatMessage, descriptionPrompt } from './prompt.js';

const OK = 200;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const UNPROCESSABLE = 422;
const TOO_MANY = 429;
const UNAVAILABLE = 503;

/** Maximum number of drafts in progress in this process. Each occupies a connection for up to a minute. */
const MAX_AT_ONCE = 50;

/** Why there is no draft, determined before streaming begins. */
interface Refused {
  status: number;
  message: string;
}

interface Started {
  endpoint: ChatEndpoint;
  messages: readonly ChatMessage[];
}

/**
 * Streams drafts of job descriptions written by an AI service (ROLE-08). Only for logged-in users; the backend decides for which jobs and
 * how often.
 */
@Controller(JOB_DESCRIPTION_PATH)
export class JobDescriptionController {
  private readonly logger = new Logger('JobDescription');
  private active = 0;

  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(CsrfTokens) private readonly tokens: CsrfTokens,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(MESSAGE_SOURCE) private readonly texts: MessageSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @RouteConfig({ rateLimit: { max: 60, timeWindow: '1 minute' } })
  async write(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body(bodyOf(JobDescriptionBody)) body: JobDescriptionBody,
  ): Promise<void> {
    const { config, public: site } = this.sites.forHost(request.headers.host);
    const locale = site.locales.find((known) => known === body.locale) ?? site.locales[0]!;
    const t = this.texts.translate(config, locale);
    void reply.header('cache-control', 'private, no-store');
    const started = await this.start(request, body, { frontend: { site: site.name, locale }, t });
    if ('status' in started) void reply.status(started.status).send(started);
    else this.stream(reply, { ...started, t });
  }

  /** Checks whether the user may request a draft, and collects the data for it. */
  private async start(
    request: FastifyRequest,
    body: JobDescriptionBody,
    { frontend, t }: { frontend: { site: string; locale: string }; t: Translate },
  ): Promise<Refused | Started> {
    const refusal = this.refusalOf(request, body, t);
    if (refusal) return refusal;
    const jwt = (await this.sessions.read(request))?.jwt;
    if (!jwt) return { status: UNAUTHORIZED, message: t('job-wizard.assistant.logIn') };
    const endpoint = this.endpoint();
    if (!endpoint) return { status: UNAVAILABLE, message: t('job-wizard.assistant.off') };
    if (this.active >= MAX_AT_ONCE) return { status: UNAVAILABLE, message: t('job-wizard.assistant.unavailable') };
    const { id = null, organizationId = null, language, fields } = body;
    const answer = await this.client.request(
      StartJobDescriptionDocument,
      { input: { id, organizationId, language, fields } },
      { frontend, requestId: request.id, address: request.ip, jwt },
    );
    if (!answer.ok) return refusalOfFailure(answer.failure, t);
    const { facts, errors } = answer.data.startJobDescription;
    if (errors.length > 0) {
      const message = errors.map((error) => decodedMessage(error.message)).join(' ');
      return { status: UNPROCESSABLE, message };
    }
    const spoken = DESCRIPTION_LANGUAGES.find((known) => known === language) ?? DESCRIPTION_LANGUAGES[0];
    return { endpoint, messages: descriptionPrompt(facts, spoken) };
  }

  private refusalOf(request: FastifyRequest, { csrfToken }: JobDescriptionBody, t: Translate): Refused | undefined {
    const { public: site } = this.sites.forHost(request.headers.host);
    if (!site.features.aiDescription) return { status: NOT_FOUND, message: t('job-wizard.assistant.off') };
    const isOwn =
      isFromSameOrigin(request.headers, ownOrigins(request, this.settings)) && this.tokens.isValid(request, csrfToken);
    return isOwn ? undefined : { status: FORBIDDEN, message: t('job-wizard.assistant.reload') };
  }

  private endpoint(): ChatEndpoint | undefined {
    const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model, AI_TIMEOUT_MS: timeoutMs } = this.settings;
    return baseUrl && model ? { baseUrl, apiKey, model, timeoutMs } : undefined;
  }

  private stream(reply: FastifyReply, { endpoint, messages, t }: Started & { t: Translate }): void {
    const events = new PassThrough();
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    const send = <Name extends keyof JobDescriptionEvents>(event: Name, data: JobDescriptionEvents[Name]): void => {
      if (!leaving.signal.aborted) events.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const writer = new DraftWriter(send);
    const warn = (reason: string): void => this.logger.warn(`No job description was written: ${reason}`);
    this.active += 1;
    void streamChat(endpoint, messages, { onText: (text) => writer.add(text), signal: leaving.signal, warn })
      .then((end) => {
        const hasText = writer.end();
        if ((end === 'complete' || end === 'cut') && hasText) send('done', { isCut: end === 'cut' });
        else if (end !== 'aborted') send('failed', { message: t(`job-wizard.assistant.${MESSAGES[end]}`) });
      })
      .catch((error: unknown) => {
        this.logger.error(error, 'a job description could not be written');
        send('failed', { message: t('job-wizard.assistant.unavailable') });
      })
      .finally(() => {
        this.active -= 1;
        events.end();
      });
    void reply
      .status(OK)
      .header('content-type', 'text/event-stream; charset=utf-8')
      // Prevents buffering in proxies such as nginx.
      .header('x-accel-buffering', 'no')
      .send(events);
  }
}

/** Last part of the message key for each end without a usable text. */
const MESSAGES = {
  complete: 'refused',
  cut: 'refused',
  refused: 'refused',
  timeout: 'timeout',
  unavailable: 'unavailable',
} as const;

function refusalOfFailure({ kind, message, errors }: GraphqlFailure, t: Translate): Refused {
  if (kind === 'limited') return { status: TOO_MANY, message };
  if (kind === 'read-only') return { status: UNAVAILABLE, message };
  const codes = errors?.map(({ extensions }) => extensions?.code) ?? [];
  if (codes.includes(GRAPHQL_ERROR_CODES.unauthenticated))
    return { status: UNAUTHORIZED, message: t('job-wizard.assistant.logIn') };
  if (codes.includes(GRAPHQL_ERROR_CODES.forbidden)) return { status: FORBIDDEN, message: t('dashboard.forbidden') };
  return { status: UNAVAILABLE, message: t('job-wizard.assistant.unavailable') };
}
