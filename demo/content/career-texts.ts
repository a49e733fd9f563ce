import type { TemplateValues } from '../fill-template.js';

/** Sentences that describe a career, in one language. Placeholders: `{years}`; `{field}` and `{otherField}` as in an occupation's text. */
export interface CareerTexts {
  women: readonly string[];
  men: readonly string[];
  surnames: readonly string[];
  /** First sentences, by kind of working life. */
  openings: Readonly<Record<'experienced' | 'starter' | 'changer' | 'returner', readonly string[]>>;
  /** Sentences about what matters to people at work. */
  values: readonly string[];
  /** Sentences about other personal qualities. */
  besides: readonly string[];
  skillsNotes: readonly string[];
  languageNotes: readonly string[];
  /** Skills that are not in the vocabulary. */
  freeSkills: readonly string[];
  /** Names of schools, with the placeholder `{place}`. */
  schools: readonly string[];
  colleges: readonly string[];
  universities: readonly string[];
  /** Names of degree programmes, by slugs of the vocabulary `field_of_study`. */
  programmes: Readonly<Record<string, readonly string[]>>;
  /** Returns the form of a job title for a woman or a man. */
  titleOf(title: string, woman: boolean): string;
  /** Turns a duty of an advert into a line of a resume; returns undefined if the duty cannot be rephrased. */
  dutyOf(duty: string, values: TemplateValues): string | undefined;
}
