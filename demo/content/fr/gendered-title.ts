/** Inclusive endings, each with the feminine ending that replaces it. */
const ENDINGS: readonly (readonly [pattern: RegExp, feminine: string])[] = [
  [/eur·euse/g, 'euse'],
  [/teur·rice/g, 'trice'],
  [/er·ère/g, 'ère'],
  [/if·ve/g, 'ive'],
  [/en·ne/g, 'enne'],
  [/ef·fe/g, 'effe'],
  [/·e(?![\p{L}])/gu, 'e'],
];

/** Titles of adverts name both genders (`Chargé·e`); a resume uses the form of its owner's gender. */
export function frenchTitleOf(title: string, woman: boolean): string {
  if (!woman) return title.replace(/·\p{L}+/gu, '');
  return ENDINGS.reduce((written, [pattern, ending]) => written.replace(pattern, ending), title);
}
