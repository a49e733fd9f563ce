import sanitizeHtml from 'sanitize-html';
import { repairMojibake } from './mojibake.js';

const MASKED = /#(?:URL|EMAIL|PHONE)_[0-9a-f]{8,}#(?:-[\w-]+(?:\.[a-z]{2,})+)?/g;
// Does not include the joiners U+200C and U+200D, which are required for correct spelling in some scripts.
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g;
const CONTROL = /(?![\n\r\t])[\p{Cc}\ufffd]/gu;

/** Returns a field as one line of plain text: entities decoded, markup removed, white space collapsed. Empty if the field is missing. */
export function plainLine(text: string | undefined): string {
  if (text === undefined || text === '') return '';
  return plainText(text).replace(/\s+/g, ' ').trim();
}

/** Returns a field as plain text with line breaks. */
export function plainText(text: string): string {
  const repaired = withoutMarks(repairMojibake(text));
  return /[<&]/.test(repaired) ? withoutMarks(repairMojibake(decodeEntities(withoutTags(repaired)))) : repaired;
}

/** Removes masked addresses of research data, invisible characters and control characters. */
export function withoutMarks(text: string): string {
  return text
    .replace(MASKED, ' ')
    .replace(INVISIBLE, '')
    .replace(CONTROL, (character) => (character === '\x85' ? '…' : ' '))
    .replace(/[\u2028\u2029]/g, '\n');
}

/** Decodes entities: `R&amp;D` becomes `R&D`, `&eacute;` becomes `é`. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // In the output of the sanitiser, only these characters are entities.
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
