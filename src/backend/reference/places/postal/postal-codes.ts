import {
  AMERICA,
  AUSTRIA,
  BELGIUM,
  BRITAIN,
  CANADA,
  FRANCE,
  GERMANY,
  LUXEMBOURG,
  SWITZERLAND,
} from './postal-tables.js';

/** A postal code with the city near it, which is determined by the prefix of the code. */
export interface PostalPlace {
  country: string;
  city: string;
  /** The code in its usual spelling. */
  code: string;
}

const BEGINNINGS = {
  CA: table(CANADA),
  GB: table(BRITAIN),
  DE: table(GERMANY),
  FR: table(FRANCE),
  US: table(AMERICA),
  AT: table(AUSTRIA),
  CH: table(SWITZERLAND),
  BE: table(BELGIUM),
  LU: table(LUXEMBOURG),
} as const;
type PostalCountry = keyof typeof BEGINNINGS;

/** Number of digits of numeric codes, by country. */
const DIGITS: Partial<Record<PostalCountry, number>> = { DE: 5, FR: 5, US: 5, AT: 4, CH: 4, BE: 4, LU: 4 };
/** Country prefixes as in `D-10115`. */
const CAR_CODES: Record<string, PostalCountry> = { D: 'DE', F: 'FR', A: 'AT', CH: 'CH', B: 'BE', L: 'LU' };

/**
 * Reads a postal code. A number may be a postal code in several countries.
 *
 * @param countries countries whose numeric codes are considered, most likely first
 * @returns an empty list if the text is not a known postal code
 */
export function readPostalCodes(text: string, countries: readonly string[]): PostalPlace[] {
  const typed = text.toUpperCase().replace(/[\s-]+/g, '');
  if (/^[ABCEGHJ-NPRSTVXY]\d[A-Z](?:\d[A-Z]\d)?$/.test(typed) && (typed.length === 6 || !countries.includes('GB'))) {
    const code = typed.length === 6 ? `${typed.slice(0, 3)} ${typed.slice(3)}` : typed;
    return found('CA', typed, code);
  }
  const british = /^([A-Z]{1,2})(\d[A-Z\d]?)(\d[A-Z]{2})?$/.exec(typed);
  const inBritain = british
    ? found('GB', british[1]!, british[3] ? `${british[1]}${british[2]} ${british[3]}` : typed, true)
    : [];
  if (inBritain.length > 0) return inBritain;
  const [, car = '', digits = '', more = ''] = /^([A-Z]{0,2})(\d{4,5})(\d{4})?$/.exec(typed) ?? [];
  if (car !== '') return CAR_CODES[car] ? numbered(CAR_CODES[car], digits, more) : [];
  return countries.filter(isPostalCountry).flatMap((country) => numbered(country, digits, more));
}

/** Returns every town of the tables of postal codes. */
export function postalTowns(): { country: string; city: string }[] {
  return Object.entries(BEGINNINGS).flatMap(([country, cities]) =>
    [...new Set(cities.values())].map((city) => ({ country, city })),
  );
}

function isPostalCountry(country: string): country is PostalCountry {
  return country in BEGINNINGS;
}

/** @param more last four digits of a nine-digit US code */
function numbered(country: PostalCountry, digits: string, more: string): PostalPlace[] {
  if (digits.length !== DIGITS[country] || (more !== '' && country !== 'US')) return [];
  return found(country, digits, more ? `${digits}-${more}` : digits);
}

function found(country: PostalCountry, typed: string, code: string, whole = false): PostalPlace[] {
  const beginnings = BEGINNINGS[country];
  for (let length = typed.length; length > (whole ? typed.length - 1 : 0); length--) {
    const city = beginnings.get(typed.slice(0, length));
    if (city !== undefined) return [{ country, city, code }];
  }
  return [];
}

function table(text: string): ReadonlyMap<string, string> {
  const entries = text.replace(/\s+/g, ' ').matchAll(/([A-Z\d]+)(?:-(\d+))?=(.*?)(?= [A-Z\d]+(?:-\d+)?=|$)/g);
  return new Map([...entries].flatMap(([, first, last, city]) => keysOf(first!, last).map((key) => [key, city!])));
}

function keysOf(first: string, last: string | undefined): string[] {
  if (last === undefined) return [first];
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_none, index) => String(Number(first) + index).padStart(first.length, '0'));
}
