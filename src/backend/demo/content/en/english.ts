import type { LanguagePack } from '../../language-pack.js';
import { englishCareCauses } from './causes-care.js';
import { englishKnowledgeCauses } from './causes-knowledge.js';
import { englishSocietyCauses } from './causes-society.js';
import { englishNamePools } from './names.js';
import { englishCareOccupations } from './occupations-care.js';
import { englishIncomeAndVoiceOccupations } from './occupations-income-and-voice.js';
import { englishOfficeOccupations } from './occupations-office.js';
import { englishSiteOccupations } from './occupations-site.js';
import { englishPhrases } from './phrases.js';
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

function amount(value: number, currency: string): string {
  const digits = value.toLocaleString('en-US', Number.isInteger(value) ? {} : { minimumFractionDigits: 2 });
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
  causes: { ...englishCareCauses, ...englishSocietyCauses, ...englishKnowledgeCauses },
  occupations: {
    ...englishCareOccupations,
    ...englishIncomeAndVoiceOccupations,
    ...englishOfficeOccupations,
    ...englishSiteOccupations,
  },
  voices: [englishPhrases],
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
  internTitle: (field, { variant }) => (variant % 2 === 0 ? `${field} Intern` : `Intern, ${field}`),
  volunteerTitle: (base, { variant }) => (variant % 2 === 0 ? `Volunteer ${base}` : `${base} (Volunteer)`),
  partTimeSuffix: [' (Part-Time)', ', Part-Time'],
  coverSuffix: [' (Parental Leave Cover)', ' (12-Month Contract)', ', Fixed Term'],
  inflect: ({ title }) => ({ aTitle: withArticle(title) }),
  numberWord: (value) => numberWords[value] ?? String(value),
  formatNumber: (value) => value.toLocaleString('en-US'),
  formatOrdinal: ordinal,
  formatHours: (hours) => String(hours),
  formatPay: ({ min, max, currency, unit }) => `${amount(min, currency)} to ${amount(max, currency)} ${payUnits[unit]}`,
  formatDate: (date) => `${date.getUTCDate()} ${months[date.getUTCMonth()]}`,
  formatStart: (date) => `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
  backgroundCheck: (country) => checks[country] ?? 'a recent police certificate',
  polish: spellEnglish,
};
