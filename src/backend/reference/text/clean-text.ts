import sanitizeHtml from 'sanitize-html';

// The characters of the bytes 0x80–0x9F in Windows-1252; undefined bytes map to the control characters of the same code.
const CP1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const BYTE_OF = new Map(Array.from(CP1252).map((character, index) => [character, 0x80 + index]));

const CONTINUATION = `\\u0080-\\u00bf${CP1252}`;
// Continuation bytes, without characters that may also follow a correct word: quotation marks, dashes, blanks, © and the like.
const INNER = '¡-¨ª¬¯-º¼-¿ƒ„‚†‡ˆ‰ŠŒŽšœžŸ\u0081\u008d\u008f\u0090\u009d';

/** Sequences that do not occur in correct text in any language. */
const CERTAIN = new RegExp(
  [
    `â€[${CONTINUATION}]`,
    // A capital letter directly after a lower-case letter, followed by a non-letter.
    `\\p{Ll}[ÂÃÄÅÐÑ][${CONTINUATION}]`,
    `(?<!\\p{L})[ÃÅ][${CONTINUATION}](?=\\p{Ll})`,
    `Ã[${INNER}](?=\\p{Ll})`,
    '(?<!\\p{L})Â[£°§·¢¡¿½¼¾]',
    '[.!?,;:]Â\\u00a0',
    `(?:[ÐÑ][${CONTINUATION}]){3}`,
  ].join('|'),
  'u',
);
const RUN = new RegExp(`[\\u00c2-\\u00f4][${CONTINUATION}]{1,3}`, 'g');

// The same punctuation without its first byte: `company€™s`, `€¢ Friendly colleagues`.
const HALVES: Record<string, string> = {
  '™': '’',
  '¢': '•',
  '¦': '…',
  '\x9d': '”',
  '˜': '‘',
  '¨': '\n',
  '¯': ' ',
  œ: '“',
  // In correct text a closing quotation mark may follow an amount in euros.
  '“': '–',
  '”': '—',
  '‹': '',
  '›': '',
};
// A euro sign after a digit is a real euro sign.
const CERTAIN_HALF = /(?<!\d[\s\u00a0]?)€[™¢¦\x9d˜¨¯œ]/u;
const HALF = /(?<!\d[\s\u00a0]?)€([™¢¦\x9d˜¨¯œ“”‹›])/gu;
const OTHER_QUOTE = /(?<!€)[„“”«»‹›‚‘]/u;

const decoder = new TextDecoder('utf-8', { fatal: true });
const MAX_ROUNDS = 3;

/** Repairs UTF-8 that was decoded as Windows-1252 (`cafÃ©`, `donâ€™t`), if that is unambiguous. */
export function repairMojibake(text: string): string {
  let repaired = text;
  for (let round = 0; round < MAX_ROUNDS && CERTAIN.test(repaired); round++)
    repaired = repaired.replace(RUN, decodeRun);
  return repaired.includes('€') ? repairHalves(repaired) : repaired;
}

function decodeRun(run: string): string {
  // The longest prefix that decodes to a single character.
  for (let length = Math.min(run.length, expectedLength(run)); length > 1; length--) {
    const decoded = decode(run.slice(0, length));
    if (decoded !== undefined) return decoded + run.slice(length);
  }
  return run;
}

function expectedLength(run: string): number {
  const lead = run.charCodeAt(0);
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

function decode(characters: string): string | undefined {
  const bytes = Array.from(characters, (character) => BYTE_OF.get(character) ?? character.charCodeAt(0));
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

function repairHalves(text: string): string {
  if (!HALF.test(text)) return text;
  HALF.lastIndex = 0;
  if (!CERTAIN_HALF.test(text) && OTHER_QUOTE.test(text)) return text;
  return text.replace(HALF, (_whole, half: string) => HALVES[half] ?? '');
}

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
function plainText(text: string): string {
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

/**
 * Returns an independent copy of a text. Substrings keep the whole original string in memory: a key of ten characters would retain the
 * chunk of the file from which it was read.
 */
export function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
