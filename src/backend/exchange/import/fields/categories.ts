type Rule = readonly [pattern: RegExp, slug: string];

const OCCUPATIONS: readonly Rule[] = [
  [/\b(?:fund-?rais|donor|major gifts|philanthropy officer)/, 'fundraising'],
  [/\bgrants? (?:writ|manag|offic)/, 'grants'],
  [/\b(?:registered nurse|nurse|nursing|\brn\b|\blpn\b|midwi|pflegefach|infirmi)/, 'nursing'],
  [/\b(?:physio|occupational therap|speech|rehabilit|therapist)/, 'therapy'],
  [/\b(?:social work|sozialarbeit|travailleu[rs]e? social|case manager)/, 'social-work'],
  [/\b(?:counsell?or|counsell?ing|psychotherap)/, 'counselling'],
  [/\b(?:caregiver|care assistant|personal support|support worker|home health|care worker)/, 'personal-support'],
  [/\b(?:youth work|youth coordinator)/, 'youth-work'],
  [/\b(?:early childhood|child ?care|nanny|daycare|erzieher)/, 'childcare'],
  [/\b(?:teacher|teaching|tutor|instructor|lecturer|education|training|trainer|professor)\b/, 'teaching'],
  [
    /\b(?:software|developer|programmer|web development|front-?end|back-?end|full-?stack|devops|java|php|android|ios engineer)\b/,
    'software-development',
  ],
  [/\b(?:data (?:analy|scien|engineer)|analytics|business intelligence|\bbi\b|statistic)/, 'data-analysis'],
  [
    /\b(?:information technology|computer|help ?desk|sysadmin|system administrator|network (?:engineer|admin)|it support|it specialist|\bit\b|informatique|cyber|security engineer)/,
    'information-technology',
  ],
  [/\b(?:account(?:ing|ant|s payable|s receivable)|audit|bookkeep|payroll|buchhalt|comptab)/, 'accounting'],
  [/\b(?:financ|treasur|controller|controlling|mortgage|loan|investment)/, 'finance'],
  [/\b(?:human resources|recruit|talent acquisition|\bhr\b|personalwesen|ressources humaines)/, 'human-resources'],
  [/\b(?:public relations|communications?|journalis|copywrit|editor|writing)\b/, 'communications'],
  [/\b(?:marketing|advertising|seo|social media|growth)\b/, 'marketing'],
  [/\b(?:graphic|designer|design|creative|art director|illustrat|photograph|video|ux|ui)\b/, 'design'],
  [/\b(?:event (?:plan|coord|manag)|events)\b/, 'events'],
  [
    /\b(?:customer|call cent(?:er|re)|client services?|csr\b|guest services?|reception|front desk|kundenservice)/,
    'customer-service',
  ],
  [/\b(?:retail|store|cashier|shop|merchandis|sales associate|stylist|stocker)/, 'retail'],
  [/\b(?:sales|business development|account (?:executive|manager)|vertrieb|vente|partnership)/, 'sales'],
  [/\b(?:legal|lawyer|attorney|paralegal|jurist|juridique|counsel)\b/, 'legal'],
  [/\b(?:translat|interpret(?:er|ing)|dolmetsch)/, 'translation'],
  [/\b(?:policy|advocacy|public affairs|government relations)\b/, 'policy-and-advocacy'],
  [/\b(?:monitoring and evaluation|m&e)\b/, 'monitoring-and-evaluation'],
  [/\b(?:research|scientist|laborator)/, 'research'],
  [/\b(?:driver|driving|chauffeur|delivery|courier|truck|fahrer)\b/, 'driving'],
  [
    /\b(?:warehouse|logistic|supply chain|distribution|shipping|procurement|purchasing|freight|lager|forklift|material handler)/,
    'logistics',
  ],
  [/\b(?:cook|chef|kitchen|baker|food prep|dishwash|küche|cuisin)/, 'kitchen'],
  [/\b(?:maintenance|janitor|clean(?:er|ing)|custodian|facilit|groundskeep|housekeep|hausmeister)/, 'facilities'],
  [
    /\b(?:electrician|plumb|carpent|weld|mechanic|hvac|machinist|technician|construction|installer|craft|handwerk|skilled trade)/,
    'skilled-trades',
  ],
  [
    /\b(?:project manage|program(?:me)? manage|program(?:me)? (?:coord|offic)|projektleit|product management)/,
    'programme-management',
  ],
  [
    /\b(?:executive director|chief (?:executive|operating|financial)|\bceo\b|\bcoo\b|vice president|geschäftsführ|general management|strategy\/planning)/,
    'executive-leadership',
  ],
  [/\b(?:volunteer (?:coord|manag))/, 'volunteer-coordination'],
  [/\b(?:outreach|community (?:work|organi))/, 'community-outreach'],
  [/\b(?:operations|production|quality assurance|supervisor)\b/, 'operations'],
  [
    /\b(?:administrat|clerical|clerk|data entry|secretar|office (?:manag|assist)|assistant|typist|sekret|verwaltung|executive office)/,
    'administration',
  ],
];

