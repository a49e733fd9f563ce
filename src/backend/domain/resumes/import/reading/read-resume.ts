import { readEducation } from './education.js';
import { textOf } from './entries.js';
import type { KnownTerms } from './known-terms.js';
import { readLanguages } from './languages.js';
import { readPersonal } from './personal.js';
import { item, type Line, type ProposedItem } from './proposed.js';
import { type SectionKind, sectionsOf, type TextLanguage } from './sections.js';
import { readSkills } from './skills.js';
import { readWork } from './work.js';

export interface ResumeReading {
  /** In the order of a resume. */
  items: readonly ProposedItem[];
  /** That its headings are in; undefined: it has none. */
  language: TextLanguage | undefined;
}

/**
 * Reads a resume out of lines of text, in English, German or French (APP-03). It proposes what it recognises and leaves out the rest; any
 * text will do, in time that grows with its length.
 */
export function readResume(text: readonly string[], terms: KnownTerms): ResumeReading {
  const lines = text.flatMap((each, number): Line[] => {
    const plain = each
      .normalize('NFC')
      .replace(/[^\S\t]+/gu, ' ')
      .replace(/ ?\t\s*/g, '\t')
      .trim();
    return plain === '' ? [] : [{ number, text: plain }];
  });
  const { sections, language } = sectionsOf(lines);
  const of = (...kinds: SectionKind[]): Line[] =>
    sections.filter(({ kind }) => kinds.includes(kind)).flatMap((section) => section.lines);
  return {
    items: [
      ...readPersonal(of('head'), of('personal')),
      ...item('about', textOf('about', of('about'))),
      ...readWork(of('work')),
      ...readWork(of('volunteer'), true),
      ...readEducation(of('education'), terms),
      ...readLanguages(of('languages'), terms),
      ...readSkills(of('skills')),
    ],
    language,
  };
}
