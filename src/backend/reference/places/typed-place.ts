import { plainLine } from '../text/clean-text.js';
import { countryCodeOf } from './countries.js';

/** A place as written in a feed or a form. */
export interface WrittenPlace {
  /** A whole place in one field: `US, CA, San Jose`, `Toronto, ON`. */
  text?: string;
  country?: string;
  area?: string;
  locality?: string;
  zip?: string;
  street?: string;
  /** The second line of the address. */
  street2?: string;
  lat?: number;
  lon?: number;
}

/** A written place, split into its parts. */
export interface TypedPlace {
  country?: string;
  area?: string;
  locality?: string;
  zip?: string;
  street?: string;
  /** The second line of the address, such as a floor or an entrance. */
  street2?: string;
  lat?: number;
  lon?: number;
  /** Whether the text says that the work can be done from anywhere. */
  isRemote: boolean;
}

const REMOTE = /^(?:remote|anywhere|work from home|home ?office|télétravail|à distance|worldwide|virtual)\b/i;
const CANADIAN_ZIP = /\b([ABCEGHJ-NPRSTVXY]\d[A-Z])\s?(\d[A-Z]\d)?$/i;
const US_ZIP = /\b(\d{5})(?:-\d{4})?$/;
const CANADIAN_AREAS = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));
const US_AREAS = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC ' +
    'SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
);

export function readPlace(place: WrittenPlace): TypedPlace {
  const whole = plainLine(place.text);
  const fromText = whole === '' ? { isRemote: false } : readWhole(whole);
  const locality = plainLine(place.locality) || undefined;
  const isRemote = fromText.isRemote || REMOTE.test(locality ?? '');
  const area = plainLine(place.area) || fromText.area;
  return {
    country: countryCodeOf(place.country) ?? fromText.country ?? countryOfArea(area),
    area,
    locality: REMOTE.test(locality ?? '') ? undefined : (locality ?? fromText.locality),
    zip: plainLine(place.zip) || fromText.zip,
    street: plainLine(place.street) || undefined,
    street2: plainLine(place.street2) || undefined,
    ...(isPosition(place) ? { lat: place.lat, lon: place.lon } : {}),
    isRemote,
  };
}

/** Parses a whole place: `US, CA, San Jose`, `US, , `, `Toronto, ON M5G 1L7`, `Berlin`, `Remote`. */
function readWhole(text: string): TypedPlace {
  if (REMOTE.test(text)) {
    const rest = text.replace(REMOTE, '').replace(/^[\s,:()–-]+|[()\s]+$/g, '');
    return { ...(rest === '' ? {} : readWhole(rest)), isRemote: true };
  }
  const parts = text.split(',').map((part) => part.trim());
  const first = parts[0] ?? '';
  // Country first, as applicant tracking systems write it. `CA` alone is Canada here, and California never comes first.
  if (/^[A-Z]{2}$/.test(first) && countryCodeOf(first) && (parts.length >= 3 || parts.length === 1)) {
    const area = areaOf(parts[1]);
    const city = parts
      .slice(2)
      .filter((part) => part !== '' && part !== area)
      .slice(0, 1)[0];
    if (city !== undefined && /^\d{4,6}$/.test(city))
      return { country: countryCodeOf(first), area, zip: city, isRemote: false };
    return { country: countryCodeOf(first), area, locality: named(city), isRemote: false };
  }
  return readCityFirst(parts.filter((part) => part !== ''));
}

function readCityFirst(given: readonly string[]): TypedPlace {
  const parts = [...given];
  const last = parts.at(-1) ?? '';
  const zip = CANADIAN_ZIP.exec(last) ?? (parts.length > 1 ? US_ZIP.exec(last) : null);
  if (zip) {
    parts[parts.length - 1] = last.slice(0, zip.index).trim();
    if (parts.at(-1) === '') parts.pop();
  }
  const code = zip ? [zip[1]!.toUpperCase(), zip[2]?.toUpperCase()].filter(Boolean).join(' ') : undefined;
  const tail = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  const isArea = CANADIAN_AREAS.has(tail.toUpperCase()) || US_AREAS.has(tail.toUpperCase());
  const country = isArea
    ? countryOfArea(tail)
    : (countryCodeOf(tail) ?? (parts.length === 1 ? countryCodeOf(longName(parts[0])) : undefined));
  if (parts.length === 1)
    return { country, locality: country ? undefined : named(parts[0]), zip: code, isRemote: false };
  const rest = isArea || !country ? parts : parts.slice(0, -1);
  const area = rest.length > 1 ? areaOf(rest.at(-1)) : undefined;
  return { country: country ?? countryOfArea(area), area, locality: named(rest[0]), zip: code, isRemote: false };
}

/** Returns the text if it may be the name of a country; shorter texts are ambiguous. */
function longName(text: string | undefined): string | undefined {
  return text !== undefined && text.length > 3 ? text : undefined;
}

/** Returns the name or code of an area. Numbers are ignored, because they are codes of an unknown table. */
function areaOf(text: string | undefined): string | undefined {
  const typed = (text ?? '').trim();
  if (!/\p{L}/u.test(typed)) return undefined;
  return /^[a-z]{2,3}$/i.test(typed) ? typed.toUpperCase() : typed;
}

function named(text: string | undefined): string | undefined {
  return text !== undefined && /\p{L}/u.test(text) ? text : undefined;
}

function countryOfArea(area: string | undefined): string | undefined {
  const code = (area ?? '').toUpperCase();
  if (CANADIAN_AREAS.has(code)) return 'CA';
  return US_AREAS.has(code) ? 'US' : undefined;
}

function isPosition({ lat, lon }: WrittenPlace): boolean {
  if (lat === undefined || lon === undefined || Math.abs(lat) > 90 || Math.abs(lon) > 180) return false;
  // Empty fields are often converted to the origin, which is in the sea.
  return lat !== 0 || lon !== 0;
}
