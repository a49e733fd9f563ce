import type { Language } from '../src/backend/reference/taxonomy/vocabularies.js';

export type { DemoProfile } from '#contract/backend/backend.js';

export interface DemoAddress {
  addressLine1: string;
  locality: string;
  administrativeArea: string;
  zip: string;
  countryCode: string;
  lat: number;
  lon: number;
}

export interface DemoOrganization {
  key: string;
  name: string;
  alternativeName?: string;
  language: Language;
  /** Slug of the vocabulary `industry`. */
  industry: string;
  /** Slug of the vocabulary `organization_size`. */
  size: string;
  /** Slugs of the vocabulary `benefit`. */
  benefits: string[];
  /** HTML, two to four paragraphs. */
  presentation: string;
  /** One sentence. */
  mission: string;
  website: string;
  address: DemoAddress;
  foundedYear: number;
  featured: boolean;
  training: boolean;
  /** Hue of the logo, 0 to 359. */
  hue: number;
  /** Shape of the logo, 0 to 11. */
  mark: number;
  hasLogo: boolean;
}

export type PayUnit = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';

export interface DemoSalary {
  min: number;
  max: number;
  currency: string;
  unit: PayUnit;
}

export type ApplicationWorkflow = 'form' | 'email' | 'link';

export interface DemoJob {
  key: string;
  /** Key of the organization. */
  organization: string;
  title: string;
  language: Language;
  /** HTML: p, h3, ul, li and strong only. */
  description: string;
  employmentTypes: string[];
  industries: string[];
  occupations: string[];
  experience: string;
  remote: string;
  degreeLevel?: string;
  skills: string[];
  /** Absent only where the work is fully remote. */
  address?: DemoAddress;
  /** Fully remote work: ISO codes of the countries the applicant may live in. */
  eligibleCountries?: string[];
  salary?: DemoSalary;
  benefits: string[];
  publishedAt: Date;
  expiresAt?: Date;
  /** Time zone of the job's place. */
  timeZone: string;
  applicationWorkflow: ApplicationWorkflow;
  applicationEmails?: string[];
  applicationLink?: string;
  featured: boolean;
  top: boolean;
  videoUrl?: string;
}

export interface DemoData {
  organizations: DemoOrganization[];
  jobs: DemoJob[];
}
