import { ENDINGS, HEADINGS, OPENERS } from './advert-words.js';

// `Node.Js`, `ASP.Net`, `Amazon.Com`: names, not ends of sentences.
const NOT_A_SENTENCE = /^(?:Net|Js|Com|Org|Io|Co|Uk|Ca|De|Fr|Eu|Java|Py|Php|Html|Xml|Json|Csv|Txt|Pdf|Doc)(?![a-z])/;
const AFTER_SENTENCE = /(\p{Ll}{2}|[)\]"”]|\d{2})([.!?:;])(?=\p{Lu}\p{Ll}+)/gu;
const AFTER_BRACKET = /(\p{Ll}\))(?=\p{Lu}\p{Ll}{2})/gu;
const AFTER_COMMA = /(\p{Ll}{2},)(?=\p{Lu}\p{Ll}{2})/gu;
const CAMEL = /(?<![\p{L}\p{N}])((?:\p{L}\p{Ll}+))((?:\p{Lu}\p{Ll}+)+)(?![\p{L}\p{N}])/gu;
const ENGLISH_ENDING = /(?:ments?|tions?|ness|ity|ities|ings?|ed|ly|ances?|ences?|ers|ors|ies|ive|able|ual|ical|ary)$/;
const SHORTEST_BY_ENDING = 6;

/**
 * Puts a line break where one was lost (`ends here.The next`, `skillsStrong`), only where that is certain: names such as
 * JavaScript, LinkedIn or Node.js stay whole.
 */
export function separateRunTogether(text: string): string {
  return text
    .replace(AFTER_SENTENCE, (whole, _before: string, _mark: string, at: number) =>
      NOT_A_SENTENCE.test(text.slice(at + whole.length)) ? whole : `${whole}\n`,
    )
    .replace(AFTER_BRACKET, '$1\n')
    .replace(AFTER_COMMA, '$1 ')
    .replace(CAMEL, (whole, first: string, rest: string) => separateCamel(first, rest) ?? whole);
}

/** `companyAll` and `ServicesSubsea` are two words each; `PowerPoint` is one. */
function separateCamel(first: string, rest: string): string | undefined {
  const words = [first, ...(rest.match(/\p{Lu}\p{Ll}+/gu) ?? [])];
  const lines: string[] = [];
  let line = words[0]!;
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
  const startsSmall = isStart && /^\p{Ll}/u.test(left);
  const small = left.toLowerCase();
  if (HEADINGS.has(small)) return OPENERS.has(right) || startsSmall;
  if (!startsSmall) return ENDINGS.has(small) && OPENERS.has(right);
  if (left.length < 3) return false;
  return OPENERS.has(right) || ENDINGS.has(small) || (left.length >= SHORTEST_BY_ENDING && ENGLISH_ENDING.test(left));
}
