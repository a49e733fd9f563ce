export type Language = 'en' | 'de' | 'fr';

export type VocabularyId =
  | 'remote_options'
  | 'employment_type'
  | 'industry'
  | 'occupation'
  | 'experience'
  | 'degree_level'
  | 'benefit'
  | 'organization_size'
  | 'field_of_study'
  | 'career_status'
  | 'language'
  | 'language_level'
  | 'skill'
  | 'salary_range';

export interface VocabularyTerm {
  tid: number;
  slug: string;
  label: Record<Language, string>;
  weight?: number;
}

type TermRow = readonly [slug: string, en: string, de: string, fr: string];

// Term ids are derived from the position in the table and are stored with every job, so new rows must be appended.
export function termTable(firstTid: number, rows: readonly TermRow[]): readonly VocabularyTerm[] {
  return rows.map(([slug, en, de, fr], index) => ({ tid: firstTid + index, slug, label: { en, de, fr } }));
}

// For lists with their own order (junior to senior, small to large) instead of the alphabetical one.
export function orderedTermTable(firstTid: number, rows: readonly TermRow[]): readonly VocabularyTerm[] {
  return termTable(firstTid, rows).map((term, weight) => ({ ...term, weight }));
}
