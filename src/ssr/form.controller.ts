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
  Get,
  HttpStatus,
  Query,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { redirectLocation, localAddress } from '#contract/pages/callback-url.js';
import { CSRF_ACCOUNT_FIELD, CSRF_FIELD, type FormAnswer, type FormError } from '#contract/applications/sent-form.js';
import { isForAbsentRole } from '#contract/accounts/account-roles.js';
import { LOGOUT_PATH } from '#contract/pages/paths.js';
import { originOf, ownOrigins, isFromSameOrigin } from '../common/origin.js';
import { deadlineOf } from '../common/request-deadline.js';
import { sendRedirect } from '../common/send-redirect.js';
import { CsrfTokens, KnownBrowsers, SessionReader, SessionWriter, VisitorReader } from '../modules/auth/index.js';
import { ConsentCookies, withPrivacyControl } from '../modules/consent/consent.module.js';
import {
  fieldOf,
  type FormAction,
  type FormContext,
  type FormFiles,
  type FormOutcome,
  FormRegistry,
  type MultipartForm,
  readForm,
  type ReceivedFile,
  readMultipartForm,
  resentForm,
  type TypedForm,
} from '../modules/forms/index.js';
import { type RequestContext, GraphqlClient } from '../modules/graphql-client/index.js';
import { addressesOf, readAddress, splitLocale } from '../modules/routing/index.js';
import { type Site, SiteRegistry } from '../modules/sites/index.js';
import { Translations } from '../modules/translations/translations.module.js';
import { SETTINGS, type Settings } from '../settings.js';
import { MailedAddressCookie, NoticeCookie } from './page-cookies.js';
import { pageQuery } from './page-cache/page-keys.js';
import type { PageInput } from './page-request.factory.js';
import { PageService } from './page.service.js';
import { sendMade } from './send-page.js';

/**
 * Ends the session, clears its cookies and redirects to the home page, or to `callbackUrl` if that is on this site (AUTH-10). While there
 * is a session, a link of another site and a prefetch by the browser get a page that asks for confirmation. Public: visitors without a
 * session are redirected too.
 */
