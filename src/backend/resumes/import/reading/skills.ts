import { folded } from './folded.js';
import { item, type Line, type ProposedItem, value } from './proposed.js';
import { listItems, withoutBullet } from './segments.js';

const MOST = 60;
const LONGEST = 60;
const MOST_WORDS = 6;

/** What somebody can do, one by one; whole sentences are none. */
export function readSkills(lines: readonly Line[]): ProposedItem[] {
  const seen = new Set<string>();
  return lines
    .flatMap((line) => {
      // Office: Word, Excel
      const text = withoutBullet(line.text).replace(/^[^:,;]{2,40}:\s+/, '');
      return listItems(text).flatMap((each) => {
        const skill = each
          .replace(/^(?:and|und|et)\s/i, '')
          .replace(/\.$/, '')
          .trim();
        const key = folded(skill);
        const isSkill = skill.length >= 2 && skill.length <= LONGEST && skill.split(/\s+/).length <= MOST_WORDS;
        if (!isSkill || !/\p{L}/u.test(skill) || seen.has(key)) return [];
        seen.add(key);
        return item('skills', value('skill', skill, line));
      });
    })
    .slice(0, MOST);
}
