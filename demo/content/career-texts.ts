import type { TemplateValues } from '../fill-template.js';

/** How people of one language write about themselves. Sentences may hold `{years}`, `{field}` and `{otherField}`, as an occupation's text has it. */
export interface CareerTexts {
  women: readonly string[];
  men: readonly string[];
  surnames: readonly string[];
  /** The first sentence, by what the working life is like. */
  openings: Readonly<Record<'experienced' | 'starter' | 'changer' | 'returner', readonly string[]>>;
  /** What matters to them at work. */
  values: readonly string[];
  /** What they are like besides. */
  besides: readonly string[];
  skillsNotes: readonly string[];
  languageNotes: readonly string[];
  /** Skills that no vocabulary has. */
  freeSkills: readonly string[];
  /** Places of study, with `{place}`. */
  schools: readonly string[];
  colleges: readonly string[];
  universities: readonly string[];
  /** What is studied, by slugs of the vocabulary `field_of_study`. */
  programmes: Readonly<Record<string, readonly string[]>>;
  /** A title as a woman or a man bears it. */
  titleOf(title: string, woman: boolean): string;
  /** What fits no single sentence: turns a duty of an advert into a line of a resume; undefined: it cannot be one. */
  dutyOf(duty: string, values: TemplateValues): string | undefined;
}
