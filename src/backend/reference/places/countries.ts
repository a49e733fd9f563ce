import { countryCodes, isCountryCode } from '#shared/places/country-codes.js';

const MAX_COUNTRIES = 50;
const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
const CURRENCIES: Record<string, string> = {
  US: 'USD',
  CA: 'CAD',
  GB: 'GBP',
  AU: 'AUD',
  NZ: 'NZD',
  CH: 'CHF',
  LI: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  BG: 'EUR',
  IN: 'INR',
  PK: 'PKR',
  JP: 'JPY',
  CN: 'CNY',
  HK: 'HKD',
  SG: 'SGD',
  MY: 'MYR',
  PH: 'PHP',
  ID: 'IDR',
  TH: 'THB',
  VN: 'VND',
  KR: 'KRW',
  TW: 'TWD',
  AE: 'AED',
  SA: 'SAR',
  QA: 'QAR',
  BH: 'BHD',
  KW: 'KWD',
  IL: 'ILS',
  TR: 'TRY',
  ZA: 'ZAR',
  NG: 'NGN',
  KE: 'KES',
  EG: 'EGP',
  BR: 'BRL',
  MX: 'MXN',
  AR: 'ARS',
  CL: 'CLP',
  CO: 'COP',
  UA: 'UAH',
  RU: 'RUB',
};
for (const country of EURO) CURRENCIES[country] = 'EUR';

/** Returns the currency in which pay is stated in a country. */
export function currencyOfCountry(country: string | undefined): string | undefined {
  return country === undefined ? undefined : CURRENCIES[country];
}

const names = new Map<string, string>();
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    usa: 'US',
    'u s a': 'US',
    'u s': 'US',
    'united states of america': 'US',
    america: 'US',
    uk: 'GB',
    'great britain': 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    'northern ireland': 'GB',
    brd: 'DE',
    can: 'CA',
    gbr: 'GB',
    deu: 'DE',
    fra: 'FR',
    irl: 'IE',
    aus: 'AU',
    uae: 'AE',
    holland: 'NL',
    'etats unis': 'US',
    'royaume uni': 'GB',
    czechia: 'CZ',
  }),
);

/** @returns the ISO code (alpha-2) of a country given as code or name, in English, German or French. */
export function countryCodeOf(text: string | undefined): string | undefined {
  const typed = (text ?? '').trim();
  if (/^[A-Za-z]{2}$/.test(typed)) {
    const code = typed.toUpperCase();
    if (code === 'UK') return 'GB';
    return isCountry(code) ? code : undefined;
  }
  const folded = fold(typed);
  return folded === '' ? undefined : (ALIASES.get(folded) ?? knownNames().get(folded));
}

/**
 * Returns the codes of existing countries in a list of a request, without repetitions. The length of the result is limited, because each
 * word of a search is looked up in every country.
 */
export function knownCountries(codes: readonly string[]): string[] {
  return [...new Set(codes)].filter((code) => /^[A-Z]{2}$/.test(code) && isCountry(code)).slice(0, MAX_COUNTRIES);
}

const known = new Map<string, boolean>();

export function isCountry(code: string): boolean {
  const isKnown = known.get(code) ?? isCountryCode(code);
  known.set(code, isKnown);
  return isKnown;
}

function knownNames(): Map<string, string> {
  if (names.size > 0) return names;
  const codes = countryCodes();
  for (const language of ['en', 'de', 'fr']) {
    const inLanguage = new Intl.DisplayNames([language], { type: 'region' });
    for (const code of codes) {
      const name = fold(inLanguage.of(code) ?? '');
      if (!names.has(name)) names.set(name, code);
    }
  }
  return names;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-zß]+/g, ' ')
    .trim();
}
