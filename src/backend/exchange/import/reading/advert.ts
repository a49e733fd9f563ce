import type { WrittenPlace } from '../../../reference/places/typed-place.js';

/** An advertisement in the words of the feed, whatever its format: nothing has been cleaned or interpreted yet. */
export interface Advert {
  /** The feed's own key for the advertisement. */
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
  /** Such as `1`, `TELECOMMUTE` or `Hybrid`. */
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
  /** Such as `35000-73000` or `$20 per hour`. */
  text?: string;
  /** A number, or a text such as `£35,000` or `35k`. */
  min?: number | string;
  max?: number | string;
  currency?: string;
  unit?: string;
}

/** One row of a file. Rows are numbered from 1, without the heading line. */
export type AdvertRead = { row: number; advert: Advert } | { row: number; problem: string };

/** Reads text in chunks, and yields the rows completed by each chunk. Throws `FileRefusal`. */
export type AdvertReader = (pieces: AsyncIterable<string>) => AsyncGenerator<AdvertRead[], void, undefined>;

/** Maximum number of characters of an advertisement, which limits the use of memory. */
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
