import {
  BadRequestException,
  Controller,
  ForbiddenException,
  Inject,
  NotFoundException,
  PayloadTooLargeException,
  Post,
  Req,
  Res,
  ServiceUnavailableException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../common/origin.js';
import { isFromSameOrigin } from '../common/same-origin.js';
import { CSRF_FIELD, type FormAnswer, type FormError } from '../contract/sent-form.js';
import { translator } from '../contract/translator.js';
import { CsrfTokens, SessionReader, SessionWriter } from '../modules/auth/index.js';
import {
  fieldOf,
  type FormAction,
  type FormCall,
  type FormFiles,
  type FormOutcome,
  FormRegistry,
  type MultipartForm,
  readForm,
  readMultipartForm,
  type TypedForm,
} from '../modules/forms/index.js';
import { GraphqlClient } from '../modules/graphql-client/index.js';
import { addressesOf, readAddress, splitLocale } from '../modules/routing/index.js';
import { type Site, SiteRegistry } from '../modules/sites/index.js';
import { Translations } from '../modules/translations/index.js';
import { SETTINGS, type Settings } from '../settings.js';
import { NoticeCookie } from './notice-cookie.js';
import { pageQuery } from './page-cache/page-address.js';
import { PageMaker } from './page-maker.js';
import { sendMade } from './send-page.js';

const SEE_OTHER = 303;
const FORBIDDEN = 403;
const UNPROCESSABLE = 422;
const UNAVAILABLE = 503;

/**
 * Takes the forms of pages, each at the address of its page. A form that cannot be taken as it is is shown again with what was typed;
 * a script that sends it (`Accept: application/json`) gets a `FormAnswer`. Each action says who may send it.
 */
@Controller()
export class FormController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(FormRegistry) private readonly forms: FormRegistry,
    @Inject(PageMaker) private readonly pages: PageMaker,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(Translations) private readonly translations: Translations,
    @Inject(CsrfTokens) private readonly tokens: CsrfTokens,
    @Inject(SessionReader) private readonly readers: SessionReader,
    @Inject(SessionWriter) private readonly sessions: SessionWriter,
    @Inject(NoticeCookie) private readonly notices: NoticeCookie,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('*')
  async post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const site = this.sites.forHost(request.headers.host);
    const call = await this.callOf(request, site);
    const action = call && this.forms.find(call.path);
    if (!action) throw new NotFoundException('No form is sent to this address.');
    if (!isFromSameOrigin(request.headers, call.origin))
      throw new ForbiddenException('Forms are taken from pages of this site only.');
    const sent = await readSent(request, reply, action, call);
    const typed = readForm(sent.body, action);
    const { files } = action;
    const kept = files && (await keepFiles(files, sent, typed.values, call));
    const values = { ...typed.values, ...kept?.values };
    const given = await this.outcomeOf(
      request,
      reply,
      action,
      { body: sent.body, values, isWhole: !kept?.errors.length },
      call,
    );
    const outcome = withErrors(given, kept?.errors ?? []);
    if (outcome.kind === 'done') {
      if (outcome.notice) void reply.header('set-cookie', this.notices.line(request, outcome.notice));
      sendDone(request, reply, outcome.redirect);
      return;
    }
    const { errors, status = UNPROCESSABLE } = outcome;
    if (wantsJson(request)) {
      sendJson(reply, status, { errors });
      return;
    }
    const form = { errors, values: { ...typed.shown, ...kept?.values }, status };
    return sendMade(
      request,
      reply,
      await this.pages.make(request, site, { version: undefined, whole: true, form }),
      'fwd=bypass',
    );
  }

  private async outcomeOf(
    request: FastifyRequest,
    reply: FastifyReply,
    action: FormAction,
    { body, values, isWhole }: { body: unknown; values: TypedForm['values']; isWhole: boolean },
    call: FormCall,
  ): Promise<FormOutcome> {
    const again = (message: string, status: number): FormOutcome => ({
      kind: 'again',
      errors: [{ field: null, message }],
      status,
    });
    if (!this.tokens.isRight(request, fieldOf(body, CSRF_FIELD))) return again(call.t('form.expired'), FORBIDDEN);
    // Something of it has not arrived: it is not sent without that.
    if (!isWhole) return { kind: 'again', errors: [] };
    const outcome = await action.handle(values, call);
    if (outcome.kind === 'again' || !outcome.session) return outcome;
    if (outcome.session === 'end') {
      await this.sessions.signOut(request, reply);
      return outcome;
    }
    const { kind } = await this.sessions.signIn(request, reply, outcome.session.begin);
    return kind === 'known' ? outcome : again(call.t('account.login.sessionFailed'), UNAVAILABLE);
  }

  /** @returns undefined when there can be no page at the address */
  private async callOf(request: FastifyRequest, site: Site): Promise<FormCall | undefined> {
    const read = readAddress(request.url);
    if (!read.ok) return undefined;
    const { locale, path } = splitLocale(site.public, read.address.path);
    const jwt = (await this.readers.read(request))?.jwt;
    const context = { frontend: { site: site.public.name, locale }, requestId: request.id, address: request.ip, jwt };
    return {
      site: site.public,
      locale,
      href: addressesOf(site.public, locale).href,
      path,
      query: pageQuery(read.address.query),
      origin: originOf(request, this.settings),
      t: translator(locale, this.translations.messages(site.config, locale)),
      address: request.ip,
      isLoggedIn: jwt !== undefined,
      owner: this.tokens.ownerOf(request),
      graphql: (document, variables) => this.client.request(document, variables, context),
    };
  }
}

