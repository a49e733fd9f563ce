import { ENDINGS, HEADINGS, NAME_BEGINNINGS, NAME_ENDINGS, OPENERS } from './advert-words.js';

// `Node.Js`, `ASP.Net`, `Amazon.Com`: names, not ends of sentences.
const NOT_A_SENTENCE = /^(?:Net|Js|Com|Org|Io|Co|Uk|Ca|De|Fr|Eu|Java|Py|Php|Html|Xml|Json|Csv|Txt|Pdf|Doc)(?![a-z])/;
const AFTER_SENTENCE = /(\p{Ll}{2}|[)\]"”]|\d{2}|\p{Lu}{3}(?=[!?:]))([.!?:;])(?=\p{Lu}\p{Ll}+|[AI] \p{L})/gu;
const LATE_STOP = / ([.;])(?=\p{Lu}\p{Ll})/gu;
const AFTER_BRACKET = /(\p{Ll}\))(?=\p{Lu}\p{Ll}{2})/gu;
const AFTER_COMMA = /(\p{Ll}{2},)(?=\p{Lu}\p{Ll}{2})/gu;
const SHOUTED_BEFORE = /(?<!\p{L})(\p{Lu}{4,})(?=\p{Lu}\p{Ll})/gu;
const SHOUTED_AFTER = /(\p{Ll}{2})(\p{Lu}{4,})(?!\p{L})/gu;
const CAMEL = /(?<![\p{L}\p{N}])((?:\p{L}\p{Ll}+))((?:\p{Lu}\p{Ll}+)+)(?![\p{L}\p{N}])/gu;
/** The beginning of a link or mail address that goes on here. */
const ADDRESS = /(?:https?:\/\/|www\.|@)\S*$/i;
const LONGEST_ADDRESS = 150;
const SHORTEST_WORD = 4;

/**
 * Puts a line break where one was lost (`ends here.The next`, `skillsStrong`), only where that is certain: names such as
 * JavaScript, LinkedIn or Node.js stay whole.
 */
export function separateRunTogether(text: string): string {
  return text
    .replace(AFTER_SENTENCE, (whole, _before: string, _mark: string, at: number) =>
      NOT_A_SENTENCE.test(text.slice(at + whole.length, at + whole.length + 8)) ||
      ADDRESS.test(text.slice(Math.max(0, at - LONGEST_ADDRESS), at))
        ? whole
        : `${whole}\n`,
    )
    .replace(LATE_STOP, '$1\n')
    .replace(AFTER_BRACKET, '$1\n')
    .replace(AFTER_COMMA, '$1 ')
    .replace(SHOUTED_BEFORE, (word) => (HEADINGS.has(word.toLowerCase()) ? `${word}\n` : word))
    .replace(SHOUTED_AFTER, (whole, before: string, word: string) =>
      HEADINGS.has(word.toLowerCase()) ? `${before}\n${word}` : whole,
    )
    .replace(CAMEL, (whole, first: string, rest: string) => separateCamel(first, rest) ?? whole);
}

/** `companyAll` and `QualificationsHigh` are two words each; `PowerPoint` is one. */
function separateCamel(first: string, rest: string): string | undefined {
  const words = [first, ...(rest.match(/\p{Lu}\p{Ll}+/gu) ?? [])];
  const lines: string[] = [];
  let line = first;
  for (let index = 1; index < words.length; index++) {
    const word = words[index]!;
    if (isBoundary(words[index - 1]!, word, index === 1)) {
      lines.push(line);
      line = word;
    } else line += word;
  }
  return lines.length > 0 ? [...lines, line].join('\n') : undefined;
}

function isBoundary(left: string, right: string, isStart: boolean): boolean {
  const small = left.toLowerCase();
  if (NAME_ENDINGS.has(right)) return false;
  // A name that begins with a small letter is short (`iPhone`, `eBay`) or begins with one of a few words (`easyJet`).
  if (isStart && /^\p{Ll}/u.test(left)) {
    return left.length >= SHORTEST_WORD && right.length > 2 && !NAME_BEGINNINGS.has(small);
  }
  return OPENERS.has(right) && (HEADINGS.has(small) || ENDINGS.has(small));
}
