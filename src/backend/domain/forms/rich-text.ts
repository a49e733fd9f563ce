import { wellFormedHtml } from '#shared/text/well-formed-html.js';

/** Sanitized rich text for a page: embedded content becomes a link, so that no page loads third-party content. */
export function shownRichText(stored: string): string {
  const shown = stored
    .replace(/<oembed url="([^"]*)">\s*<\/oembed>/g, '<a href="$1" rel="nofollow noopener">$1</a>')
    .replace(/<figure>(\s*<a [^>]*>[^<]*<\/a>\s*)<\/figure>/g, '<p>$1</p>');
  return wellFormedHtml(shown);
}
