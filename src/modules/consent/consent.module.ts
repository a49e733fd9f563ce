import {
  Inject,
  Module,
  type OnModuleInit,
  Injectable,
  Body,
  Controller,
  ForbiddenException,
  Header,
  HttpCode,
  Post,
  Req,
  Res,
} from '@nestjs/common';
// Imported for its types: the request properties that the server's cookie plugin adds.
import '@fastify/cookie';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { RouteConfig } from '@nestjs/platform-fastify';
import { IsObject } from 'class-validator';
import {
  CONSENT_SERVICES,
  type ConsentChoices,
  ADVERTISING_SERVICES,
  CONSENT_CHOICE_FIELD,
  CONSENT_SERVICE_FIELD,
  RELAYED_SERVICES,
} from '#contract/consent/consent-services.js';
import { SERVICES_CONSENT_PATH } from '#contract/pages/paths.js';
import {
  CONSENT_COOKIE,
  CONSENT_COOKIE_SECONDS,
  formatConsentCookie,
  parseConsentCookie,
  CONSENT_API_PATH,
  readChoices,
  VISITOR_COOKIE,
} from '#contract/consent/consent-cookie.js';
import { FormRegistry, FormsModule, type FormAction } from '../forms/index.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { type HostSettings, originOf, ownOrigins, isFromSameOrigin } from '../../common/origin.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { bodyOf } from '../../common/request-body.js';

type CookieRequest = Pick<FastifyRequest, 'headers' | 'protocol' | 'server'>;

/** Reads and writes the visitor's decisions about third-party services. Scripts may read the cookie, including Klaro. */
@Injectable()
export class ConsentCookies {
  constructor(@Inject(SETTINGS) private readonly settings: HostSettings) {}

  read({ headers: { cookie } }: Pick<CookieRequest, 'headers'>): ConsentChoices {
    if (!cookie?.includes(CONSENT_COOKIE)) return {};
    const prefix = `${CONSENT_COOKIE}=`;
    const sent = cookie.split(';').map((part) => part.trim());
    return parseConsentCookie(sent.find((part) => part.startsWith(prefix))?.slice(prefix.length));
  }

  /**
   * @returns the `Set-Cookie` headers. The server writes the cookie, because some browsers delete cookies set by scripts after a week. The
   *   cookie that identifies the browser to Google is deleted without consent to that: scripts cannot read it, so they cannot delete it.
   */
  lines(request: CookieRequest, choices: ConsentChoices): string[] {
    const written = request.server.serializeCookie(CONSENT_COOKIE, formatConsentCookie(choices), {
      encode: String,
      path: '/',
      sameSite: 'lax',
      secure: originOf(request, this.settings).startsWith('https:'),
      maxAge: CONSENT_COOKIE_SECONDS,
    });
    if (choices[RELAYED_SERVICES.measurementApi] || !request.headers.cookie?.includes(VISITOR_COOKIE)) return [written];
    return [written, request.server.serializeCookie(VISITOR_COOKIE, '', { path: '/', maxAge: 0 })];
  }
}

/** Whether the browser sends Global Privacy Control. */
export function hasPrivacyControl({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['sec-gpc'] === '1';
}

/** Returns the effective decisions: Global Privacy Control refuses advertising. */
export function withPrivacyControl(request: Pick<FastifyRequest, 'headers'>, choices: ConsentChoices): ConsentChoices {
  if (!hasPrivacyControl(request)) return choices;
  const refused = ADVERTISING_SERVICES.filter((service) => choices[service] !== undefined);
  return { ...choices, ...Object.fromEntries(refused.map((service) => [service, false])) };
}

/** Request of a page's script. */
class ConsentBody {
  @IsObject() choices!: Record<string, unknown>;
}

/**
 * Merges decisions of the visitor into the consent cookie. Public, but only from pages of this site. There is no CSRF token, because cached
 * pages contain none and the cookie concerns only the visitor.
 */
@Controller(CONSENT_API_PATH)
export class ConsentController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(ConsentCookies) private readonly cookies: ConsentCookies,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @RouteConfig({ rateLimit: { max: 60, timeWindow: '1 minute' } })
  save(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(bodyOf(ConsentBody)) body: ConsentBody,
  ): { choices: ConsentChoices } {
    if (!isFromSameOrigin(request.headers, ownOrigins(request, this.settings)))
      throw new ForbiddenException('Decisions are only accepted from pages of this site.');
    const used = this.sites.forHost(request.headers.host).public.consent?.services ?? {};
    const all = { ...this.cookies.read(request), ...readChoices(body.choices) };
    const known = CONSENT_SERVICES.filter((service) => used[service] !== undefined && all[service] !== undefined);
    const choices = withPrivacyControl(request, Object.fromEntries(known.map((service) => [service, all[service]])));
    void reply.header('set-cookie', this.cookies.lines(request, choices));
    return { choices };
  }
}

/** The form of the visitor's consent settings, which works without scripts. It contains a decision about every service of the site. */
const consentForm: FormAction = {
  paths: [SERVICES_CONSENT_PATH],
  fromAnyAccount: true,
  fields: [{ name: CONSENT_CHOICE_FIELD }, { name: CONSENT_SERVICE_FIELD, multiple: true }],
  handle(values, call) {
    const chosen = values[CONSENT_SERVICE_FIELD]?.split(' ') ?? [];
    const all = { all: true, none: false }[values[CONSENT_CHOICE_FIELD] ?? ''];
    const used = CONSENT_SERVICES.filter((service) => call.site.consent?.services[service] !== undefined);
    const choices = used.map((service) => [service, all ?? chosen.includes(service)]);
    return Promise.resolve({
      kind: 'done',
      redirect: call.href(SERVICES_CONSENT_PATH),
      notice: 'services-saved',
      consent: Object.fromEntries(choices) as ConsentChoices,
    });
  },
};

/** Visitors' consent to third-party services (CONSENT-01, CONSENT-02). */
@Module({
  imports: [FormsModule, SitesModule],
  controllers: [ConsentController],
  providers: [ConsentCookies],
  exports: [ConsentCookies],
})
export class ConsentModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    this.forms.add(consentForm);
  }
}
