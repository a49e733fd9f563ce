const SLUGS: readonly (readonly [slug: string, pattern: RegExp])[] = [
  [
    'part-time',
    /\bpart[\s_-]?time\b|\bpt\b|\bteilzeit|\bhalbtags|temps[\s_-]partiel|mi-temps|\b[1-2]?\d hours per week/,
  ],
  [
    'full-time',
    /\bfull[\s_-]?time\b|\bft\b|\bvollzeit|\bganztags|temps[\s_-](?:plein|complet)|^permanent$|unbefristet|^regular$|^cdi$|^fulltime/,
  ],
  ['internship', /\bintern(?:ship)?s?\b|\bpraktik|\bstagiaire\b|^stage$|\bco-?op\b|\btrainee\b|volontariat$/],
  ['volunteer', /\bvolunteer|\behrenamt|\bb[ée]n[ée]vol|freiwillig/],
  ['per-diem', /\bper[\s_-]?diem\b|\bon[\s_-]call\b|\bcasual\b|zero[\s_-]hours|auf abruf|vacation$/],
  ['temporary', /\btemp(?:orary)?\b|\bseasonal\b|\baushilfe|\binterim\b|\bint[ée]rim|\btemporaire\b|saison|minijob/],
  [
    'contract',
    /\bcontract(?:or|ual)?\b|\bfixed[\s_-]term\b|\bfreelance|\bbefristet|^cdd$|dur[ée]e d[ée]termin[ée]e|self-employed/,
  ],
];

/** @returns the slugs of the terms; none for `Other` and unknown types */
export function employmentTypesOf(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const folded = text.toLowerCase().replace(/_/g, ' ').trim();
    for (const [slug, pattern] of SLUGS) if (pattern.test(folded)) found.add(slug);
  }
  return [...found];
}

/** @returns the slug of a remote option; undefined if the feed does not specify one */
export function remoteOptionOf(text: string | undefined): string | undefined {
  const folded = (text ?? '').toLowerCase().trim();
  if (/hybrid|partially|teilweise|partiel|some|flexible/.test(folded)) return 'hybrid';
  if (/^(?:0|false|no|none|nein|non|on-?site|not? remote|office)$/.test(folded)) return undefined;
  return /^(?:1|true|yes|y|ja|oui|x)$|telecommut|remote|home|t[ée]l[ée]travail|distance|covid|anywhere/.test(folded)
    ? 'remote'
    : undefined;
}

const MONTHS_PER_YEAR = 12;

/** @returns the slug of an experience level; undefined for `Not Applicable` and unknown levels */
export function experienceOf(level: string | undefined, months: number | undefined): string | undefined {
  if (months !== undefined && months >= 0 && months < 600) return levelOfYears(months / MONTHS_PER_YEAR);
  const folded = (level ?? '').toLowerCase();
  const years = /(\d{1,2})\s*(?:\+|-|–|to|bis|à)?\s*(?:\d{1,2}\s*)?\+?\s*(?:years?|yrs?|jahre|ans)\b/.exec(folded);
  if (years) return levelOfYears(Number(years[1]));
  if (/executive|director|vorstand|c-level|\bvp\b/.test(folded)) return '10-plus-years';
  if (/mid-senior/.test(folded)) return '3-5-years';
  if (/senior|expert|confirm/.test(folded)) return '6-10-years';
  if (/mid|intermediate|professional|berufserfahr|experienced/.test(folded)) return '3-5-years';
  if (/associate|1-2/.test(folded)) return '1-2-years';
  if (/entry|junior|intern|graduate|none|no experience|trainee|einsteiger|d[ée]butant|student/.test(folded))
    return 'entry-level';
  return undefined;
}

function levelOfYears(years: number): string {
  if (years < 1) return 'entry-level';
  if (years < 3) return '1-2-years';
  if (years < 6) return '3-5-years';
  return years <= 10 ? '6-10-years' : '10-plus-years';
}

/** @returns the slug of a degree level; undefined for `Unspecified` and unknown levels */
export function degreeLevelOf(text: string | undefined): string | undefined {
  const folded = (text ?? '').toLowerCase().replace(/’/g, "'");
  if (/doctor|ph\.?\s?d|promotion/.test(folded)) return 'doctorate';
  if (/master|\bm\.?sc\b|\bmba\b|postgraduate|ma[iî]trise|diplom\b/.test(folded)) return 'masters-degree';
  if (/bachelor|\bb\.?(?:sc|a)\b|licence|undergraduate|university degree/.test(folded)) return 'bachelors-degree';
  if (
    /vocation|certificat|associate|college|ausbildung|apprentice|professional cert|trade|\bbts\b|\bdut\b/.test(folded)
  )
    return 'vocational-training';
  if (/some high school|no (?:degree|education)|none/.test(folded)) return 'no-degree';
  if (/high\s?school|secondary|\bged\b|abitur|\bbac\b|baccalaur|matura|schulabschluss/.test(folded))
    return 'secondary-school';
  return undefined;
}
