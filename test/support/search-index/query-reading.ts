import { foldPlaceName } from '#shared/places/place-name.js';
import { readPostalCodes } from '../../../src/backend/reference/places/postal/postal-codes.js';
import { QueryReader, type ReadPhrase } from '../../../src/backend/search/understanding/query-reader.js';

/** Knows three occupations and skills by name. */
export const reader = new QueryReader(['law', 'early childhood education', 'Mobile Development']);

const AREAS = ['ontario', 'bayern', 'england', 'on', 'or', 'md', 'la'];
const COUNTRIES = ['germany', 'uk'];
const TOWNS = [
  ...[
    'london',
    'toronto',
    'new york',
    'berlin',
    'munchen',
    'lyon',
    'paris',
    'koln',
    'hamburg',
    'reading',
    'essen',
    'nice',
    'hamilton',
    'york',
    'new orleans',
  ],
  ...['tours', 'chandler', 'mobile', 'st albans', 'stoke on trent', 'gta', 'la', 'bay area'],
];
const VILLAGES = ['kleinkleckersdorf', 'ambleside', 'law', 'mer', 'early'];
/** Texts that were looked up as places. */
export const lookups: string[] = [];
/** A few places of several countries. */
export const places = {
  names: {
    kindsOf: (name: string) => [
      ...(TOWNS.includes(name) ? ['city' as const] : []),
      ...(AREAS.includes(name) ? ['area' as const] : []),
      ...(COUNTRIES.includes(name) ? ['country' as const] : []),
    ],
  },
  isPlace: (text: string) => {
    lookups.push(text);
    return Promise.resolve(VILLAGES.includes(foldPlaceName(text)));
  },
  isPostalCode: (text: string) => readPostalCodes(text, ['US', 'DE', 'GB', 'CA']).length > 0,
};

export function worded(phrase: ReadPhrase): string {
  if (phrase.kind === 'place') return `place ${phrase.name}`;
  if (phrase.kind !== 'pay') return `${phrase.kind} ${phrase.values.join('|')}`;
  const { amount, currency, unit } = phrase.pay;
  return ['pay', amount, currency, unit].filter((part) => part !== undefined).join(' ');
}

/** Returns the remaining keywords, followed by the recognized phrases. */
export async function readQuery(text: string, language = 'en'): Promise<[string, ...string[]]> {
  const { keys, phrases } = await reader.read(text, language, { isApplicable: () => true, places });
  return [keys, ...phrases.map(worded)];
}
