/**
 * The facets of resumes, in the order of the page (specification point 9; all OR). `vocabulary` null: places, which are not terms. The last
 * one is the additional filter for recruiters.
 */
export const RESUME_FACETS = [
  { name: 'career_status', field: 'field_resume_career_status', vocabulary: 'career_status' },
  { name: 'language', field: 'field_resume_languages', vocabulary: 'language' },
  { name: 'skill', field: 'field_resume_skills', vocabulary: 'skill' },
  { name: 'occupation', field: 'field_resume_job_pref_occupation', vocabulary: 'occupation' },
  { name: 'region', field: 'field_resume_pref_location', vocabulary: null },
  { name: 'field_of_study', field: 'field_of_study', vocabulary: 'field_of_study' },
  { name: 'employment_type', field: 'field_resume_employment_type', vocabulary: 'employment_type' },
] as const;

export type ResumeFacetName = (typeof RESUME_FACETS)[number]['name'];

/** The only field that supports LIKE. */
export const RESUME_TITLE_FIELD = 'title';
export const SORT_CHANGED = { code: 'changed_desc', field: 'changed', value: 'desc' } as const;
/** Default radius in kilometres (specification point 9). */
export const RESUME_RADIUS = 100;
