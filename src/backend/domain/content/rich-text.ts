import sanitizeHtml from 'sanitize-html';
import { wellFormedHtml } from '#shared/text/well-formed-html.js';

const ALLOWED_TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'em', 'a', 'ul', 'ol', 'li', 'blockquote'],
  ...['figure', 'figcaption', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];
const REPLACED_TAGS = { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em' };

/** HTML that editors may write (specification point 6), and images of this site. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
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
    ...REPLACED_TAGS,
    a: (_tag, { href = '', lang }): sanitizeHtml.Tag => {
      const isOwn = /^(?:\/(?![/\\])|#)/.test(href);
      return { tagName: 'a', attribs: { href, ...(lang ? { lang } : {}), ...(isOwn ? {} : { rel: 'noopener' }) } };
    },
    img: (_tag, attribs): sanitizeHtml.Tag => ({
      tagName: 'img',
      attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' },
    }),
  },
  // Images on other hosts would reveal readers to them.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith('/files/'),
};

/** @returns HTML that is safe in a page, whatever the input */
export function sanitisedHtml(html: string): string {
  return wellFormedHtml(sanitizeHtml(html, OPTIONS));
}

const WRITTEN_TAGS: ReadonlySet<string> = new Set([...ALLOWED_TAGS, ...Object.keys(REPLACED_TAGS)]);

/** @returns the tags that `sanitisedHtml` removes from a text, each once, and the addresses of all its images */
export function inspectHtml(html: string): { removedTags: string[]; images: string[] } {
  const removedTags = new Set<string>();
  const images: string[] = [];
  sanitizeHtml(html, {
    onOpenTag(name, attributes) {
      if (!WRITTEN_TAGS.has(name)) removedTags.add(name);
      if (name === 'img') images.push(attributes.src ?? '');
    },
  });
  return { removedTags: [...removedTags], images };
}
