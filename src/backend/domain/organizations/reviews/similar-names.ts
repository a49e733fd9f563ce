import { distance } from 'fastest-levenshtein';
import unhomoglyph from 'unhomoglyph';

/** Legal forms, which are ignored when names are compared. */
const LEGAL_FORMS = new Set(
  (
    'ag asbl association asso assoc bv charity cic cio co company corp corporation ev eg foundation fondation gbr gemeinnutzige ggmbh ' +
    'gmbh inc incorporated kg limited llc llp ltd ltee limitee mbh nonprofit nv obnl osbl oy plc sa sarl sas se sro srl stiftung the ug ' +
    'verein eingetragener'
  ).split(' '),
);
/** Minimum number of letters of a name from which one letter, or two, may differ. */
const ONE_LETTER = 5;
const TWO_LETTERS = 12;

/**
 * Finds names that people could mistake for another one: equal except for case, accents, punctuation, spaces, legal forms, look-alike
 * letters of other scripts (Unicode's confusables), or a few letters.
 */
export class SimilarNames<Named extends { name: string }> {
  private readonly known: readonly { named: Named; look: Look }[];

  constructor(all: readonly Named[]) {
    this.known = all.map((named) => ({ named, look: lookOf(named.name) }));
  }

  /** @returns those with a name similar to `name`, in the given order */
  find(name: string): Named[] {
    const own = lookOf(name);
    return this.known.flatMap(({ named, look }) => (areAlike(own, look) ? [named] : []));
  }
}

interface Look {
  skeletons: readonly string[];
  /** Digits must be equal: a house number or a year makes it another organization. */
  digits: string;
}

function lookOf(name: string): Look {
  const typed = name.normalize('NFKC');
  return { skeletons: skeletonsOf(typed), digits: typed.replace(/\P{N}/gu, '') };
}

function areAlike(own: Look, other: Look): boolean {
  const hasSameDigits = own.digits === other.digits;
  return own.skeletons.some((one) => other.skeletons.some((another) => isNear(one, another, hasSameDigits)));
}

function isNear(one: string, other: string, mayDiffer: boolean): boolean {
  if (one === other) return one !== '';
  if (!mayDiffer) return false;
  const shorter = Math.min(one.length, other.length);
  const most = shorter >= TWO_LETTERS ? 2 : shorter >= ONE_LETTER ? 1 : 0;
  return Math.abs(one.length - other.length) <= most && distance(one, other) <= most;
}

/**
 * Skeletons of a name (Unicode TR39). Small letters have other confusables than capitals, so each name has two skeletons: as typed, and
 * in lower case.
 */
function skeletonsOf(typed: string): string[] {
  return [...new Set([typed, typed.toLowerCase()].map((text) => letters(lookalike(text))))];
}

const prototypes = new Map<string, string>();

/** Converted character by character: the library's cost depends on all confusables, and names have few different characters. */
function lookalike(text: string): string {
  let looks = '';
  for (const character of text.normalize('NFD')) {
    let prototype = prototypes.get(character);
    if (prototype === undefined) prototypes.set(character, (prototype = unhomoglyph(character)));
    looks += prototype;
  }
  return looks;
}

/** Letters and digits only, without legal forms. */
function letters(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // `e.V.` and `O'Neill` become one word, `food-bank` two.
    .replace(/[.'’`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const own = words.filter((word) => !isLegalForm(word));
  return (own.length > 0 ? own : words).join('');
}

/** Legal forms are compared by their skeletons, as `m` looks like `rn`. */
const lookingForms = new Set([...LEGAL_FORMS].map((form) => lookalike(form).toLowerCase()));
const capitalForms = new Set([...LEGAL_FORMS].map((form) => lookalike(form.toUpperCase()).toLowerCase()));
const capitalisedForms = new Set(
  [...LEGAL_FORMS].map((form) => lookalike(form.charAt(0).toUpperCase() + form.slice(1)).toLowerCase()),
);

function isLegalForm(word: string): boolean {
  return lookingForms.has(word) || capitalForms.has(word) || capitalisedForms.has(word);
}
