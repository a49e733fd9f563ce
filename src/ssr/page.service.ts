import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { redirectLocation } from '#contract/pages/callback-url.js';
import { CAPTCHA_WIDGET_ATTRIBUTE } from '#contract/accounts/captcha-widget.js';
import { LOGOUT_PATH } from '#contract/pages/paths.js';
import { deadlineOf } from '../common/request-deadline.js';
import { ANONYMOUS, VisitorReader } from '../modules/auth/index.js';
import {
  addressesOf,
  type RoutingContext,
  PageResolver,
  readAddress,
  type Resolution,
} from '../modules/routing/index.js';
import type { Site, ContentSources, SourceDirective } from '../modules/sites/index.js';
import { SETTINGS, type Settings } from '../settings.js';
import { type PageResponse, validUntil, mayReadTiming, PageTiming } from './page-response.js';
import { PageRenderer } from './page-renderer.js';
import { PageRequestFactory, type PageInput, type PageResolution } from './page-request.factory.js';
import { SPECULATION_RULES_PATH } from './speculation-rules.controller.js';

const RETRY_AFTER_SECONDS = '20';
const SEE_OTHER = 303;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const BROKEN = 500;
const UNAVAILABLE = 503;
const NO_CONTENT = Buffer.alloc(0);
/** One year. Without subdomains, because other hosts of the domain do not belong to this product. */
const HSTS = 'max-age=31536000';
/** Browser features that no page uses. */
const PERMISSIONS = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Resolves a URL to a page and renders it. */
@Injectable()
export class PageService {
  private readonly renderer: PageRenderer;
  private readonly development: boolean;
  private readonly timeoutMs: number;
  private readonly foreignPictures: boolean;

  constructor(
    @Inject(PageResolver) private readonly resolver: PageResolver,
    @Inject(PageRequestFactory) private readonly requests: PageRequestFactory,
    @Inject(VisitorReader) private readonly visitors: VisitorReader,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.development = settings.NODE_ENV === 'development';
    this.timeoutMs = settings.BACKEND_TIMEOUT_MS;
    this.foreignPictures = settings.BACKEND_GRAPHQL_URL !== undefined;
    this.renderer = new PageRenderer(this.development);
  }

  /** @param data see `PageInput`; `url`: URL of the page, if it differs from the requested one */
  async make(
    request: FastifyRequest,
    site: Site,
    {
      url = request.url,
      ...given
    }: Pick<PageInput, 'version' | 'unstreamed' | 'form'> & { url?: string; timing?: PageTiming },
  ): Promise<PageResponse> {
    const data = { timing: new PageTiming(), ...given };
    const read = readAddress(url);
    if (!read.ok) {
      const { status, reason } = read;
      const resolution = { kind: 'error', status, reason, locale: site.public.locales[0]!, path: '/' } as const;
      return this.render(request, {
        site,
        address: { path: '/', query: new URLSearchParams() },
        resolution,
        visitor: ANONYMOUS,
        ...data,
      });
    }
    const { address } = read;
    const visualEditor = address.query.get('visual_editor') === 'true';
    const deadline = deadlineOf(request, this.timeoutMs);
    const call = { requestId: request.id, address: request.ip, visualEditor, deadline };
    const frontend = { site: site.public.name, locale: site.public.locales[0]! };
    const [found, visitor] = await Promise.all([
      this.resolver.resolve(site, address, { call, ...routingClientOf(request) }, data.version),
      this.visitors.read(request, { ...call, frontend }),
    ]);
    // A page that is missing for anonymous visitors may exist for this one, such as the page of an unpublished job.
    const jwt = isMissing(found) && 'claims' in visitor && visitor.kind !== 'gone' ? visitor.claims.jwt : undefined;
    const resolution =
      jwt === undefined
        ? found
        : await this.resolver.resolve(
            site,
            address,
            { call: { ...call, jwt }, ...routingClientOf(request) },
            data.version,
          );
    if (resolution.kind === 'redirect') return redirect(resolution);
    if (visitor.kind === 'gone' && resolution.path !== LOGOUT_PATH) return logout(site, resolution.locale);
    data.timing.end('routing');
    return this.render(request, { site, address, resolution: shownFor(resolution, data.form), visitor, ...data });
  }

