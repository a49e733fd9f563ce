import { escapeHtml } from '../../src/contract/escape-html.js';
import type { PageRequest } from '../../src/contract/page-request.js';

/** What stands in the head of every page of a site, around what the page itself says. */
export function siteHead({ site, themeCss }: Pick<PageRequest, 'site' | 'themeCss'>): { start: string; end: string } {
  const { font, icon } = site.assets;
  return {
    start: '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    end:
      `<link rel="preload" href="${escapeHtml(font)}" as="font" type="font/woff2" crossorigin>` +
      `<link rel="icon" href="${escapeHtml(icon)}" type="image/svg+xml"><link rel="manifest" href="/manifest.webmanifest">` +
      `<style>${themeCss}</style>`,
  };
}
