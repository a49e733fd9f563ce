import type { StoredEducation, StoredWork } from '../../platform/database/tables/resume-tables.js';

/** The texts of a resume that are searched and shown in snippets, without private data. */
export interface ResumeTexts {
  about: string | null;
  education: readonly StoredEducation[];
  work_experience: readonly StoredWork[];
  languages_free: readonly string[];
  languages_notes: string | null;
  skills_free: readonly string[];
  skills_notes: string | null;
}

/** Returns the continuous text of a resume, beginning with the person's self-description. */
export function proseOf({
  about,
  work_experience: work,
  skills_notes: notes,
}: Pick<ResumeTexts, 'about' | 'work_experience' | 'skills_notes'>): string {
  const lines = work.map(({ summary }) => summary?.replace(/\s*\n\s*/g, ' · '));
  const said = [about, ...lines, notes].filter((text) => text);
  return said.join(' ').replace(/\s+/g, ' ').trim();
}

/** Returns other searched texts: employers, schools, and values that are not in the vocabularies. */
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
