import sanitizeHtml from 'sanitize-html';
import { wellFormedHtml } from '#shared/text/well-formed-html.js';

/** What editors may write (specification point 6), and pictures of this site. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'em', 'a', 'ul', 'ol', 'li', 'blockquote'],
    ...['figure', 'figcaption', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    '*': ['lang'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    a: (_tag, { href = '', lang }): sanitizeHtml.Tag => {
      const isOwn = /^(?:\/(?![/\\])|#)/.test(href);
      return { tagName: 'a', attribs: { href, ...(lang ? { lang } : {}), ...(isOwn ? {} : { rel: 'noopener' }) } };
    },
    img: (_tag, attribs): sanitizeHtml.Tag => ({
      tagName: 'img',
      attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' },
    }),
  },
  // Pictures of elsewhere would tell others who reads what.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith('/files/'),
};

/** @returns HTML that is safe in a page, of whatever an editor, or somebody else, has written */
export function sanitisedHtml(html: string): string {
  return wellFormedHtml(sanitizeHtml(html, OPTIONS));
}
