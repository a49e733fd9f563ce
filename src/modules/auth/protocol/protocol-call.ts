import { BadRequestException, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import PQueue from 'p-queue';
import type { PublicSite } from '#contract/pages/public-site.js';
import { safeCallbackUrl } from '#contract/pages/callback-url.js';
import { LOGIN_PATH } from '#contract/pages/paths.js';
import { originOf } from '../../../common/origin.js';
import { sendRedirect } from '../../../common/send-redirect.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { RequestContext } from '../../graphql-client/index.js';
import { readAddress, splitLocale } from '../../routing/index.js';
import { SiteRegistry } from '../../sites/index.js';
import { AuthCookies, CsrfTokens } from '../cookies/auth-cookies.js';
import { KnownBrowsers } from '../cookies/known-browsers.js';
import { SessionReader } from '../session/sessions.js';

/** Functions shared by the endpoints of the session protocol. */
@Injectable()
export class ProtocolCalls {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(AuthCookies) private readonly cookies: AuthCookies,
    @Inject(CsrfTokens) private readonly csrfTokens: CsrfTokens,
    @Inject(KnownBrowsers) private readonly browsers: KnownBrowsers,
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  site(request: FastifyRequest): PublicSite {
    return this.sites.forHost(request.headers.host).public;
  }

  /** @throws BadRequestException if the Host header is invalid */
  origin(request: FastifyRequest): string {
    const origin = originOf(request, this.settings);
    if (!URL.canParse(origin)) throw new BadRequestException('The Host header is not a host.');
    return origin;
  }

  context(request: FastifyRequest): RequestContext {
    const { name, locales } = this.site(request);
    const knownBrowser = (email: string) => this.browsers.idFor(request, email);
    return { frontend: { site: name, locale: locales[0]! }, requestId: request.id, address: request.ip, knownBrowser };
  }

  /**
   * Whether a form comes from a page of this site: it contains the visitor's token, and its headers do not name another site as its source.
   */
  isOwn(request: FastifyRequest, csrfToken: string | undefined): boolean {
    const { origin } = request.headers;
    const isForeign = origin !== undefined && origin !== this.origin(request);
    return !isForeign && this.csrfTokens.isValid(request, csrfToken);
  }

  /** Whether a form was sent by a page for another account than the one that is logged in now. */
  async isOfAnother(request: FastifyRequest, mark: string | undefined): Promise<boolean> {
    return this.csrfTokens.isOfAnother(mark, (await this.sessions.read(request))?.userId);
  }

  /**
   * Returns the final address after signing in: the one requested now, or earlier when the sign-in began. A cookie keeps it while the
   * browser visits a provider.
   */
  callbackUrl(request: FastifyRequest, reply: FastifyReply, wanted: string | undefined): string {
    const origin = this.origin(request);
    const stored = this.cookies.read(request, 'callbackUrl');
    const url = safeCallbackUrl(wanted ?? stored, origin);
    if (url !== stored) this.cookies.write(request, reply, 'callbackUrl', url);
    return url;
  }

  /** Returns the absolute URL of an endpoint. @param path relative to the base path */
  address(request: FastifyRequest, path: string, query: Record<string, string | undefined> = {}): string {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = new URLSearchParams(given).toString();
    return `${this.origin(request)}${this.settings.AUTH_BASE_PATH}${path}${search && `?${search}`}`;
  }
}

/** Responds in the form that the caller expects: a script gets `{ url }` and the status, a form is redirected. */
export function answer(reply: FastifyReply, json: string | undefined, url: string, status = 200): void {
  void reply.header('cache-control', 'private, no-store');
  if (json === 'true') void reply.status(status).send({ url });
  else sendRedirect(reply, 302, url);
}

/**
 * Sends `nosniff` with every response of the session protocol, including errors and rate limit responses, so that browsers do not interpret
 * content from clients as another type.
 *
 * @param authPath base path of the session protocol
 */
export function addProtocolHeaders(server: FastifyInstance, authPath: string): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    const next = url[authPath.length];
    if (url.startsWith(authPath) && (next === undefined || next === '/' || next === '?'))
      void reply.header('x-content-type-options', 'nosniff');
    done();
  });
}

/** What logins are recognized by. */
interface LoginAddresses {
  sites: Pick<SiteRegistry, 'forHost'>;
  /** Base path of the session protocol. */
  authPath: string;
}

export interface LoginLimits {
  atOnce: number;
  /** A login that arrives when this many are waiting proceeds at once; the backend then reports whether it is too busy. */
  maxWaiting: number;
}

/**
 * Processes simultaneous logins a few at a time, so that pages are served in between. A login enters the queue only after its body was
 * read, so a slow upload does not block others.
 */
export function queueLogins(
  server: FastifyInstance,
  addresses: LoginAddresses,
  { atOnce, maxWaiting }: LoginLimits,
): void {
  const queue = new PQueue({ concurrency: atOnce });
  server.addHook('preValidation', (request, reply, done) => {
    if (request.method !== 'POST' || !isLogin(request, addresses) || queue.size >= maxWaiting) {
      done();
      return;
    }
    // A turn ends with the response, or when the client disconnects.
    const turn = () =>
      new Promise<void>((resolve) => {
        if (reply.raw.closed) {
          resolve();
          return;
        }
        reply.raw.once('close', resolve);
        done();
      });
    void queue.add(turn);
  });
}

/** Whether a request is a login through the protocol, or through the form of the page, whose URL has several spellings. */
function isLogin({ url, headers }: FastifyRequest, { sites, authPath }: LoginAddresses): boolean {
  const read = readAddress(url);
  if (!read.ok) return false;
  const { path } = read.address;
  if (path === `${authPath}/callback/credentials`) return true;
  return splitLocale(sites.forHost(headers.host).public, path).path === LOGIN_PATH;
}
