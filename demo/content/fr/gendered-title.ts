/** How the ending of a man's form and the one written after the dot become a woman's form. */
const ENDINGS: readonly (readonly [pattern: RegExp, feminine: string])[] = [
  [/eur·euse/g, 'euse'],
  [/teur·rice/g, 'trice'],
  [/er·ère/g, 'ère'],
  [/if·ve/g, 'ive'],
  [/en·ne/g, 'enne'],
  [/ef·fe/g, 'effe'],
  [/·e(?![\p{L}])/gu, 'e'],
];

/** Titles of adverts name both genders (`Chargé·e`); a resume has its owner's form. */
export function frenchTitleOf(title: string, woman: boolean): string {
  if (!woman) return title.replace(/·\p{L}+/gu, '');
  return ENDINGS.reduce((written, [pattern, ending]) => written.replace(pattern, ending), title);
}
