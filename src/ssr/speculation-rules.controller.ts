import { Controller, Get, Header, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { IN_PLACE, PREFETCHED_PATHS } from '../contract/prefetch.js';

/** Pages name it in their `Speculation-Rules` header. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/**
 * Which links browsers may fetch when somebody rests on them: search, jobs and organizations, in every language. Not those that leave the
 * site, or that the search page opens in place.
 */
export const SPECULATION_RULES = {
  prefetch: [
    {
      source: 'document',
      eagerness: 'moderate',
      where: {
        and: [
          { href_matches: PREFETCHED_PATHS.flatMap((path) => below(`/${path}`)) },
          { not: { selector_matches: 'a[target], a[download], a[rel~="nofollow"]' } },
          { not: { selector_matches: `[${IN_PLACE}="all"] a` } },
          { not: { selector_matches: `[${IN_PLACE}="searches"] a:not([data-job])` } },
        ],
      },
    },
  ],
} as const;

/** A path and all below it, with and without a locale before it, whatever the query. */
function below(path: string): string[] {
  return ['', '/:locale'].flatMap((prefix) => [`${prefix}${path}\\?*`, `${prefix}${path}`, `${prefix}${path}/*`]);
}

/** A resource of its own, so that pages need no inline script for it. Open to everyone. */
@Controller()
export class SpeculationRulesController {
  @Get('speculation-rules.json')
  @Header('Cache-Control', 'public, max-age=86400')
  @Header('Vary', 'Save-Data')
  @Header('X-Content-Type-Options', 'nosniff')
  rules(@Headers('save-data') saveData: string | undefined, @Res() reply: FastifyReply): void {
    // Whoever saves data wants no guesses.
    const rules = saveData === 'on' ? {} : SPECULATION_RULES;
    void reply.type('application/speculationrules+json').send(JSON.stringify(rules));
  }
}
