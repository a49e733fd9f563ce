/** Canadian provinces and territories: the province determines the tax. */
const CANADIAN_PROVINCES = [
  ...(['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const),
] as const;

/** Names in English and French, without accents, in lower case. */
const NAMES: Readonly<Record<string, (typeof CANADIAN_PROVINCES)[number]>> = {
  alberta: 'AB',
  'british columbia': 'BC',
  'colombie britannique': 'BC',
  manitoba: 'MB',
  'new brunswick': 'NB',
  'nouveau brunswick': 'NB',
  'newfoundland and labrador': 'NL',
  'terre neuve et labrador': 'NL',
  'nova scotia': 'NS',
  'nouvelle ecosse': 'NS',
  'northwest territories': 'NT',
  'territoires du nord ouest': 'NT',
  nunavut: 'NU',
  ontario: 'ON',
  'prince edward island': 'PE',
  'ile du prince edouard': 'PE',
  quebec: 'QC',
  saskatchewan: 'SK',
  yukon: 'YT',
};

/** @returns the code of a Canadian province, given its code or name; other input unchanged */
export function readProvince(typed: string, countryCode: string): string {
  if (countryCode !== 'CA') return typed;
  const code = typed.toUpperCase();
  if ((CANADIAN_PROVINCES as readonly string[]).includes(code)) return code;
  const plain = typed
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  return NAMES[plain] ?? typed;
}

export function isCanadianProvince(typed: string): boolean {
  return (CANADIAN_PROVINCES as readonly string[]).includes(readProvince(typed, 'CA'));
}
