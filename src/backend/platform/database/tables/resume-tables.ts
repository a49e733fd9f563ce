import type { Generated, JSONColumnType, ColumnType } from 'kysely';
import type { SalaryUnit } from '#contract/generated/resolvers.js';
import type { AddressColumns, SavedAddress } from '../address.js';

/** The address is the desired place of work. Periods are in months (`2024-09`), days are ISO dates. */
export interface ResumeTable extends AddressColumns {
  id: Generated<number>;
  key: Generated<string>;
  site: string;
  account_id: string;
  language: string;
  visible: Generated<boolean>;
  salutation: string | null;
  about: string | null;
  title: string | null;
  desired_occupation_tids: number[];
  employment_type_tids: number[];
  desired_salary: JSONColumnType<StoredSalary> | null;
  career_status_tid: number | null;
  available_start: string | null;
  availability_periods: JSONColumnType<StoredPeriod[]>;
  education: JSONColumnType<StoredEducation[]>;
  work_experience: JSONColumnType<StoredWork[]>;
  languages: JSONColumnType<StoredLanguage[]>;
  languages_free: string[];
  languages_notes: string | null;
  skill_tids: number[];
  skills_free: string[];
  skills_notes: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ResumePrivateTable {
  resume_id: number;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  birthday: string | null;
  home_location: JSONColumnType<SavedAddress> | null;
}

export interface ResumePictureTable {
  resume_id: number;
  id: Generated<string>;
  name: Generated<string>;
  content_type: string;
  bytes: Buffer;
}

/** Values typed into the form that are not part of the resume, by field. */
export interface ResumeFormTable {
  account_id: string;
  site: string;
  version: number;
  fields: JSONColumnType<Record<string, string[]>>;
  changed_at: Date;
}

export interface ResumeFormPictureTable {
  id: string;
  account_id: string;
  site: string;
  name: string;
  content_type: string;
  bytes: Buffer;
}

/** A missing `until` means that the period is ongoing. */
export interface StoredPeriod {
  from: string;
  until?: string;
}

export interface StoredSalary {
  min?: number;
  max?: number;
  currency: string;
  unit: SalaryUnit;
}

/** `id` is unique within the resume. */
export interface StoredEducation {
  id: string;
  institution: string;
  degreeTid?: number;
  fieldTid?: number;
  studyProgram?: string;
  location?: SavedAddress;
  period?: StoredPeriod;
  summary?: string;
}

export interface StoredWork {
  id: string;
  jobTitle: string;
  occupationTid?: number;
  employmentTypeTid?: number;
  company?: string;
  location?: SavedAddress;
  period?: StoredPeriod;
  summary?: string;
}

export interface StoredLanguage {
  tid: number;
  levelTid?: number;
}

export type ContactState = 'pending' | 'approved' | 'refused' | 'lapsed' | 'revoked';
export type ContactSide = 'applicant' | 'recruiter';

export interface ResumeContactTable {
  id: Generated<number>;
  /** Public id in the contract. */
  key: Generated<string>;
  site: string;
  resume_id: number;
  organization_id: number;
  requested_by: string | null;
  request_key: string | null;
  message: string;
  state: Generated<ContactState>;
  hold_id: ColumnType<number | string | null, string | null | undefined, string | null>;
  subscription_id: number | null;
  created_at: ColumnType<Date, never, never>;
  lapses_at: Date;
  decided_at: Date | null;
  ended_at: Date | null;
  ended_by: ContactSide | null;
}

export interface ResumeContactViewTable {
  contact_id: number;
  account_id: string;
  viewed_at: Date;
}

export interface ResumeContactMessageTable {
  id: Generated<number>;
  contact_id: number;
  account_id: string | null;
  from_applicant: boolean;
  body: string;
  sent_at: Date;
}

export interface ResumeContactBlockTable {
  account_id: string;
  organization_id: number;
  blocked_at: Date;
}
