import { Controller, Get, Header, Headers, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IN_PLACE, PREFETCHED_PATHS } from '#contract/pages/prefetch.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { addressesOf } from '../modules/routing/index.js';
import { SiteRegistry } from '../modules/sites/index.js';

/** Pages name it in their `Speculation-Rules` header. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/**
 * Which links browsers may fetch when somebody rests on them: search, jobs and organizations, in every language. Not those that leave the
 * site, or that the search page opens in place.
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

/** A path and all below it, whatever the query. */
function below(path: string): string[] {
  return [`${path}\\?*`, path, `${path}/*`];
}

/** A resource of its own, so that pages need no inline script for it. Open to everyone. */
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
    // Whoever saves data wants no guesses.
    const rules = saveData === 'on' ? {} : speculationRules(this.sites.forHost(request.headers.host).public);
    void reply.type('application/speculationrules+json').send(JSON.stringify(rules));
  }
}
