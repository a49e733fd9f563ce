import { slugify } from '#contract/pages/paths.js';

const LANGUAGES = ['en', 'de', 'fr'];
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
let slugs: Map<string, string> | undefined;

/** @returns the ISO code of a country by its name in a path, in any language of the product: `canada`, `deutschland` */
export function countryBySlug(slug: string): string | undefined {
  slugs ??= new Map(LANGUAGES.flatMap(countryNames));
  return slugs.get(slug);
}

function countryNames(language: string): [slug: string, code: string][] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [[slugify(name), code]];
  });
}