interface SentBody extends Omit<MultipartForm, 'body'> {
  body: unknown;
}

/** @throws where it is nothing that the form takes */
async function readSent(
  request: FastifyRequest,
  reply: FastifyReply,
  { files }: FormAction,
  call: FormCall,
): Promise<SentBody> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { body: request.body, files: [], received: [], tooLarge: [] };
  if (!files || !type.startsWith('multipart/form-data'))
    throw new UnsupportedMediaTypeException(
      `Send application/x-www-form-urlencoded${files ? ' or multipart/form-data' : ''}.`,
    );
  const receive = files.receive?.bind(files);
  const read = await readMultipartForm(
    request.raw,
    request.headers,
    files.limits,
    receive && ((name, content, field) => receive(name, content, call, field)),
  );
  if (read.ok) return read.form;
  // The rest of it is not read.
  void reply.header('connection', 'close');
  if (read.fault === 'too-much') throw new PayloadTooLargeException('This is more than the form takes.');
  if (read.fault === 'busy') throw new ServiceUnavailableException('Please try again in a minute.');
  throw new BadRequestException('The body is no form.');
}

async function keepFiles(
  files: FormFiles,
  sent: SentBody,
  values: TypedForm['values'],
  call: FormCall,
): ReturnType<FormFiles['keep']> {
  const kept = await files.keep(sent.files, values, call, sent.received);
  return { ...kept, errors: [...files.tooLarge(sent.tooLarge, call), ...kept.errors] };
}

function withErrors(outcome: FormOutcome, errors: readonly FormError[]): FormOutcome {
  return outcome.kind === 'done' ? outcome : { ...outcome, errors: [...outcome.errors, ...errors] };
}

function wantsJson(request: FastifyRequest): boolean {
  return request.headers.accept?.startsWith('application/json') ?? false;
}

function sendDone(request: FastifyRequest, reply: FastifyReply, redirect: string): void {
  if (wantsJson(request)) sendJson(reply, 200, { redirect });
  else void reply.code(SEE_OTHER).headers({ location: redirect, 'cache-control': 'private, no-store' }).send();
}

function sendJson(reply: FastifyReply, status: number, answer: FormAnswer): void {
  void reply.code(status).header('cache-control', 'private, no-store').send(answer);
}
