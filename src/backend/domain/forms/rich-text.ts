import sanitizeHtml from 'sanitize-html';
import { markupOf } from '#contract/defined-form/toolbars.js';
import { htmlOfPlainText, isMarkup } from '#shared/text/plain-text.js';
import { NON_TEXT_TAGS, wellFormedHtml } from '../../reference/text/well-formed-html.js';

const WEB_ADDRESS = /^https?:\/\//i;
const FOLLOWED_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * What somebody typed as rich text, with nothing in it that the buttons of their editor cannot make (ROLE-07). Text without any markup,
 * as a field without scripts sends it, gets its paragraphs and lists.
 *
 * @param roles of whoever typed it
 */
export function sanitizedRichText(typed: string, roles: readonly string[]): string {
  const html = isMarkup(typed) ? typed : htmlOfPlainText(typed);
  const markup = markupOf(roles);
  const clean = sanitizeHtml(html, {
    allowedTags: Object.keys(markup),
    allowedAttributes: Object.fromEntries(Object.entries(markup).map(([tag, names]) => [tag, [...names]])),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { oembed: ['https'] },
    allowedSchemesAppliedToAttributes: ['href', 'url'],
    allowProtocolRelative: false,
    nestingLimit: 30,
    nonTextTags: NON_TEXT_TAGS,
    transformTags: {
      h1: 'h3',
      h2: 'h3',
      h5: 'h4',
      h6: 'h4',
      b: 'strong',
      i: 'em',
      div: 'p',
      a: (_tag, { href = '' }): sanitizeHtml.Tag => ({
        tagName: 'a',
        attribs: FOLLOWED_ADDRESS.test(href.trim()) ? { href: href.trim(), rel: 'nofollow noopener' } : {},
      }),
    },
    exclusiveFilter({ tag, attribs }) {
      // A link to an address that no browser should follow leaves its text behind.
      if (tag === 'a') return attribs.href === undefined ? 'excludeTag' : false;
      return tag === 'oembed' && !WEB_ADDRESS.test(attribs.url ?? '');
    },
  });
  return withoutEmptyElements(wellFormedHtml(clean));
}

/** The same for a page: what is embedded becomes a link to it, so that no page loads anything of others. */
export function shownRichText(stored: string): string {
  const shown = stored
    .replace(/<oembed url="([^"]*)">\s*<\/oembed>/g, '<a href="$1" rel="nofollow noopener">$1</a>')
    .replace(/<figure>(\s*<a [^>]*>[^<]*<\/a>\s*)<\/figure>/g, '<p>$1</p>');
  return wellFormedHtml(shown);
}

/** Removing an element without content may leave the one around it without any. */
function withoutEmptyElements(html: string): string {
  const result = html.replace(/<(p|h3|h4|li|ul|ol|strong|em|blockquote|figure)>(?:\s|&nbsp;|<br \/>)*<\/\1>/g, '');
  return result === html ? html.trim() : withoutEmptyElements(result);
}

/** @returns the words of rich text, to see whether there are any */
export function hasWords(html: string): boolean {
  return /[\p{L}\p{N}]/u.test(html.replace(/<[^>]*>/g, ' '));
}
