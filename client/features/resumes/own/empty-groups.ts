import type { ResumeDetailsFragment } from '../../../../src/contract/generated/operations.js';

/** What recruiters look for in a resume and do not find, in the order in which it matters to them. */
export function emptyGroups(resume: ResumeDetailsFragment): string[] {
  const { personalInfo, jobPreferences: wishes, education, workExperience, languages, skills } = resume;
  const empty: Record<string, boolean> = {
    title: !wishes.title,
    occupation: wishes.desiredOccupation.length === 0,
    place: !wishes.desiredLocation,
    work: workExperience.length === 0,
    education: education.length === 0,
    skills: skills.skills.length + skills.skillsFree.length === 0,
    languages: languages.languages.length + languages.languagesFree.length === 0,
    about: !personalInfo.about,
    status: !wishes.careerStatus,
    type: wishes.employmentType.length === 0,
    start: !wishes.availableStart,
    salary: !wishes.desiredSalary,
  };
  return Object.keys(empty).filter((group) => empty[group]);
}