@Controller()
export class LogoutController {
  constructor(
    @Inject(SessionWriter) private readonly sessions: SessionWriter,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(VisitorReader) private readonly visitors: VisitorReader,
    @Inject(PageService) private readonly pages: PageService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get([LOGOUT_PATH, `:locale${LOGOUT_PATH}`])
  async logout(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('callbackUrl') wanted: unknown,
  ): Promise<void> {
    const site = this.sites.forHost(request.headers.host);
    if (!isFollowedHere(request) && !(await this.isOver(request, site))) {
      const response = await this.pages.make(request, site, { version: undefined, unstreamed: true });
      return sendMade(request, reply, response, 'fwd=bypass');
    }
    await this.sessions.signOut(request, reply);
    const { locale } = splitLocale(site.public, request.url);
    void reply.header('cache-control', 'private, no-store');
    const target =
      typeof wanted === 'string'
        ? localAddress(wanted, originOf(request, this.settings))
        : addressesOf(site.public, locale).href('/');
    sendRedirect(reply, HttpStatus.SEE_OTHER, target);
  }

  private async isOver(request: FastifyRequest, { public: { name, locales } }: Site): Promise<boolean> {
    const frontend = { site: name, locale: locales[0]! };
    return (
      (await this.visitors.read(request, { frontend, requestId: request.id, address: request.ip })).kind === 'gone'
    );
  }
}

const SEE_OTHER = 303;
const FORBIDDEN = 403;
const UNPROCESSABLE = 422;
const UNAVAILABLE = 503;
const RETRY_AFTER_SECONDS = '20';

/**
 * Handles the forms of pages, each at the URL of its page. An invalid form is shown again with the entered values; scripts (`Accept:
 * application/json`) get a `FormAnswer`. Each action checks who may send it.
 */
@Controller()
export class FormController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(FormRegistry) private readonly forms: FormRegistry,
    @Inject(PageService) private readonly pages: PageService,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(Translations) private readonly translations: Translations,
    @Inject(CsrfTokens) private readonly tokens: CsrfTokens,
    @Inject(SessionReader) private readonly readers: SessionReader,
    @Inject(SessionWriter) private readonly sessions: SessionWriter,
    @Inject(KnownBrowsers) private readonly browsers: KnownBrowsers,
    @Inject(NoticeCookie) private readonly notices: NoticeCookie,
    @Inject(MailedAddressCookie) private readonly mailedAddresses: MailedAddressCookie,
    @Inject(ConsentCookies) private readonly consents: ConsentCookies,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('*')
  async post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const site = this.sites.forHost(request.headers.host);
    const context = await this.contextOf(request, site);
    const call = context && this.callOf(request, site, context);
    const action = call && !isForAbsentRole(site.config.features, call.path) && this.forms.find(call.path);
    if (!action) throw new NotFoundException('No form is sent to this address.');
    if (!isFromSameOrigin(request.headers, ownOrigins(request, this.settings)))
      throw new ForbiddenException('Forms are only accepted from pages of this site.');
    const account = (await this.readers.read(request))?.userId;
    const isValid = (body: unknown) => this.tokens.isValid(request, fieldOf(body, CSRF_FIELD));
    const isOfAnother = (body: unknown) =>
      !action.fromAnyAccount && this.tokens.isOfAnother(fieldOf(body, CSRF_ACCOUNT_FIELD), account);
    const mayHaveFiles = (body: unknown) => isValid(body) && !isOfAnother(body);
    const sent = await readSent(request, reply, { action, call, mayHaveFiles });
    // The upload of the body may have taken minutes; the time limit starts only now.
    context.deadline = deadlineOf(request, this.settings.BACKEND_TIMEOUT_MS);
    const typed = readForm(sent.body, action);
    if (isOfAnother(sent.body)) return this.refuseAnother(request, reply, { site, action, sent, call });
    const refusal = isValid(sent.body) && !sent.filesRefused ? await sent.refusal : expired(call);
    const { files } = action;
    const stored = files && (await storeFiles(files, refusal ? withoutFiles(sent) : sent, typed.values, call));
    const values = { ...typed.values, ...stored?.values };
    const given =
      refusal ?? (await this.outcomeOf(request, reply, action, { values, isWhole: !stored?.errors.length }, call));
    const outcome = withErrors(given, [...(stored?.errors ?? []), ...(refusal ? chooseAgain(sent, call) : [])]);
    if (outcome.kind === 'done') {
      if (outcome.mailedTo) void reply.header('set-cookie', this.mailedAddresses.line(request, outcome.mailedTo));
      if (outcome.notice) void reply.header('set-cookie', this.notices.line(request, { name: outcome.notice }));
      if (outcome.consent)
        void reply.header('set-cookie', this.consents.lines(request, withPrivacyControl(request, outcome.consent)));
      sendDone(request, reply, outcome.redirect);
      return;
    }
    const { errors, status = UNPROCESSABLE } = outcome;
    if (wantsJson(request)) {
      if (status === UNAVAILABLE) void reply.header('retry-after', RETRY_AFTER_SECONDS);
      sendJson(reply, status, { errors });
      return;
    }
    const resent = status === UNAVAILABLE ? resentForm(sent.body, action, sent) : undefined;
    const form = { errors, values: { ...typed.shown, ...stored?.values }, status, resent };
    return this.show(request, reply, site, form);
  }

  /** Answers a form of a page that was rendered for another account than the one that is logged in now; nothing is done. */
  private async refuseAnother(
    request: FastifyRequest,
    reply: FastifyReply,
    { site, action, sent, call }: { site: Site; action: FormAction; sent: SentBody; call: FormContext },
  ): Promise<void> {
    const errors = [{ field: null, message: call.t('form.otherAccount') }, ...chooseAgain(sent, call)];
    if (wantsJson(request)) {
      sendJson(reply, FORBIDDEN, { errors });
      return;
    }
    const csrf = this.tokens.renewed(request, fieldOf(sent.body, CSRF_ACCOUNT_FIELD));
    const resent = { ...resentForm(sent.body, action, sent), otherAccount: { csrf } };
    await this.show(request, reply, site, { errors, values: {}, status: FORBIDDEN, resent });
  }

  /** Shows the page of a form again. */
  private async show(request: FastifyRequest, reply: FastifyReply, site: Site, form: PageInput['form']): Promise<void> {
    const response = await this.pages.make(request, site, { version: undefined, unstreamed: true, form });
    return sendMade(request, reply, response, 'fwd=bypass');
  }

  private async outcomeOf(
    request: FastifyRequest,
    reply: FastifyReply,
    action: FormAction,
    { values, isWhole }: { values: TypedForm['values']; isWhole: boolean },
    call: FormContext,
  ): Promise<FormOutcome> {
    // Part of the form has not arrived, so it is not processed.
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

  /** @returns undefined if there can be no page at this URL */
  private async contextOf(request: FastifyRequest, site: Site): Promise<RequestContext | undefined> {
    const read = readAddress(request.url);
    if (!read.ok) return undefined;
    const { locale } = splitLocale(site.public, read.address.path);
    const jwt = (await this.readers.read(request))?.jwt;
    return {
      frontend: { site: site.public.name, locale },
      requestId: request.id,
      address: request.ip,
      knownBrowser: (email) => this.browsers.idFor(request, email),
      jwt,
    };
  }

  /** @returns undefined if there can be no page at this URL */
  private callOf(request: FastifyRequest, site: Site, context: RequestContext): FormContext | undefined {
    const read = readAddress(request.url);
    if (!read.ok) return undefined;
    const { locale, path } = splitLocale(site.public, read.address.path);
    return {
      site: site.public,
      locale,
      href: addressesOf(site.public, locale).href,
      path,
      query: pageQuery(read.address.query),
      origin: originOf(request, this.settings),
      t: this.translations.translate(site.config, locale),
      address: request.ip,
      isLoggedIn: context.jwt !== undefined,
      owner: this.tokens.ownerOf(request),
      graphql: (document, variables) => this.client.request(document, variables, context),
      refusalOf: (document, variables) => this.client.refusalOf(document, variables, context),
    };
  }
}

