import { ENDINGS, HEADINGS, NAME_BEGINNINGS, NAME_ENDINGS, OPENERS } from './advert-words.js';

// `Node.Js`, `ASP.Net`, `Amazon.Com`: names, not ends of sentences.
const NOT_A_SENTENCE = /^(?:Net|Js|Com|Org|Io|Co|Uk|Ca|De|Fr|Eu|Java|Py|Php|Html|Xml|Json|Csv|Txt|Pdf|Doc)(?![a-z])/;
// Plain classes of the letters of western Europe: over a whole file, property escapes cost more than all the rest.
const SMALL = 'a-zß-öø-ÿ';
const LARGE = 'A-ZÀ-ÖØ-Þ';
const AFTER_SENTENCE = new RegExp(
  `([${SMALL}]{2}|[)\\]"”]|\\d{2}|[${LARGE}]{3}(?=[!?:]))[.!?:;](?=[${LARGE}][${SMALL}]|[AI] [${SMALL}]|[${LARGE}]{5,} )`,
  'g',
);
const LATE_STOP = new RegExp(` ([.;])(?=[${LARGE}][${SMALL}])`, 'g');
const AFTER_BRACKET = new RegExp(`([${SMALL}] ?[)\\]])(?=[${LARGE}][${SMALL}]{2})`, 'g');
const AFTER_COMMA = new RegExp(`([${SMALL}]{2},)(?=[${LARGE}][${SMALL}]{2})`, 'g');
const BOUNDARY = new RegExp(`[${SMALL}][${LARGE}]|[${LARGE}]{4}[${SMALL}]`, 'g');
const LETTER = /[\p{L}\p{N}]/u;
const HUMPS = new RegExp(`^[${LARGE}${SMALL}][${SMALL}]+(?:[${LARGE}][${SMALL}]+)+$`);
const HUMP = new RegExp(`[${LARGE}]?[${SMALL}]+`, 'g');
const SHOUTED_BEFORE = new RegExp(`^([${LARGE}]{4,})(?=[${LARGE}][${SMALL}])`);
const SHOUTED_AFTER = new RegExp(`^([${LARGE}${SMALL}]*[${SMALL}]{2})([${LARGE}]{4,})$`);
/** The beginning of a link or mail address that goes on here. */
const ADDRESS = /(?:https?:\/\/|www\.|@)\S*$/i;
const MAX_ADDRESS_LENGTH = 150;
const MIN_WORD_LENGTH = 4;

/**
 * Puts a line break where one was lost (`ends here.The next`, `skillsStrong`), only where that is certain: names such as
 * JavaScript, LinkedIn or Node.js stay whole.
 */
export function separateRunTogether(text: string): string {
  const separated = text
    .replace(AFTER_SENTENCE, (whole, _before: string, at: number) =>
      NOT_A_SENTENCE.test(text.slice(at + whole.length, at + whole.length + 8)) ||
      ADDRESS.test(text.slice(Math.max(0, at - MAX_ADDRESS_LENGTH), at))
        ? whole
        : `${whole}\n`,
    )
    .replace(LATE_STOP, '$1\n')
    .replace(AFTER_BRACKET, '$1\n')
    .replace(AFTER_COMMA, '$1 ');
  return separateWords(separated);
}

/** Looks at the few words that have a capital inside. */
function separateWords(text: string): string {
  let result = '';
  let done = 0;
  BOUNDARY.lastIndex = 0;
  for (let match = BOUNDARY.exec(text); match; match = BOUNDARY.exec(text)) {
    let start = match.index;
    while (start > done && LETTER.test(text[start - 1]!)) start -= 1;
    let end = match.index + match[0].length;
    while (end < text.length && LETTER.test(text[end]!)) end += 1;
    result += text.slice(done, start) + separateWord(text.slice(start, end));
    done = end;
    BOUNDARY.lastIndex = end;
  }
  return result + text.slice(done);
}

function separateWord(word: string): string {
  const [, shouted] = SHOUTED_BEFORE.exec(word) ?? [];
  if (shouted !== undefined && HEADINGS.has(shouted.toLowerCase())) return `${shouted}\n${word.slice(shouted.length)}`;
  const [, before, after] = SHOUTED_AFTER.exec(word) ?? [];
  if (before !== undefined && after !== undefined && HEADINGS.has(after.toLowerCase())) return `${before}\n${after}`;
  return HUMPS.test(word) ? separateHumps(word.match(HUMP) ?? [word]) : word;
}

/** `companyAll` and `QualificationsHigh` are two words each; `PowerPoint` is one. */
function separateHumps(humps: readonly string[]): string {
  return humps.reduce((line, hump, index) =>
    isBoundary(humps[index - 1]!, hump, index === 1) ? `${line}\n${hump}` : line + hump,
  );
}

function isBoundary(left: string, right: string, isStart: boolean): boolean {
  const small = left.toLowerCase();
  if (NAME_ENDINGS.has(right)) return false;
  // A name that begins with a small letter is short (`iPhone`, `eBay`) or begins with one of a few words (`easyJet`).
  if (isStart && /^[a-zß-ÿ]/.test(left)) {
    return left.length >= MIN_WORD_LENGTH && right.length > 2 && !NAME_BEGINNINGS.has(small);
  }
  return OPENERS.has(right) && (HEADINGS.has(small) || ENDINGS.has(small));
}
