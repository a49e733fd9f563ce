import sanitizeHtml from 'sanitize-html';
import { MESSAGE_LINK, MESSAGE_TAGS } from './server-message.js';

const MAX_LENGTH = 10_000;

/**
 * Returns a message as safe HTML without scripts, whatever its content (PAGE-06): emphasis, lists and links are kept. For the server;
 * browsers use `client/lib/show-message.ts`.
 */
export function sanitizeMessage(html: string): string {
  const none: sanitizeHtml.Attributes = {};
  return sanitizeHtml(html.slice(0, MAX_LENGTH), {
    allowedTags: [...MESSAGE_TAGS],
    allowedAttributes: { a: ['href', 'rel'] },
    nonTextTags: [
      'script',
      'style',
      'template',
      'noscript',
      'iframe',
      'object',
      'svg',
      'math',
      'textarea',
      'title',
      'option',
    ],
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: MESSAGE_LINK.test(href) ? { href, rel: 'nofollow noopener' } : none,
      }),
    },
  }).trim();
}
