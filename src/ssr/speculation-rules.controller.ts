import { Controller, Get, Header, Headers, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IN_PLACE, PREFETCHED_PATHS } from '#contract/pages/paths.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { addressesOf } from '../modules/routing/index.js';
import { SiteRegistry } from '../modules/sites/index.js';

/** URL in the `Speculation-Rules` header of pages. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/**
 * Links that browsers may prefetch when the pointer hovers over them: search, jobs and organizations, in every language. Links to other
 * sites, and links that the search page opens in place, are excluded.
 */
export function speculationRules(site: Pick<PublicSite, 'locales' | 'routeNames'>) {
  const pages = site.locales.flatMap((locale) => PREFETCHED_PATHS.map(addressesOf(site, locale).href));
  return {
    prefetch: [
      {
        source: 'document',
        eagerness: 'moderate',
        where: {
          and: [
            { href_matches: [...new Set(pages)].flatMap(below) },
            { not: { selector_matches: 'a[target], a[download], a[rel~="nofollow"]' } },
            { not: { selector_matches: `[${IN_PLACE}="all"] a` } },
            { not: { selector_matches: `[${IN_PLACE}="searches"] a:not([data-job])` } },
          ],
        },
      },
    ],
  } as const;
}

/** Matches a path and everything below it, with any query. */
function below(path: string): string[] {
  return [`${path}\\?*`, path, `${path}/*`];
}

/** A separate resource, so that pages need no inline script for it. Public. */
@Controller()
export class SpeculationRulesController {
  constructor(@Inject(SiteRegistry) private readonly sites: SiteRegistry) {}

  @Get('speculation-rules.json')
  @Header('Cache-Control', 'public, max-age=86400')
  @Header('Vary', 'Save-Data')
  @Header('X-Content-Type-Options', 'nosniff')
  rules(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Headers('save-data') saveData: string | undefined,
  ): void {
    // Visitors who save data should not get speculative prefetches.
    const rules = saveData === 'on' ? {} : speculationRules(this.sites.forHost(request.headers.host).public);
    void reply.type('application/speculationrules+json').send(JSON.stringify(rules));
  }
}
