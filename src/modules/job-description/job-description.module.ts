import { PassThrough } from 'node:stream';
import { Module, Body, Controller, Inject, Logger, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import { StartJobDescriptionDocument } from '#contract/generated/operations.js';
import {
  DESCRIPTION_LANGUAGES,
  JOB_DESCRIPTION_PATH,
  type JobDescriptionEvents,
  type JobDescriptionRequest,
} from '#contract/job-form/job-form.js';
import { decodedMessage } from '#shared/text/server-message.js';
import type { Translate } from '#shared/text/translator.js';
import { sanitizedGeneratedText } from '#contract/defined-form/sanitized-rich-text.js';
import { AuthModule, CsrfTokens, SessionReader } from '../auth/index.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { MESSAGE_SOURCE, type MessageSource } from '../../common/message-source.js';
import { ownOrigins, isFromSameOrigin } from '../../common/origin.js';
import { bodyOf } from '../../common/request-body.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { type ChatEndpoint, streamChat, type ChatMessage, descriptionPrompt } from './chat-completion.js';

/** Interval between updates in milliseconds: each sanitizes the text again, which takes a millisecond. */
const PAUSE_MS = 150;

const CODE_FENCE = /^\s*```(?:html)?\s*|\s*```\s*$/gi;
const MARKDOWN_LINK = /\[([^\]\n]{1,200})\]\([^()\s]*\)/g;

/** An incomplete tag or character reference at the end of the text. */
const UNFINISHED = /<[^>]*$|&[#\w]*$/;

/** Streams a growing text: each update sanitizes the whole text, but sends only its changed end. */
class DraftWriter {
  private written = '';
  private sent = '';
  private sentAt = 0;

  constructor(
    private readonly send: Send,
    private readonly now: () => number = Date.now,
  ) {}

  add(text: string): void {
    this.written += text;
    if (this.now() - this.sentAt < PAUSE_MS) return;
    this.sendText(this.written.replace(UNFINISHED, ''));
  }

  /** @returns whether there was any text */
  end(): boolean {
    this.sendText(this.written);
    return this.sent !== '';
  }

  private sendText(written: string): void {
    this.sentAt = this.now();
    const html = sanitizedGeneratedText(written.replace(CODE_FENCE, '').replace(MARKDOWN_LINK, '$1'));
    if (html === this.sent) return;
    const start = commonLength(this.sent, html);
    this.sent = html;
    this.send('text', { start, html: html.slice(start) });
  }
}

const MAX_TOKEN_LENGTH = 200;
const MAX_NAME_LENGTH = 60;
const MAX_FIELDS = 60;
const MAX_VALUES = 60;

/** Maximum length of an existing description. */
const MAX_VALUE_LENGTH = 200_000;

class FieldBody {
  @IsString() @MaxLength(MAX_NAME_LENGTH) name!: string;
  @IsArray()
  @ArrayMaxSize(MAX_VALUES)
  @IsString({ each: true })
  @MaxLength(MAX_VALUE_LENGTH, { each: true })
  values!: string[];
}

/** The data of a job for which a page requests a description. */
export class JobDescriptionBody implements JobDescriptionRequest {
  @IsString() @MaxLength(MAX_TOKEN_LENGTH) csrfToken!: string;
  @IsString() @MaxLength(MAX_NAME_LENGTH) locale!: string;
  @IsIn(DESCRIPTION_LANGUAGES) language!: string;
  @IsOptional() @IsString() @MaxLength(MAX_NAME_LENGTH) id?: string;
  @IsOptional() @IsString() @MaxLength(MAX_NAME_LENGTH) organizationId?: string;
  @IsArray() @ArrayMaxSize(MAX_FIELDS) @ValidateNested({ each: true }) @Type(() => FieldBody) fields!: FieldBody[];
}

const OK = 200;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const UNPROCESSABLE = 422;
const TOO_MANY = 429;
const UNAVAILABLE = 503;

/** Maximum number of drafts in progress in this process. Each occupies a connection for up to a minute. */
const MAX_AT_ONCE = 50;

/**
 * Streams drafts of job descriptions written by an AI service (ROLE-08). Only for logged-in users; the backend decides for which jobs and
 * how often.
 */
@Controller(JOB_DESCRIPTION_PATH)
class JobDescriptionController {
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

/** Job descriptions drafted by an AI service. */
@Module({ imports: [AuthModule, SitesModule], controllers: [JobDescriptionController] })
export class JobDescriptionModule {}

/** Why there is no draft, determined before streaming begins. */
interface Refused {
  status: number;
  message: string;
}

interface Started {
  endpoint: ChatEndpoint;
  messages: readonly ChatMessage[];
}

function refusalOfFailure({ kind, message, errors }: GraphqlFailure, t: Translate): Refused {
  if (kind === 'limited') return { status: TOO_MANY, message };
  if (kind === 'read-only') return { status: UNAVAILABLE, message };
  const codes = errors?.map(({ extensions }) => extensions?.code) ?? [];
  if (codes.includes(GRAPHQL_ERROR_CODES.unauthenticated))
    return { status: UNAUTHORIZED, message: t('job-wizard.assistant.logIn') };
  if (codes.includes(GRAPHQL_ERROR_CODES.forbidden)) return { status: FORBIDDEN, message: t('dashboard.forbidden') };
  return { status: UNAVAILABLE, message: t('job-wizard.assistant.unavailable') };
}

type Send = <Name extends keyof JobDescriptionEvents>(event: Name, data: JobDescriptionEvents[Name]) => void;

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}
