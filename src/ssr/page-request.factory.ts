import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { deadlineOf } from '../common/request-deadline.js';
import { absentRoles, isForAbsentRole, type SiteRoles } from '#contract/accounts/account-roles.js';
import {
  GetAppConfigDocument,
  MiniPolicyDocument,
  PageMenuDocument,
  type PageMenuQuery,
} from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageMenu, PageRequest, PageSearch } from '#contract/pages/page-request.js';
import type { SentForm } from '#contract/applications/sent-form.js';
import { RelayReports } from '../modules/analytics-relay/index.js';
import { CsrfTokens, type Visitor } from '../modules/auth/index.js';
import { ConsentCookies, hasPrivacyControl, withPrivacyControl } from '../modules/consent/consent.module.js';
import { GraphqlClient, type RequestContext, LastGoodCache } from '../modules/graphql-client/index.js';
import { applicationSource } from '../modules/job-views/job-views.module.js';
import { addressesOf, type RequestAddress, type Resolution } from '../modules/routing/index.js';
import type { Site } from '../modules/sites/index.js';
import { Translations } from '../modules/translations/translations.module.js';
import { SETTINGS, type Settings } from '../settings.js';
import { MailedAddressCookie, NoticeCookie } from './page-cookies.js';
import { originOf } from '../common/origin.js';
import { isRobot } from '../common/robots.js';
import { pageQuery } from './page-cache/page-keys.js';
import type { PageTiming } from './page-response.js';

/** What a page has changed about its response, and whether its data was complete. */
export interface ResponseChanges {
  status?: number;
  headers: Record<string, string>;
  validUntil?: Date;
  search?: PageSearch;
  /** Whether the page is for this visitor only. */
  personal: boolean;
  setCookies: string[];
  /** Whether the backend returned all requested data. */
  complete: boolean;
  /** Allows the page's own inline scripts; undefined if it has none. */
  nonce?: string;
}

/** Input for rendering a page. */
export interface PageInput {
  site: Site;
  address: RequestAddress;
  resolution: PageResolution;
  visitor: Visitor;
  /** Version of the data, known before anything is read for the page; undefined if unknown. */
  version: string | undefined;
  /** Whether to send the page in one piece instead of streaming it. */
  unstreamed: boolean;
  timing: PageTiming;
  /** A form of the page that was sent and has to be corrected, with the response status. */
  form?: SentForm & { status: number };
}

/** Collects the data from which a page is rendered. */
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
    @Inject(ConsentCookies) private readonly consents: ConsentCookies,
    @Inject(RelayReports) private readonly relays: RelayReports,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.menus = new Menus(client);
    this.configs = new AppConfigs(client);
  }

  create(request: FastifyRequest, source: PageInput): { page: PageRequest; answer: ResponseChanges } {
    const { site, address, resolution, visitor, version, unstreamed, timing, form } = source;
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
    // Menus are cached for everybody, so they are requested anonymously.
    const ownCall = 'claims' in visitor && visitor.kind !== 'gone' ? { ...call, jwt: visitor.claims.jwt } : call;
    const personal = visitor.kind !== 'anonymous' || form !== undefined;
    const answer: ResponseChanges = { status: form?.status, headers: {}, personal, setCookies: [], complete: true };
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
      consent: () => {
        answer.personal = true;
        const choices = withPrivacyControl(request, this.consents.read(request));
        return { choices, hasPrivacyControl: hasPrivacyControl(request) };
      },
      mailedAddress: () => {
        answer.personal = true;
        return this.mailedAddresses.read(request);
      },
      applicationSource: (jobId) => {
        answer.personal = true;
        const { host, referer } = request.headers;
        const isLoggedIn = visitor.kind !== 'anonymous';
        return applicationSource({ url: request.url, host, referer }, site.public, { jobId, isLoggedIn });
      },
      csrfToken: () => {
        answer.personal = true;
        if (!csrf) {
          csrf = this.csrfTokens.forPage(request, accountOf(visitor));
          if (csrf.setCookie) answer.setCookies.push(csrf.setCookie);
        }
        return csrf.token;
      },
      graphql: async (document, variables) => {
        const result = await timing.backend(this.client.request(document, variables, ownCall));
        if (result.ok ? result.errors : !isUnsupported(result.failure)) answer.complete = false;
        return result;
      },
      menu: async (name) => {
        const { menu, current } = await timing.backend(this.menus.get(name, call, version));
        if (!current) answer.complete = false;
        return ofPresentRoles(menu, site.config.features);
      },
      appConfig: (name) => timing.backend(this.configs.get(name, call, version)),
      relays: this.relays.of(site),
      error: errorOf(resolution),
      themeCss: site.themeCss,
      nonce: () => (answer.nonce ??= randomBytes(16).toString('base64url')),
      unstreamed: unstreamed || isRobot(request.headers['user-agent']),
      respond: ({ status, headers, validUntil, personal, search, notice: next }) => {
        if (status) answer.status = status;
        if (validUntil) answer.validUntil = validUntil;
        if (search) answer.search = search;
        if (personal) answer.personal = true;
        if (next) answer.setCookies.push(this.notices.line(request, next));
        Object.assign(answer.headers, headers);
      },
      requestId,
      now: new Date(),
    };
    return { page, answer };
  }
}

