import type { WrittenPlace } from '../../../reference/places/typed-place.js';

/** An advertisement as a feed words it, whatever the feed's format: nothing is cleaned or understood yet. */
export interface Advert {
  /** The feed's own name of the advertisement. */
  key?: string;
  title?: string;
  organization?: string;
  organizationProfile?: string;
  organizationWebsite?: string;
  /** Plain text or HTML. */
  description?: string;
  responsibilities?: string;
  requirements?: string;
  benefits?: string;
  place: WrittenPlace;
  /** `1`, `TELECOMMUTE`, `Hybrid`… */
  remote?: string;
  eligibleCountries: string[];
  employmentTypes: string[];
  experience?: string;
  experienceMonths?: number;
  education?: string;
  industries: string[];
  occupations: string[];
  department?: string;
  skills: string[];
  salary: AdvertSalary;
  published?: string;
  closes?: string;
  url?: string;
  email?: string;
  language?: string;
}

export interface AdvertSalary {
  /** `35000-73000`, `$20 per hour` */
  text?: string;
  min?: number;
  max?: number;
  currency?: string;
  unit?: string;
}

/** One row of a file. Rows count from 1, without a heading line. */
export type AdvertRead = { row: number; advert: Advert } | { row: number; problem: string };

/** Reads text that comes in pieces; gives the rows that each piece completes. Throws `FileRefusal`. */
export type AdvertReader = (pieces: AsyncIterable<string>) => AsyncGenerator<AdvertRead[], void, undefined>;

/** Memory is bounded by this: no single advertisement has more characters. */
export const MAX_ADVERT_LENGTH = 8_000_000;

export function emptyAdvert(): Advert {
  return {
    place: {},
    eligibleCountries: [],
    employmentTypes: [],
    industries: [],
    occupations: [],
    skills: [],
    salary: {},
  };
}