interface SentBody extends Omit<MultipartForm, 'body'> {
  body: unknown;
  /** Outcome of limits for a form with files, known before any of them is stored. */
  refusal: Promise<FormOutcome | undefined> | undefined;
}

/** Removes the files: they were not stored, so they have to be chosen again. */
function withoutFiles(sent: SentBody): SentBody {
  return { ...sent, files: [], received: [], tooLarge: [] };
}

function chooseAgain({ files, received, tooLarge, filesRefused }: SentBody, { t }: FormContext): FormError[] {
  const hadFiles = filesRefused || files.length + received.length + tooLarge.length > 0;
  return hadFiles ? [{ field: null, message: t('form.chooseAgain') }] : [];
}

function expired({ t }: FormContext): FormOutcome {
  return again(t('form.expired'), FORBIDDEN);
}

function again(message: string, status: number): FormOutcome {
  return { kind: 'again', errors: [{ field: null, message }], status };
}

/**
 * Reads the form. Files are read only after the form's token was verified, and stored only if limits allow the operation.
 *
 * @throws if the body is not in a format that the form accepts
 */
async function readSent(
  request: FastifyRequest,
  reply: FastifyReply,
  { action, call, mayHaveFiles }: { action: FormAction; call: FormContext; mayHaveFiles: (body: unknown) => boolean },
): Promise<SentBody> {
  const { files } = action;
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { body: request.body, files: [], received: [], tooLarge: [], filesRefused: false, refusal: undefined };
  if (!files || !type.startsWith('multipart/form-data'))
    throw new UnsupportedMediaTypeException(
      `Send application/x-www-form-urlencoded${files ? ' or multipart/form-data' : ''}.`,
    );
  let refusal: Promise<FormOutcome | undefined> | undefined;
  const receive = files.receive?.bind(files);
  const read = await readMultipartForm(request.raw, request.headers, files.limits, {
    mayHaveFiles(body) {
      if (!mayHaveFiles(body)) return false;
      refusal = files.refusal?.(readForm(body, action).values, call);
      return true;
    },
    receive:
      receive &&
      (async (name, content, field) =>
        (await refusal) ? refused(content, field) : { field, ...(await receive(name, content, call, field)) }),
  });
  if (read.ok) return { ...read.form, refusal };
  // The rest of the body is not read.
  void reply.header('connection', 'close');
  if (read.violation === 'too-much') throw new PayloadTooLargeException('The request body is too large for this form.');
  if (read.violation === 'busy') void reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (read.violation === 'busy') throw new ServiceUnavailableException('Please try again in a minute.');
  throw new BadRequestException('The body is not a form.');
}

/** Reads a file to its end, because the rest of the form follows it. */
async function refused(content: AsyncIterable<Uint8Array>, field: string): Promise<ReceivedFile> {
  const iterator = content[Symbol.asyncIterator]();
  try {
    while (!(await iterator.next()).done);
  } catch {
    // The visitor closed the connection, or the form is truncated within the file.
  }
  return { ok: false, message: '', field };
}

async function storeFiles(
  files: FormFiles,
  sent: SentBody,
  values: TypedForm['values'],
  call: FormContext,
): ReturnType<FormFiles['store']> {
  const stored = await files.store(sent.files, values, call, sent.received);
  return { ...stored, errors: [...files.tooLarge(sent.tooLarge, call), ...stored.errors] };
}

function withErrors(outcome: FormOutcome, errors: readonly FormError[]): FormOutcome {
  return outcome.kind === 'done' ? outcome : { ...outcome, errors: [...outcome.errors, ...errors] };
}

function wantsJson(request: FastifyRequest): boolean {
  return request.headers.accept?.startsWith('application/json') ?? false;
}

function sendDone(request: FastifyRequest, reply: FastifyReply, redirect: string): void {
  if (wantsJson(request)) sendJson(reply, 200, { redirect: redirectLocation(redirect) });
  else sendRedirect(reply.header('cache-control', 'private, no-store'), SEE_OTHER, redirect);
}

function sendJson(reply: FastifyReply, status: number, answer: FormAnswer): void {
  void reply.code(status).header('cache-control', 'private, no-store').send(answer);
}

function isFollowedHere({ headers, method }: FastifyRequest): boolean {
  const isAhead = [headers['sec-purpose'], headers.purpose].some((purpose) =>
    String(purpose ?? '').includes('prefetch'),
  );
  return method === 'GET' && !isAhead && !['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
}