  private async render(request: FastifyRequest, source: PageInput): Promise<PageResponse> {
    const { site, resolution, timing } = source;
    const { page, answer } = this.requests.create(request, source);
    const route = resolution.kind === 'page' ? resolution.page : '/error';
    const rendered = await this.renderer.render(route, page);
    timing.endRender();
    if (rendered.error) request.log.error({ err: rendered.error }, 'A page could not be rendered');
    const status = answer.status ?? page.error?.status ?? rendered.status;
    // Nobody sees the content of a redirect.
    const { location } = answer.headers;
    const html = location === undefined ? rendered.html : NO_CONTENT;
    const { nonce } = answer;
    const policy = contentSecurityPolicy({
      nonce,
      styleHash: site.themeHash,
      formTargets: site.formTargets,
      foreignPictures: this.foreignPictures,
      captchaSources:
        site.captchaSources.length > 0 && html?.includes(CAPTCHA_WIDGET_ATTRIBUTE) ? site.captchaSources : [],
      serviceSources: site.serviceSources,
      development: this.development,
    });
    return {
      page: route,
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-frame-options': 'SAMEORIGIN',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': PERMISSIONS,
        ...(page.origin.startsWith('https:') ? { 'strict-transport-security': HSTS } : {}),
        'speculation-rules': `"${SPECULATION_RULES_PATH}"`,
        vary: 'Accept-Encoding',
        ...(mayReadTiming(page.viewer, this.development) ? { 'server-timing': timing.toString() } : {}),
        ...(status === UNAVAILABLE ? { 'retry-after': RETRY_AFTER_SECONDS } : {}),
        ...answer.headers,
        ...(location === undefined ? {} : { location: redirectLocation(location) }),
      },
      personal: answer.personal,
      setCookies: answer.setCookies,
      html,
      pipe: (writable) => rendered.pipe(writable),
      // Error pages contain the request id, so that support can find the request.
      shareable: !answer.personal && html !== undefined && nonce === undefined && status < BROKEN,
      complete: answer.complete,
      madeAt: page.now.getTime(),
      until: validUntil(page.now, site.public.timeZone, answer.validUntil),
      search: answer.search,
    };
  }
}

/**
 * A form of another account is shown outside of its page: that would contain the data of the person who is logged in now, save what the
 * other has typed among them, or not exist for this person at all.
 */
function shownFor(resolution: PageResolution, form: PageInput['form']): PageResolution {
  if (!form?.resent?.otherAccount) return resolution;
  const { locale, path } = resolution;
  return { kind: 'error', status: FORBIDDEN, reason: 'The form is that of another account.', locale, path };
}

function isMissing(resolution: Resolution): boolean {
  return resolution.kind === 'error' && resolution.status === NOT_FOUND;
}

function routingClientOf({ headers }: FastifyRequest): Omit<RoutingContext, 'call'> {
  return { host: headers.host, languages: headers['accept-language'] };
}

/**
 * Not cached: resolving a redirect is cheap, and every invalid URL would take up space. Not shared with simultaneous requests either: the
 * target contains all parameters of the request, such as those of a campaign, but the key of a page only those that pages use.
 */
function redirect({ status, target, personal }: { status: number; target: string; personal?: boolean }): PageResponse {
  const now = Date.now();
  const rest = { personal, setCookies: [], shareable: false, complete: true, madeAt: now, until: now };
  return { page: 'redirect', status, headers: { location: redirectLocation(target) }, html: NO_CONTENT, ...rest };
}

/** Ends a session whose user cannot be loaded (AUTH-10). */
function logout(site: Site, locale: string): PageResponse {
  const target = addressesOf(site.public, locale).href(LOGOUT_PATH);
  return { ...redirect({ status: SEE_OTHER, target }), personal: true };
}

/**
 * Content security policy of a page. Its only inline style is allowed by its hash. Inline scripts exist on pages of an account, and if parts
 * of a page are streamed (by React); they need the request's nonce. In development Vite's client needs more.
 */
function contentSecurityPolicy(options: {
  nonce?: string;
  styleHash: string;
  /** Origins to which a form may be redirected. */
  formTargets: readonly string[];
  /** Whether images may come from any host, as those of an external backend do. */
  foreignPictures: boolean;
  /** Sources of the captcha widget on the page; empty if there is none. */
  captchaSources: readonly string[];
  /** Sources of the site's services and of the consent provider. */
  serviceSources: ContentSources;
  development: boolean;
}): string {
  const { nonce, styleHash, formTargets, foreignPictures, captchaSources, serviceSources, development } = options;
  const captcha = captchaSources.map((source) => ` ${source}`).join('');
  const services = (directive: SourceDirective): string =>
    (serviceSources[directive] ?? []).map((source) => ` ${source}`).join('');
  const scripts = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  const frames = services('frame-src') + captcha;
  const directives: Record<string, string> = {
    'default-src': "'self'",
    'script-src': (development ? "'self' 'unsafe-inline' 'unsafe-eval'" : scripts) + services('script-src') + captcha,
    'style-src': (development ? "'self' 'unsafe-inline'" : `'self' '${styleHash}'`) + services('style-src') + captcha,
    'img-src': `'self' data:${foreignPictures ? ' https:' : ''}${services('img-src')}`,
    'font-src': `'self'${services('font-src')}`,
    'connect-src': (development ? "'self' ws:" : "'self'") + services('connect-src') + captcha,
    'frame-src': frames.trimStart() || "'none'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': ["'self'", ...formTargets].join(' '),
    'frame-ancestors': "'self'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
