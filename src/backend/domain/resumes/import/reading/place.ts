import { folded } from './sections.js';
import { type Line, type ProposedValue, value } from './proposals.js';

const COUNTRIES: Readonly<Record<string, string>> = {
  germany: 'DE',
  deutschland: 'DE',
  allemagne: 'DE',
  austria: 'AT',
  osterreich: 'AT',
  autriche: 'AT',
  switzerland: 'CH',
  schweiz: 'CH',
  suisse: 'CH',
  france: 'FR',
  frankreich: 'FR',
  belgium: 'BE',
  belgien: 'BE',
  belgique: 'BE',
  canada: 'CA',
  kanada: 'CA',
  'united kingdom': 'GB',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  ireland: 'IE',
  usa: 'US',
  'united states': 'US',
  luxembourg: 'LU',
  luxemburg: 'LU',
  netherlands: 'NL',
  niederlande: 'NL',
  'pays-bas': 'NL',
  'royaume-uni': 'GB',
};
const TOWN =
  "\\p{Lu}[\\p{L}\\p{M}'’.-]+(?: (?:\\p{Lu}[\\p{L}\\p{M}'’.-]*|am|an|der|im|ob|sur|en|la|le|les|de|upon|on|the|in|bei|\\([^)]+\\)))*";
const POSTCODE_GB = '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}';
const POSTCODE_CA = '[ABCEGHJ-NPRSTVXY]\\d[A-Z] ?\\d[A-Z]\\d';
const FORMS: readonly {
  pattern: RegExp;
  country?: string;
  parts: readonly ('zip' | 'locality' | 'administrativeArea')[];
}[] = [
  {
    pattern: new RegExp(`(${TOWN}),? (?:\\(?([A-Z]{2})\\)?,? )(${POSTCODE_CA})\\b`, 'u'),
    country: 'CA',
    parts: ['locality', 'administrativeArea', 'zip'],
  },
  { pattern: new RegExp(`(${TOWN}),? (${POSTCODE_GB})\\b`, 'u'), country: 'GB', parts: ['locality', 'zip'] },
  {
    pattern: new RegExp(`(${TOWN}),? ([A-Z]{2}),? (\\d{5})\\b`, 'u'),
    country: 'US',
    parts: ['locality', 'administrativeArea', 'zip'],
  },
  { pattern: new RegExp(`(?<![\\p{L}\\d])(?:[A-Z]{1,2}-)?(\\d{4,5}) (${TOWN})`, 'u'), parts: ['zip', 'locality'] },
  { pattern: new RegExp(`^(${TOWN}), ([A-Z]{2})(?=,|$)`, 'u'), parts: ['locality', 'administrativeArea'] },
];
const STREET = /^(?:\d{1,5}[a-z]?,? (?:[\p{L}'’.-]+ ){0,4}[\p{L}'’.-]+|[\p{L}'’. -]{3,40} \d{1,4} ?[a-z]?)$/u;
const PROVINCES = /^(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT)$/;

/** Reads a home address, if it is written in a common format. */
export function readPlace(parts: readonly Line[]): ProposedValue[] {
  for (const [index, part] of parts.entries()) {
    const found = townIn(part) ?? countryIn(part);
    if (!found) continue;
    const next = parts[index + 1];
    const country = found.country ?? countryOf(found.rest) ?? (next && countryOf(next.text));
    const street =
      streetIn({ number: part.number, text: found.before }) ?? (parts[index - 1] && streetIn(parts[index - 1]!));
    const isNext = country !== undefined && found.country === undefined && countryOf(found.rest) === undefined;
    return [
      ...(street ? value('addressLine1', street.text, street) : []),
      ...found.values,
      ...(country ? value('countryCode', country, isNext && next ? next : part) : []),
    ];
  }
  return [];
}

/** @param text text of one place, as it follows an employer @returns the ISO code of a country that is written out */
export function countryOf(text: string): string | undefined {
  const name = folded(text).replace(/^[\s,;()]+|[\s,;().]+$/g, '');
  return Object.hasOwn(COUNTRIES, name) ? COUNTRIES[name] : undefined;
}

function townIn(part: Line) {
  for (const { pattern, country, parts } of FORMS) {
    const match = pattern.exec(part.text);
    if (!match) continue;
    const values = parts.flatMap((name, index) => value(name, match[index + 1] ?? '', part));
    const area = values.find(({ name }) => name === 'administrativeArea')?.value;
    const before = part.text.slice(0, match.index).replace(/[,\s]+$/, '');
    const rest = part.text.slice(match.index + match[0].length);
    if (area !== undefined && country === undefined)
      return PROVINCES.test(area) ? { values, country: 'CA', before, rest } : undefined;
    return { values, country, before, rest };
  }
  return undefined;
}

/** Matches `Toronto, Canada`. */
function countryIn(part: Line) {
  const [town = '', country = '', more] = part.text.split(',').map((each) => each.trim());
  const code = countryOf(country);
  if (!code || more !== undefined || !new RegExp(`^${TOWN}$`, 'u').test(town)) return undefined;
  return { values: value('locality', town, part), country: code, before: '', rest: '' };
}

function streetIn({ number, text }: Line): Line | undefined {
  const street = text.replace(/[,\s]+$/, '');
  return STREET.test(street) && street.length <= 100 ? { number, text: street } : undefined;
}
