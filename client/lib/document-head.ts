import { escapeHtml } from '#shared/text/escape-html.js';
import { CREATION_SOURCE_META } from './creation-source';
import type { PageRequest } from '#contract/pages/page-request.js';

/**
 * What stands in the head of every page of a site, around what the page itself says.
 *
 * @param creationSource the parameter that names campaigns, where the backend asks for it
 */
export function siteHead(
  { site, themeCss }: Pick<PageRequest, 'site' | 'themeCss'>,
  creationSource?: string,
): { start: string; end: string } {
  const { font, icon, touch } = site.assets;
  return {
    start: '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    end:
      `<link rel="preload" href="${escapeHtml(font)}" as="font" type="font/woff2" crossorigin>` +
      `<link rel="icon" href="${escapeHtml(icon)}" type="image/svg+xml"><link rel="apple-touch-icon" href="${escapeHtml(touch)}"><link rel="manifest" href="/manifest.webmanifest">` +
      (creationSource ? `<meta name="${CREATION_SOURCE_META}" content="${escapeHtml(creationSource)}">` : '') +
      `<style>${themeCss}</style>`,
  };
}
