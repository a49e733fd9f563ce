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
  | 'skill';

export interface VocabularyTerm {
  tid: number;
  slug: string;
  label: Record<Language, string>;
  weight?: number;
}
