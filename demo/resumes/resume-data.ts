import type { Language } from '../../src/backend/reference/taxonomy/vocabularies.js';
import type { DemoAddress, DemoSalary } from '../demo-data.js';

/** Terms are referred to by their slugs; months have the form `2024-09`. */
export interface DemoPeriod {
  from: string;
  until?: string;
}

export type DemoTown = Omit<DemoAddress, 'addressLine1' | 'zip'>;

export interface DemoWork {
  jobTitle: string;
  occupation: string;
  employmentType: string;
  company: string;
  location: DemoTown;
  period: DemoPeriod;
  summary?: string;
}

export interface DemoEducation {
  institution: string;
  degree: string;
  /** Omitted for school education. */
  field?: string;
  studyProgram?: string;
  location: DemoTown;
  period: DemoPeriod;
}

export interface DemoResume {
  key: string;
  language: Language;
  visible: boolean;
  salutation?: string;
  firstName: string;
  lastName: string;
  phone?: string;
  birthday?: string;
  homeLocation: DemoAddress;
  about?: string;
  title: string;
  desiredOccupations: string[];
  employmentTypes: string[];
  desiredLocation: DemoTown;
  desiredSalary?: DemoSalary;
  careerStatus?: string;
  availableStart?: string;
  availabilityPeriods: DemoPeriod[];
  work: DemoWork[];
  education: DemoEducation[];
  languages: { slug: string; level?: string }[];
  languagesFree: string[];
  languagesNotes?: string;
  skills: string[];
  skillsFree: string[];
  skillsNotes?: string;
  changed: Date;
}
