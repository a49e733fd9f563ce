import { folded } from './folded.js';
import { BROKEN, joined } from './entries.js';
import { item, type Line, type ProposedItem, value } from './proposed.js';
import { isBullet, listItems, withoutBullet } from './segments.js';

const MAX_COUNT = 60;
const MAX_LENGTH = 60;
const MAX_WORDS = 6;
/** So many lines of one list are put together. */
const MAX_BROKEN = 30;

/** What somebody can do, one by one; whole sentences are none. */
export function readSkills(lines: readonly Line[]): ProposedItem[] {
  const seen = new Set<string>();
  return wholeLines(lines)
    .flatMap(({ text: whole, lines: read }) => {
      // Office: Word, Excel
      const text = withoutBullet(whole).replace(/^[^:,;]{2,40}:\s+/, '');
      return listItems(text).flatMap((each) => {
        const skill = each
          .replace(/^(?:and|und|et)\s/i, '')
          .replace(/\.$/, '')
          .trim();
        const key = folded(skill);
        const isSkill = skill.length >= 2 && skill.length <= MAX_LENGTH && skill.split(/\s+/).length <= MAX_WORDS;
        if (!isSkill || !/\p{L}/u.test(skill) || seen.has(key)) return [];
        seen.add(key);
        return item('skills', value('skill', skill, ...read));
      });
    })
    .slice(0, MAX_COUNT);
}

interface WholeLine {
  text: string;
  lines: Line[];
}

/** Lists that the width of the page has broken are put together again, so that none of their skills is in two pieces. */
function wholeLines(lines: readonly Line[]): WholeLine[] {
  const longest = Math.max(0, ...lines.map(({ text }) => text.length));
  const whole: WholeLine[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    if (last && last.lines.length < MAX_BROKEN && goesOn(last.lines.at(-1)!.text, line.text, longest)) {
      last.text = joined(last.text, line.text);
      last.lines.push(line);
    } else whole.push({ text: line.text, lines: [line] });
  }
  return whole;
}

function goesOn(last: string, next: string, longest: number): boolean {
  if (isBullet(next) || /[.:]$/.test(last)) return false;
  const [label] = /^[^:,;]{2,40}:\s/.exec(next) ?? [];
  if (label !== undefined) return false;
  const isList = /[,;|•·]/u.test(last) || isBullet(last);
  if (/^[\p{Ll}&(]/u.test(next)) return isList || last.length > BROKEN;
  // The next word would not have fitted.
  const word = next.split(/\s/, 1)[0]!;
  return isList && last.length > BROKEN && last.length + 1 + word.length > longest;
}