const INDUSTRIES: readonly Rule[] = [
  [/\bmental health|addiction|psychiatr/, 'mental-health'],
  [/\b(?:hospital|health|medical|pharma|medicine|gesundheit|santé)/, 'health'],
  [/\b(?:biotech|research|science|forschung)\b/, 'science-and-research'],
  [
    /\b(?:education|e-learning|higher education|primary\/secondary|school|universit|bildung|training & coaching)/,
    'education',
  ],
  [/\b(?:individual & family services|child|youth|jugend|enfance)\b/, 'children-and-youth'],
  [/\b(?:environment|renewable|climate|sustainab|umwelt|conservation|forestry)/, 'environment'],
  [/\b(?:animal|veterinar|tierschutz|wildlife)/, 'animal-welfare'],
  [
    /\b(?:performing arts|fine art|museum|arts and|arts &|theat|music|librar|culture|kultur|photography|entertainment|motion picture)/,
    'arts-and-culture',
  ],
  [/\b(?:sports?|recreation|fitness|leisure)/, 'sports-and-recreation'],
  [/\b(?:religious|faith|church|kirche)/, 'faith'],
  [/\b(?:philanthropy|fund-?raising|grant-?making|foundation)\b/, 'philanthropy'],
  [
    /\b(?:international affairs|international development|international trade and development|entwicklung)/,
    'international-development',
  ],
  [/\b(?:human rights|civil rights|law practice|legal services|justice|judiciary)/, 'human-rights'],
  [
    /\b(?:civic|social organi[sz]ation|non-?profit|nonprofit organization management|community|public policy|government administration)/,
    'community-development',
  ],
  [/\b(?:senior care|elder|aged care|altenpflege)/, 'seniors'],
  [/\b(?:disabilit|inclusion|behindert)/, 'disability'],
  [/\b(?:refugee|newcomer|immigra|migration)/, 'newcomers-and-refugees'],
  [/\b(?:food bank|food production|food security|hunger)/, 'food-security'],
  [/\b(?:homeless|housing)\b/, 'housing-and-homelessness'],
];

// Words that are too broad to say anything about the work.
const SAYS_NOTHING =
  /^(?:other|other\/not classified|general business|associate|analyst|management|consulting|unspecified|n\/?a|engineering|manufacturing)$/;

/**
 * Returns the occupations for a feed's descriptions of the work. Function and category are used first, then department and title; if two
 * rules match the first group of words, both are used.
 */
export function occupationsOf(functions: readonly string[], title: string, department = ''): string[] {
  const own = slugsOf(functions, OCCUPATIONS);
  if (own.length > 0) return own.slice(0, 2);
  const ofTitle = slugsOf([title], OCCUPATIONS);
  if (ofTitle.length > 0) return ofTitle.slice(0, 1);
  return slugsOf([department], OCCUPATIONS).slice(0, 1);
}

/** Returns the causes for a feed's descriptions of the industry; most industries do not correspond to any cause. */
export function industriesOf(texts: readonly string[]): string[] {
  return slugsOf(texts, INDUSTRIES).slice(0, 2);
}

function slugsOf(texts: readonly string[], rules: readonly Rule[]): string[] {
  const found: string[] = [];
  for (const text of texts) {
    const folded = text.toLowerCase().trim();
    if (folded === '' || SAYS_NOTHING.test(folded)) continue;
    // The rules are ordered from specific to general: the first match is used.
    const rule = rules.find(([pattern]) => pattern.test(folded));
    if (rule && !found.includes(rule[1])) found.push(rule[1]);
  }
  return found;
}

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
