import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { deadlineOf } from '../common/request-deadline.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { SentForm } from '#contract/applications/sent-form.js';
import { CsrfTokens, type Visitor } from '../modules/auth/index.js';
import { GraphqlClient } from '../modules/graphql-client/index.js';
import { addressesOf, type RequestAddress, type Resolution } from '../modules/routing/index.js';
import type { Site } from '../modules/sites/index.js';
import { Translations } from '../modules/translations/index.js';
import { SETTINGS, type Settings } from '../settings.js';
import { AppConfigs } from './app-configs.js';
import { MailedAddressCookie } from './mailed-address-cookie.js';
import { Menus } from './menus.js';
import { NoticeCookie } from './notice-cookie.js';
import { originOf } from '../common/origin.js';
import { isRobot } from '../common/robots.js';
import { pageQuery } from './page-cache/page-address.js';

/** What a page changed about its own answer, and how it went. */
export interface PageAnswer {
  status?: number;
  headers: Record<string, string>;
  validUntil?: Date;
  /** It is for this visitor alone. */
  personal: boolean;
  setCookies: string[];
  /** Whether the backend gave everything that was asked for. */
  complete: boolean;
}

/** What a page is made from. */
export interface PageSource {
  site: Site;
  address: RequestAddress;
  resolution: PageResolution;
  visitor: Visitor;
  /** Of the data, known before anything is read for the page; undefined: nobody knows it. */
  version: string | undefined;
  /** The page is to be whole, whoever asks for it. */
  whole: boolean;
  /** A form of it that was sent and is to be put right, with the answer's status. */
  form?: SentForm & { status: number };
}

/** Puts together what a page is rendered from. */
@Injectable()
export class PageRequestFactory {
  private readonly menus: Menus;
  private readonly configs: AppConfigs;

  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(Translations) private readonly translations: Translations,
    @Inject(CsrfTokens) private readonly csrfTokens: CsrfTokens,
    @Inject(NoticeCookie) private readonly notices: NoticeCookie,
    @Inject(MailedAddressCookie) private readonly mailedAddresses: MailedAddressCookie,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.menus = new Menus(client);
    this.configs = new AppConfigs(client);
  }

  create(request: FastifyRequest, source: PageSource): { page: PageRequest; answer: PageAnswer } {
    const { site, address, resolution, visitor, version, whole, form } = source;
    const { locale, path } = resolution;
    const addresses = addressesOf(site.public, locale);
    const languages = site.public.locales.map((each) => ({ locale: each, href: addressesOf(site.public, each).href }));
    const requestId = request.id;
    const visualEditor = address.query.get('visual_editor') === 'true';
    const call = {
      frontend: { site: site.public.name, locale },
      requestId,
      address: request.ip,
      visualEditor,
      deadline: deadlineOf(request, this.settings.BACKEND_TIMEOUT_MS),
    };
    // Menus are kept for everybody: they are asked for on nobody's behalf.
    const ownCall = 'claims' in visitor && visitor.kind !== 'gone' ? { ...call, jwt: visitor.claims.jwt } : call;
    const personal = visitor.kind !== 'anonymous' || form !== undefined;
    const answer: PageAnswer = { status: form?.status, headers: {}, personal, setCookies: [], complete: true };
    let csrf: ReturnType<CsrfTokens['provide']> | undefined;
    const notice = this.notices.take(request);
    if (notice) {
      answer.personal = true;
      answer.setCookies.push(notice.setCookie);
    }
    const page: PageRequest = {
      site: site.public,
      locale,
      messages: this.translations.messages(site.config, locale),
      origin: originOf(request, this.settings),
      path,
      query: queryOf(source),
      pathFacets: resolution.kind === 'page' ? resolution.pathFacets : [],
      href: addresses.href,
      addresses,
      languages,
      translations: translationsOf(resolution, languages),
      route: resolution.kind === 'page' ? resolution.match : undefined,
      viewer: visitor.kind === 'known' ? visitor.viewer : null,
      isViewerUnknown: visitor.kind === 'unknown',
      form,
      notice: notice?.notice,
      mailedAddress: () => {
        answer.personal = true;
        return this.mailedAddresses.read(request);
      },
      csrfToken: () => {
        answer.personal = true;
        if (!csrf) {
          csrf = this.csrfTokens.provide(request);
          if (csrf.setCookie) answer.setCookies.push(csrf.setCookie);
        }
        return csrf.token;
      },
      graphql: async (document, variables) => {
        const result = await this.client.request(document, variables, ownCall);
        if (!result.ok || result.errors) answer.complete = false;
        return result;
      },
      menu: async (name) => {
        const { menu, current } = await this.menus.get(name, call, version);
        if (!current) answer.complete = false;
        return menu;
      },
      appConfig: (name) => this.configs.get(name, call, version),
      error: errorOf(resolution),
      themeCss: site.themeCss,
      nonce: randomBytes(16).toString('base64url'),
      wholePage: whole || isRobot(request.headers['user-agent']),
      respond: ({ status, headers, validUntil, personal }) => {
        if (status) answer.status = status;
        if (validUntil) answer.validUntil = validUntil;
        if (personal) answer.personal = true;
        Object.assign(answer.headers, headers);
      },
      requestId,
      now: new Date(),
    };
    return { page, answer };
  }
}

/** What stands in the path of a search and not in the query. */
function queryOf({ address, resolution }: PageSource): URLSearchParams {
  const query = pageQuery(address.query);
  const country = resolution.kind === 'page' ? resolution.country : undefined;
  if (country && !query.has('country')) query.set('country', country);
  return query;
}

/** The locales in which the page really is there: texts of the backend have their own languages. */
function translationsOf(resolution: PageResolution, languages: PageRequest['languages']): PageRequest['translations'] {
  const match = resolution.kind === 'page' ? resolution.match : undefined;
  if (match?.kind !== 'landing-page') return languages;
  return languages.filter(({ locale }) => match.languages.includes(locale.slice(0, 2)));
}

export type PageResolution = Exclude<Resolution, { kind: 'redirect' }>;

function errorOf(resolution: PageResolution): PageRequest['error'] {
  if (resolution.kind === 'error') return { status: resolution.status, reason: resolution.reason };
  if (resolution.kind === 'unavailable') return { status: 503, reason: resolution.failure.message };
  return undefined;
}
