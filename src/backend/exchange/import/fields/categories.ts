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
