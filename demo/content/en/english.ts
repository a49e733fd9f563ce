import type { LanguagePack } from '../../language-pack.js';
import { memoized } from '../memoize.js';
import { readTexts } from '../read-texts.js';
import type { Phrases } from '../text-shapes.js';
import { englishNamePools } from './names.js';
import { spellEnglish } from './spelling.js';

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const months = 'January February March April May June July August September October November December'.split(' ');
const currencySigns: Readonly<Record<string, string>> = { CAD: '$', USD: '$', GBP: '£', EUR: '€' };
const payUnits = { HOUR: 'an hour', DAY: 'a day', WEEK: 'a week', MONTH: 'a month', YEAR: 'a year' } as const;
const checks: Readonly<Record<string, string>> = {
  CA: 'a vulnerable sector check',
  US: 'a background check',
  GB: 'an enhanced DBS check',
  IE: 'Garda vetting',
  KE: 'a certificate of good conduct',
};

const countryNames: Readonly<Record<string, string>> = {
  CA: 'Canada',
  US: 'the United States',
  GB: 'the UK',
  IE: 'Ireland',
  KE: 'Kenya',
  UG: 'Uganda',
  TZ: 'Tanzania',
  CH: 'Switzerland',
  FR: 'France',
  DE: 'Germany',
};

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

function amount(value: number, currency: string, decimals: number): string {
  const digits = decimals === 0 ? grouped(value) : value.toFixed(decimals);
  const sign = currencySigns[currency];
  return sign === undefined ? `${currency} ${digits}` : `${sign}${digits}`;
}

function withArticle(title: string): string {
  return `${/^(?:[AEIO]|Un|HR)/.test(title) ? 'an' : 'a'} ${title}`;
}

function ordinal(value: number): string {
  const tail = value % 100 >= 11 && value % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${tail}`;
}

export const english: LanguagePack = {
  language: 'en',
  causes: readTexts('en/causes') as LanguagePack['causes'],
  occupations: readTexts('en/occupations') as LanguagePack['occupations'],
  voices: [readTexts('en/phrases') as Phrases],
  namePools: englishNamePools,
  completeName: (name) => name,
  shortName: (name) =>
    name
      .replace(/^The /, '')
      .split(/[ -]/)
      .map((word) => (/^[A-Z]/.test(word) ? word.charAt(0) : ''))
      .join(''),
  bareTitle: (base) => base,
  fullTitle(base, qualifier, { variant }) {
    if (qualifier === undefined || base.includes(',')) return base;
    if (variant % 4 === 0) return `${base} (${qualifier})`;
    return variant % 4 === 1 ? `${base} – ${qualifier}` : `${base}, ${qualifier}`;
  },
  internTitle(field, { variant }) {
    const name = field.replace(/ \p{Ll}/gu, (start) => start.toUpperCase());
    return variant % 2 === 0 ? `${name} Intern` : `Intern, ${name}`;
  },
  volunteerTitle: (base, { variant }) => (variant % 2 === 0 ? `Volunteer ${base}` : `${base} (Volunteer)`),
  assist: (duty) => `Help to ${duty.charAt(0).toLowerCase()}${duty.slice(1)}`,
  partTimeSuffix: [' (Part-Time)', ', Part-Time'],
  coverSuffix: [' (Parental Leave Cover)', ' (12-Month Contract)', ', Fixed Term'],
  inflect: ({ title }) => ({ aTitle: withArticle(title) }),
  numberWord: (value) => numberWords[value] ?? String(value),
  formatNumber: grouped,
  formatOrdinal: ordinal,
  formatHours: (hours) => String(hours),
  formatPay({ min, max, currency, unit }) {
    const decimals = unit === 'HOUR' ? 2 : 0;
    return `${amount(min, currency, decimals)} to ${amount(max, currency, decimals)} ${payUnits[unit]}`;
  },
  formatDate: (date) => `${date.getUTCDate()} ${months[date.getUTCMonth()]}`,
  formatStart: (date) => `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
  backgroundCheck: (country) => checks[country] ?? 'a recent police certificate',
  eligibleIn: (countries) => `in ${joined(countries.map((code) => countryNames[code] ?? code))}`,
  localize: memoized(spellEnglish),
  typeset: (text) => text,
};