/** Returns the id of the user for whom a page is rendered. */
function accountOf(visitor: Visitor): string | undefined {
  if (visitor.kind === 'known') return visitor.viewer.user.id;
  return visitor.kind === 'unknown' ? visitor.claims.userId : undefined;
}

/** Returns the query of the page, with the country that its path may contain. */
function queryOf({ address, resolution }: PageInput): URLSearchParams {
  const query = pageQuery(address.query);
  const country = resolution.kind === 'page' ? resolution.country : undefined;
  if (country && !query.has('country')) query.set('country', country);
  return query;
}

/** Returns the locales in which the page exists: texts of the backend have their own languages. */
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

const FRESH_MS = 60_000;
const POLICY_MENU = 'mini-policy';
const EMPTY: PageMenu = { items: [] };

/** Cached menus of all sites; if the backend does not respond, the last known menu is used. */
class Menus {
  private readonly known = new LastGoodCache<PageMenu>(FRESH_MS);

  constructor(private readonly client: GraphqlClient) {}

  /**
   * @param version version of the data, if known
   * @returns the menu, and whether it is up to date
   */
  async get(
    name: string,
    context: RequestContext,
    version: string | undefined,
  ): Promise<{ menu: PageMenu; current: boolean }> {
    const key = `${context.frontend.site} ${context.frontend.locale} ${name}`;
    const answer = await this.known.get(key, version, context, async () => {
      // The specification has an operation for this menu only; a backend need not support any other.
      const result = await (name === POLICY_MENU
        ? this.client.request(MiniPolicyDocument, {}, context)
        : this.client.request(PageMenuDocument, { name }, context));
      if (result.ok) return { ok: true, data: menuOf(result.data) };
      return isUnsupported(result.failure) ? { ok: true, data: EMPTY } : result;
    });
    return answer.ok ? { menu: answer.data, current: true } : { menu: answer.old ?? EMPTY, current: false };
  }
}

/** Removes menu entries for roles that the site does not have. */
function ofPresentRoles(menu: PageMenu, roles: SiteRoles): PageMenu {
  if (absentRoles(roles).length === 0) return menu;
  return { items: menu.items.filter(({ path }) => !isForAbsentRole(roles, path)) };
}

function menuOf({ menu }: PageMenuQuery): PageMenu {
  return { items: (menu?.items ?? []).map(({ url, ...item }) => ({ ...item, path: url.path })) };
}

/** Cached configuration values that the backend sets for its frontends, by name. */
class AppConfigs {
  private readonly known = new LastGoodCache<ReadonlyMap<string, string>>(FRESH_MS);

  constructor(private readonly client: GraphqlClient) {}

  /** @param version version of the data, if known @returns undefined if there is no value, or it is unavailable now */
  async get(name: string, context: RequestContext, version: string | undefined): Promise<string | undefined> {
    const answer = await this.known.get(context.frontend.site, version, context, async () => {
      const result = await this.client.request(GetAppConfigDocument, {}, context);
      if (!result.ok) return result;
      return { ok: true, data: new Map(result.data.getAppConfig.map((entry) => [entry.name, entry.value])) };
    });
    return (answer.ok ? answer.data : answer.old)?.get(name);
  }
}
