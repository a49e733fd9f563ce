import type { StoredEducation, StoredLanguage, StoredWork } from '../../platform/database/tables/resume-tables.js';

interface RatedResume {
  title: string | null;
  country_code: string | null;
  desired_occupation_tids: readonly number[];
  skill_tids: readonly number[];
  skills_free: readonly string[];
  languages: readonly StoredLanguage[];
  languages_free: readonly string[];
  education: readonly StoredEducation[];
  work_experience: readonly StoredWork[];
}

/**
 * Whether a resume is a TopCV, which contains everything that recruiters look for first. The rule is the same on all sites, and does not
 * depend on private data. Migration 0033 applies the same rule to existing resumes.
 */
export function isTopResume(resume: RatedResume): boolean {
  return (
    resume.title !== null &&
    resume.country_code !== null &&
    resume.desired_occupation_tids.length > 0 &&
    resume.skill_tids.length + resume.skills_free.length > 0 &&
    resume.languages.length + resume.languages_free.length > 0 &&
    resume.education.length > 0 &&
    resume.work_experience.length > 0
  );
}
