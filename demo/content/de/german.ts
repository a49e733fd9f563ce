import type { LanguagePack } from '../../language-pack.js';
import { memoized } from '../memoize.js';
import { readTexts } from '../read-texts.js';
import type { Phrases } from '../text-shapes.js';
import { germanNamePools } from './names.js';
import { spellGerman } from './spelling.js';

const numberWords = ['kein', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'];
const months = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');
const payUnits = { HOUR: 'pro Stunde', DAY: 'pro Tag', WEEK: 'pro Woche', MONTH: 'im Monat', YEAR: 'im Jahr' } as const;
const checks: Readonly<Record<string, string>> = {
  DE: 'Erweitertes Führungszeugnis',
  AT: 'Strafregisterbescheinigung Kinder- und Jugendfürsorge',
  CH: 'Sonderprivatauszug',
};
const legalForms =
  /(?:Verein|Stiftung|Stift|Institut|Genossenschaft|Kloster|Diakonie|Klinikverbund|genossenschaft|stiftung|verein)/;

const countryNames: Readonly<Record<string, string>> = {
  DE: 'in Deutschland',
  AT: 'in Österreich',
  CH: 'in der Schweiz',
  FR: 'in Frankreich',
};

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} oder ${names.at(-1)}`;
}

function grouped(value: number, country: string): string {
  const separator = country === 'CH' ? '’' : '.';
  return String(value).replace(/\B(?=(\d{3})+$)/g, separator);
}

function money(value: number, country: string, decimals: boolean): string {
  if (!decimals) return grouped(value, country);
  return value.toFixed(2).replace('.', country === 'CH' ? '.' : ',');
}

/** German job boards add the three genders to a masculine or neutral title; organizations differ in the order. */
function genders(variant: number): string {
  return variant % 3 === 0 ? '(w/m/d)' : '(m/w/d)';
}

export const german: LanguagePack = {
  language: 'de',
  causes: readTexts('de/causes') as LanguagePack['causes'],
  occupations: readTexts('de/occupations') as LanguagePack['occupations'],
  voices: [readTexts('de/phrases-formal') as Phrases, readTexts('de/phrases-informal') as Phrases],
  namePools: germanNamePools,
  completeName(name, country, random) {
    if (legalForms.test(name)) return name;
    if (country === 'DE') return `${name} ${random.chance(0.6) ? 'e. V.' : 'gGmbH'}`;
    return country === 'CH' && random.chance(0.4) ? `Verein ${name}` : name;
  },
  shortName: (name) =>
    name
      .split(/[ -]/)
      .map((word) => (/^[A-ZÄÖÜ]/.test(word) ? word.charAt(0) : ''))
      .join(''),
  bareTitle: (base, { variant }) => `${base} ${genders(variant)}`,
  fullTitle(base, qualifier, { variant }) {
    const title = `${base} ${genders(variant)}`;
    if (qualifier === undefined) return title;
    if (variant % 4 === 0) return `${title} – ${qualifier.charAt(0).toUpperCase()}${qualifier.slice(1)}`;
    if (variant % 4 === 1) return `${title} im Bereich ${qualifier}`;
    return /^\p{Lu}[^ ]+$/u.test(qualifier) && !base.includes(' ')
      ? `${base} ${qualifier} ${genders(variant)}`
      : `${title}, ${qualifier}`;
  },
  internTitle: (field, { variant }) =>
    variant % 2 === 0 ? `Praktikum ${field} ${genders(variant)}` : `Praktikant ${field} ${genders(variant)}`,
  volunteerTitle: (base, { variant }) =>
    variant % 2 === 0 ? `${base} ${genders(variant)} im Ehrenamt` : `Ehrenamt: ${base} ${genders(variant)}`,
  assist: (duty) => `Mitarbeit im Team: ${duty}`,
  partTimeSuffix: [' in Teilzeit', ', Teilzeit'],
  coverSuffix: [' – Elternzeitvertretung', ', befristet', ' als Elternzeitvertretung'],
  inflect: () => ({}),
  numberWord: (value) => numberWords[value] ?? String(value),
  formatNumber: grouped,
  formatOrdinal: (value) => `${value}.`,
  formatHours: (hours) => String(hours).replace('.', ','),
  formatPay({ min, max, currency, unit }, country) {
    const sign = currency === 'EUR' ? 'Euro' : currency === 'CHF' ? 'Franken' : currency;
    const decimals = unit === 'HOUR';
    return `${money(min, country, decimals)} bis ${money(max, country, decimals)} ${sign} brutto ${payUnits[unit]}`;
  },
  formatDate: (date) => `${date.getUTCDate()}. ${months[date.getUTCMonth()]}`,
  formatStart: (date) => `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
  backgroundCheck: (country) => checks[country] ?? 'Führungszeugnis',
  eligibleIn: (countries) => joined(countries.map((code) => countryNames[code] ?? code)),
  localize: memoized(spellGerman),
  typeset: (text) => text,
};
