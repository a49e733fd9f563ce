import type { StoredEducation, StoredWork } from '../../platform/database/tables/resume-tables.js';

/** What of a resume is read by the search and shown in snippets: nothing private. */
export interface ResumeTexts {
  about: string | null;
  education: readonly StoredEducation[];
  work_experience: readonly StoredWork[];
  languages_free: readonly string[];
  languages_notes: string | null;
  skills_free: readonly string[];
  skills_notes: string | null;
}

/** The prose of a resume, the person's own words first. */
export function proseOf({
  about,
  work_experience: work,
  skills_notes: notes,
}: Pick<ResumeTexts, 'about' | 'work_experience' | 'skills_notes'>): string {
  const lines = work.map(({ summary }) => summary?.replace(/\s*\n\s*/g, ' · '));
  const said = [about, ...lines, notes].filter((text) => text);
  return said.join(' ').replace(/\s+/g, ' ').trim();
}

/** By what else a resume is found: places of work and study, and what the vocabularies do not have. */
export function namesOf(texts: ResumeTexts): string[] {
  return [
    ...texts.work_experience.flatMap(({ jobTitle, company }) => [jobTitle, company ?? '']),
    ...texts.education.flatMap(({ institution, studyProgram, summary }) => [
      institution,
      studyProgram ?? '',
      summary ?? '',
    ]),
    ...texts.skills_free,
    ...texts.languages_free,
    texts.languages_notes ?? '',
  ];
}
