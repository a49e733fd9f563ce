import {
  Controller,
  ForbiddenException,
  Inject,
  NotFoundException,
  Post,
  Req,
  Res,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../common/origin.js';
import { isFromSameOrigin } from '../common/same-origin.js';
import { CSRF_FIELD, type FormAnswer } from '../contract/sent-form.js';
import { translator } from '../contract/translator.js';
import { CsrfTokens, SessionReader, SessionWriter } from '../modules/auth/index.js';
import {
  fieldOf,
  type FormAction,
  type FormCall,
  type FormOutcome,
  FormRegistry,
  readForm,
  type TypedForm,
} from '../modules/forms/index.js';
import { GraphqlClient } from '../modules/graphql-client/index.js';
import { addressesOf, readAddress, splitLocale } from '../modules/routing/index.js';
import { type Site, SiteRegistry } from '../modules/sites/index.js';
import { Translations } from '../modules/translations/index.js';
import { SETTINGS, type Settings } from '../settings.js';
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
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('*')
  async post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const site = this.sites.forHost(request.headers.host);
    const call = await this.callOf(request, site);
    const action = call && this.forms.find(call.path);
    if (!action) throw new NotFoundException('No form is sent to this address.');
    if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      throw new UnsupportedMediaTypeException('Send application/x-www-form-urlencoded.');
    if (!isFromSameOrigin(request.headers, call.origin))
      throw new ForbiddenException('Forms are taken from pages of this site only.');
    const typed = readForm(request.body, action);
    const outcome = await this.outcomeOf(request, reply, action, typed.values, call);
    if (outcome.kind === 'done') {
      sendDone(request, reply, outcome.redirect);
      return;
    }
    const { errors, status = UNPROCESSABLE } = outcome;
    if (wantsJson(request)) {
      sendJson(reply, status, { errors });
      return;
    }
    const form = { errors, values: typed.shown, status };
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
    values: TypedForm['values'],
    call: FormCall,
  ): Promise<FormOutcome> {
    const again = (message: string, status: number): FormOutcome => ({
      kind: 'again',
      errors: [{ field: null, message }],
      status,
    });
    if (!this.tokens.isRight(request, fieldOf(request.body, CSRF_FIELD)))
      return again(call.t('form.expired'), FORBIDDEN);
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
      graphql: (document, variables) => this.client.request(document, variables, context),
    };
  }
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
