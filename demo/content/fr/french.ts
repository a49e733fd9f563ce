import type { LanguagePack } from '../../language-pack.js';
import { memoized } from '../memoize.js';
import { readTexts } from '../read-texts.js';
import type { Phrases } from '../text-shapes.js';
import type { PayUnit } from '../../demo-data.js';
import { frenchNamePools } from './names.js';
import { localizeFrench, typesetFrench } from './typography.js';

const numberWords = ['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix'];
const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');
const payUnits = {
  HOUR: 'de l’heure',
  DAY: 'par jour',
  WEEK: 'par semaine',
  MONTH: 'par mois',
  YEAR: 'par an',
} as const;
const checks: Readonly<Record<string, string>> = {
  FR: 'Un extrait de casier judiciaire',
  BE: 'Un extrait de casier judiciaire, modèle 2',
  CH: 'Un extrait spécial du casier judiciaire',
  CA: 'Une vérification des antécédents',
};
const signs: Readonly<Record<string, string>> = { EUR: '€', CAD: '$', CHF: 'francs' };

const countryNames: Readonly<Record<string, string>> = {
  FR: 'en France',
  BE: 'en Belgique',
  LU: 'au Luxembourg',
  CH: 'en Suisse',
  DE: 'en Allemagne',
  CA: 'au Canada',
};

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ou ${names.at(-1)}`;
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
}

function money(value: number, unit: PayUnit): string {
  return unit === 'HOUR' ? value.toFixed(2).replace('.', ',') : grouped(value);
}

/** In France a title is masculine, followed by "H/F"; in other countries the inclusive form is kept. */
function titleIn(country: string, base: string): string {
  return country === 'FR' ? base.replace(/·\p{L}+/gu, '') : base;
}

function genderMark(country: string, variant: number): string {
  if (country === 'FR') return variant % 3 === 0 ? ' H/F' : ' (H/F)';
  return country === 'BE' && variant % 2 === 0 ? ' (h/f/x)' : '';
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

export function withDe(words: string): string {
  return /^[aeiouyâàéèêëîïôœh]/i.test(words) ? `d’${words}` : `de ${words}`;
}

export const french: LanguagePack = {
  language: 'fr',
  causes: readTexts('fr/causes') as LanguagePack['causes'],
  occupations: readTexts('fr/occupations') as LanguagePack['occupations'],
  voices: [readTexts('fr/phrases') as Phrases],
  namePools: frenchNamePools,
  completeName(name, _country, random) {
    if (
      /^(?:Fond|Club|Maison|Foyer|Scène|Épicerie|Refuge|Cercle|Clinique|Recherche|Régie|Mission|Institut|Musée|Théâtre|Résidence|Ligue|Centre|Bourse|École|Conservatoire)/.test(
        name,
      )
    )
      return name;
    return random.chance(0.18) ? `Association ${name}` : name;
  },
  shortName: (name) =>
    name
      .split(/[ -]|’/)
      .map((word) => (/^\p{Lu}/u.test(word) ? word.charAt(0) : ''))
      .join(''),
  bareTitle: (base, { country }) => titleIn(country, base) + (country === 'FR' ? ' (H/F)' : ''),
  fullTitle(base, qualifier, { country, variant }) {
    const title = titleIn(country, base);
    const mark = genderMark(country, variant);
    if (qualifier === undefined) return `${title}${mark}`;
    if (variant % 3 === 0) return `${title}${mark} – ${qualifier}`;
    return variant % 3 === 1 ? `${title}, ${lowerFirst(qualifier)}${mark}` : `${title} – ${qualifier}${mark}`;
  },
  internTitle: (field, { variant }) => (variant % 2 === 0 ? `Stage – ${field}` : `Stagiaire en ${lowerFirst(field)}`),
  volunteerTitle: (base, { country, variant }) =>
    variant % 2 === 0 ? `${titleIn(country, base)} bénévole` : `Bénévolat – ${titleIn(country, base)}`,
  assist: (duty) => `Aider à ${lowerFirst(duty)}`,
  partTimeSuffix: [' – temps partiel', ', temps partiel'],
  coverSuffix: [' – remplacement de congé parental', ' – 12 mois'],
  inflect: ({ title, city, organization }) => ({
    deTitle: withDe(lowerFirst(title)),
    deCity: withDe(city),
    deOrg: withDe(organization),
  }),
  numberWord: (value) => numberWords[value] ?? String(value),
  formatNumber: grouped,
  formatOrdinal: (value) => `${value}e`,
  formatHours: (hours) => String(hours).replace('.', ','),
  formatPay({ min, max, currency, unit }, country) {
    const sign = signs[currency] ?? currency;
    const gross = country === 'CA' ? '' : ' bruts';
    const period = country === 'CA' && unit === 'YEAR' ? 'par année' : payUnits[unit];
    return `${money(min, unit)}${country === 'CA' ? `\u00a0${sign}` : ''} à ${money(max, unit)}\u00a0${sign}${gross} ${period}`;
  },
  formatDate: (date) => `${date.getUTCDate() === 1 ? '1er' : date.getUTCDate()} ${months[date.getUTCMonth()]}`,
  formatStart: (date) => `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
  backgroundCheck: (country) => checks[country] ?? 'Un extrait de casier judiciaire',
  eligibleIn: (countries) => joined(countries.map((code) => countryNames[code] ?? code)),
  localize: memoized(localizeFrench),
  typeset: typesetFrench,
};
