import { hostOf, publicOrigin } from './common/origin.js';
import { homeAt } from '#contract/pages/route-names.js';
import type { Settings } from './settings.js';

const LOCAL = /^(localhost|.+\.localhost|127(\.\d+){3})(:\d+)?$/;

/**
 * Where people reach each site, as settings say it: for what is not an answer to a request, such as a mail. The Host header of a request
 * is no source for that: anybody can write what they like there, and have it mailed to somebody else.
 */
export class Origins {
  private port: number | undefined;

  constructor(private readonly settings: Pick<Settings, 'PUBLIC_URL' | 'SITE' | 'SITES' | 'PORT'>) {
    // 0: a free one, which is known when the server listens.
    this.port = settings.PORT || undefined;
  }

  listenAt(port: number): void {
    this.port = port;
  }

  /**
   * Scheme and host, no slash at the end: the site's public ones, without PUBLIC_URL the host that SITES gives it; else this
   * machine's own address. undefined: the server does not listen yet.
   */
  of(site: string): string | undefined {
    const known = publicOrigin(site, this.settings);
    if (known) return known;
    const host = hostOf(site, this.settings.SITES);
    if (host === undefined) return this.local('localhost');
    if (!LOCAL.test(host)) return `https://${host}`;
    return host.includes(':') ? `http://${host}` : this.local(host);
  }

  /** What addresses of a site's pages in a language begin with: the origin, and the prefix of the locale where there are several (ROUTE-09). */
  home(site: string, language: string, locales: readonly string[]): string | undefined {
    const origin = this.of(site);
    return origin && homeAt({ origin, locales }, language);
  }

  private local(host: string): string | undefined {
    return this.port === undefined ? undefined : `http://${host}:${this.port}`;
  }
}
