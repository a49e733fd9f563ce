import sanitizeHtml from 'sanitize-html';
import { htmlOfPlainText, isMarkup } from '#shared/text/plain-text.js';
import { NON_TEXT_TAGS, wellFormedHtml } from '#shared/text/well-formed-html.js';
import { markupOf } from './toolbars.js';

const WEB_ADDRESS = /^https?:\/\//i;
const FOLLOWED_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * Sanitizes rich text: only elements that the author's editor can create are kept (ROLE-07). Plain text, as sent without scripts, is
 * converted to paragraphs and lists.
 *
 * @param roles the author's roles
 */
export function sanitizedRichText(typed: string, roles: readonly string[]): string {
  return sanitized(typed, markupOf(roles));
}

/** Web addresses in a text without attributes, where addresses can only be words. */
const WRITTEN_ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<]+/gi;

/** Same as `sanitizedRichText` for generated text. Links and web addresses are removed, because no person has chosen their targets. */
export function sanitizedGeneratedText(written: string): string {
  const markup = Object.fromEntries(Object.entries(markupOf([])).filter(([tag]) => tag !== 'a'));
  return withoutEmptyElements(sanitized(written, markup).replace(WRITTEN_ADDRESS, ''));
}

function sanitized(typed: string, markup: Readonly<Record<string, readonly string[]>>): string {
  const html = isMarkup(typed) ? typed : htmlOfPlainText(typed);
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
      // A link with an unsafe URL is removed, but its text is kept.
      if (tag === 'a') return attribs.href === undefined ? 'excludeTag' : false;
      return tag === 'oembed' && !WEB_ADDRESS.test(attribs.url ?? '');
    },
  });
  return withoutEmptyElements(wellFormedHtml(clean));
}

/** Repeats, because removing an empty element may leave its parent empty. */
function withoutEmptyElements(html: string): string {
  const result = html.replace(/<(p|h3|h4|li|ul|ol|strong|em|blockquote|figure)>(?:\s|&nbsp;|<br \/>)*<\/\1>/g, '');
  return result === html ? html.trim() : withoutEmptyElements(result);
}
