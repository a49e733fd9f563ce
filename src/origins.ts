import { hostOf, publicOrigin } from './common/origin.js';
import { homeAt } from '#contract/pages/route-names.js';
import type { Settings } from './settings.js';

const LOCAL = /^(localhost|.+\.localhost|127(\.\d+){3})(:\d+)?$/;

/**
 * The public origin of each site, according to the settings: for URLs outside of responses, such as in mails. The Host header of a request
 * must not be used for that, because an attacker could set it and have a forged link mailed to somebody else.
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
   * Scheme and host without a trailing slash: the site's public origin; without PUBLIC_URL, the host of the site in SITES; otherwise the
   * local address of this machine. undefined if the server does not listen yet.
   */
  of(site: string): string | undefined {
    const known = publicOrigin(site, this.settings);
    if (known) return known;
    const host = hostOf(site, this.settings.SITES);
    if (host === undefined) return this.local('localhost');
    if (!LOCAL.test(host)) return `https://${host}`;
    return host.includes(':') ? `http://${host}` : this.local(host);
  }

  /** Returns the base URL of a site's pages in a language: the origin, and the locale prefix if there are several locales (ROUTE-09). */
  home(site: string, language: string, locales: readonly string[]): string | undefined {
    const origin = this.of(site);
    return origin && homeAt({ origin, locales }, language);
  }

  private local(host: string): string | undefined {
    return this.port === undefined ? undefined : `http://${host}:${this.port}`;
  }
}
