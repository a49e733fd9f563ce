import sanitizeHtml from 'sanitize-html';
import { repairMojibake } from './mojibake.js';

const MASKED = /#(?:URL|EMAIL|PHONE)_[0-9a-f]{8,}#(?:-[\w-]+(?:\.[a-z]{2,})+)?/g;
// Not the joiners U+200C and U+200D, without which words of some scripts are spelled wrong.
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g;
const CONTROL = /(?![\n\r\t])[\p{Cc}\ufffd]/gu;

/** One line of plain text from a field: entities decoded, markup gone, blanks collapsed. Empty for nothing. */
export function plainLine(text: string | undefined): string {
  if (text === undefined || text === '') return '';
  return plainText(text).replace(/\s+/g, ' ').trim();
}

/** Plain text from a field, with its lines. */
export function plainText(text: string): string {
  const repaired = withoutMarks(repairMojibake(text));
  return /[<&]/.test(repaired) ? withoutMarks(repairMojibake(decodeEntities(withoutTags(repaired)))) : repaired;
}

/** Masked addresses of research data, invisible and control characters say nothing to a reader. */
export function withoutMarks(text: string): string {
  return text
    .replace(MASKED, ' ')
    .replace(INVISIBLE, '')
    .replace(CONTROL, (character) => (character === '\x85' ? '…' : ' '))
    .replace(/[\u2028\u2029]/g, '\n');
}

/** `R&amp;D` becomes `R&D`, `&eacute;` becomes `é`. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // What the sanitiser leaves is text in which only these five are written as entities.
  const escaped = text.replace(/</g, '&lt;');
  return sanitizeHtml(escaped, { allowedTags: [], allowedAttributes: {} })
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

function withoutTags(text: string): string {
  if (!/<\/?[a-z!]/i.test(text)) return text;
  return sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} });
}
