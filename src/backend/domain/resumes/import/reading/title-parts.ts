import { folded } from './fold-text.js';
import { countryOf } from './place.js';
import type { Line } from './proposals.js';
import { segmentsOf, withoutBullet } from './segments.js';

/** Words between a job title and an employer. */
const AT = /^(.{2,}?)\s(?:at|bei|beim|bei der|chez|@)\s(?=\p{Lu})(.{2,})$/u;
const TOWN = /^\p{Lu}[\p{L}\p{M}'’. -]{1,40}$/u;
const LEGAL_FORM = /^(?:inc|ltd|llc|llp|plc|corp|gmbh|ggmbh|ag|e\.? ?v|sa|sarl)\.?$/;
const MAX_PARTS = 3;

/**
 * Splits the title lines of an entry.
 *
 * @returns the names in their order, and the place at the end
 */
export function titleParts(titles: readonly Line[]): { parts: Line[]; location: Line | undefined } {
  const lines = titles.slice(0, MAX_PARTS).map((line) => piecesOf(line));
  const parts = lines.flat();
  const location = locationOf(lines);
  return { parts: parts.filter((part) => part !== location), location };
}

function piecesOf(line: Line): Line[] {
  return segmentsOf(withoutBullet(line.text)).flatMap((segment) => {
    const at = AT.exec(segment);
    const texts = at ? [at[1]!, ...commas(at[2]!)] : commas(segment);
    return texts.map((text) => ({ number: line.number, text }));
  });
}

/** A legal form belongs to the name before its comma, and a country to its town. A semicolon separates like a comma. */
function commas(text: string): string[] {
  const joined: string[] = [];
  for (const part of text.split(/[,;]\s+/).map((each) => each.trim().replace(/[,;]$/, ''))) {
    if (part === '') continue;
    const isTail = LEGAL_FORM.test(folded(part)) || countryOf(part) !== undefined || /^[A-Z]{2}$/.test(part);
    if (isTail && joined.length > 0) joined.push(`${joined.pop() ?? ''}, ${part}`);
    else joined.push(part);
  }
  return joined;
}

/** The last of three parts is a place; with two lines, so is the text after the second line's name. */
function locationOf(lines: readonly (readonly Line[])[]): Line | undefined {
  const all = lines.flat();
  const last = all.at(-1);
  if (!last || all.length < 2) return undefined;
  const [town = '', tail] = last.text.split(', ');
  const isNamed = tail !== undefined && (countryOf(tail) !== undefined || /^[A-Z]{2}$/.test(tail));
  if (!TOWN.test(town.trim())) return undefined;
  return isNamed || all.length >= 3 ? last : undefined;
}
