import { type Line, type ProposedValue, value } from './proposed.js';

/** They belong to the name behind them. */
const PARTICLES = /^(?:von|vom|van|der|den|de|del|della|di|da|dos|du|des|la|le|ter|ten|zu|zur|al|el|bin|ben|st\.?)$/i;
const DEGREES = /^(?:dr|prof|mag|dipl|ing|mr|mrs|ms|mx|herr|frau|m|mme|mlle|ph\.?d|msc|bsc|mba|ma|ba|rn|msw|bsw)\.?$/i;
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u;
const MAX_WORDS = 6;

/** @returns the parts of a name; nothing where the line is none */
export function readName(line: Line): ProposedValue[] {
  const words = line.text
    .replace(/,.*$/, (rest) => (rest.split(/\s+/).length <= 4 ? '' : rest))
    .replace(/[()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !DEGREES.test(word));
  if (words.length < 2 || words.length > MAX_WORDS || !words.every((word) => WORD.test(word))) return [];
  if (!words.every((word) => /^\p{Lu}/u.test(word) || PARTICLES.test(word)) || PARTICLES.test(words.at(-1)!)) return [];
  const at = lastNameAt(words);
  const [first, last] = [words.slice(0, at), words.slice(at)].map((each) => each.map(written).join(' '));
  return [...value('firstName', first!, line), ...value('lastName', last!, line)];
}

function lastNameAt(words: readonly string[]): number {
  const isShouted = (word: string) => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
  const shouted = words.findIndex(isShouted);
  if (shouted > 0 && words.slice(shouted).every(isShouted)) return shouted;
  let at = words.length - 1;
  while (at > 1 && PARTICLES.test(words[at - 1]!)) at -= 1;
  return at;
}

/** Names that are shouted are written as names are. */
function written(word: string): string {
  if (word.length < 2 || word !== word.toUpperCase()) return word;
  return word.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
}
