export type ManagerGroup =
  'income' | 'services' | 'clinical' | 'voice' | 'office' | 'technical' | 'site' | 'board' | 'chief';

export interface OccupationProfile {
  /** Key of the texts; several profiles may share one slug of the vocabulary. */
  text: string;
  occupation: string;
  weight: number;
  /** Pay of an experienced person, relative to the country's middle. */
  pay: number;
  /** 0: on site only; 1: some days from home; 2: from anywhere. */
  desk: 0 | 1 | 2;
  manager: ManagerGroup;
  degree: string;
  /** Whether a background check is required. */
  trust: boolean;
  /** Causes that employ this occupation; empty means every one. */
  causes: readonly string[];
  intern: boolean;
  volunteer: boolean;
}

type Row = readonly [
  text: string,
  weight: number,
  pay: number,
  desk: 0 | 1 | 2,
  manager: ManagerGroup,
  degree: string,
  flags?: string,
  causes?: string,
  occupation?: string,
];

const care = 'health mental-health housing-and-homelessness seniors disability faith';
const people = `${care} newcomers-and-refugees children-and-youth community-development indigenous-communities gender-equality food-security`;
const young =
  'children-and-youth education newcomers-and-refugees community-development sports-and-recreation faith disability';

const rows: readonly Row[] = [
  ['fundraising', 9, 1.02, 2, 'income', 'bachelors-degree', 'i'],
  ['grants', 4, 1.02, 2, 'income', 'bachelors-degree'],
  ['programme-management', 8, 1.12, 1, 'services', 'bachelors-degree', 'i'],
  ['social-work', 9, 1.02, 0, 'services', 'bachelors-degree', 't', people],
  [
    'nursing',
    6,
    1.12,
    0,
    'clinical',
    'vocational-training',
    't',
    `health housing-and-homelessness seniors disability mental-health`,
  ],
  ['counselling', 5, 1.03, 1, 'clinical', 'bachelors-degree', 't', people],
  [
    'therapy',
    3,
    1.18,
    0,
    'clinical',
    'masters-degree',
    't',
    'health mental-health seniors disability children-and-youth',
  ],
  [
    'personal-support',
    6,
    0.74,
    0,
    'services',
    'vocational-training',
    't',
    'health seniors disability housing-and-homelessness',
  ],
  [
    'youth-work',
    6,
    0.84,
    0,
    'services',
    'vocational-training',
    'tiv',
    `${young} arts-and-culture indigenous-communities`,
  ],
  ['community-outreach', 6, 0.88, 0, 'services', 'vocational-training', 'tv', `${people} human-rights`],
  ['childcare', 4, 0.78, 0, 'services', 'vocational-training', 't', young],
  [
    'teaching',
    5,
    0.98,
    0,
    'services',
    'bachelors-degree',
    't',
    'education newcomers-and-refugees children-and-youth disability arts-and-culture community-development international-development',
  ],
  ['communications', 6, 0.98, 2, 'voice', 'bachelors-degree', 'i'],
  ['marketing', 4, 1, 2, 'voice', 'bachelors-degree', 'i'],
  ['design', 2, 0.95, 2, 'voice', 'vocational-training', 'i'],
  ['events', 3, 0.88, 1, 'income', 'vocational-training', 'iv'],
  ['finance', 5, 1.25, 1, 'office', 'bachelors-degree', 'i'],
  ['accounting', 4, 0.92, 1, 'office', 'vocational-training'],
  ['human-resources', 4, 1.06, 1, 'office', 'bachelors-degree', 'i'],
  ['information-technology', 3, 1.12, 1, 'technical', 'vocational-training'],
  ['software-development', 2, 1.45, 2, 'technical', 'bachelors-degree'],
  ['data-analysis', 3, 1.15, 2, 'technical', 'bachelors-degree', 'i'],
  ['administration', 7, 0.8, 1, 'office', 'secondary-school', 'v'],
  ['executive-leadership', 2, 1.8, 1, 'board', 'masters-degree'],
  ['volunteer-coordination', 4, 0.86, 1, 'services', 'vocational-training'],
  [
    'policy-and-advocacy',
    4,
    1.1,
    2,
    'voice',
    'masters-degree',
    'i',
    'environment human-rights international-development disability newcomers-and-refugees indigenous-communities housing-and-homelessness health animal-welfare gender-equality food-security seniors',
  ],
  [
    'research',
    3,
    1.12,
    1,
    'voice',
    'masters-degree',
    'i',
    'science-and-research health environment education international-development mental-health philanthropy human-rights',
  ],
  [
    'legal',
    2,
    1.35,
    1,
    'office',
    'masters-degree',
    '',
    'human-rights newcomers-and-refugees housing-and-homelessness environment disability gender-equality indigenous-communities',
  ],
  ['operations', 4, 1.15, 1, 'office', 'bachelors-degree'],
  [
    'logistics',
    4,
    0.76,
    0,
    'site',
    'secondary-school',
    '',
    'food-security international-development environment community-development housing-and-homelessness faith arts-and-culture',
  ],
  [
    'facilities',
    3,
    0.78,
    0,
    'site',
    'vocational-training',
    '',
    `${care} arts-and-culture sports-and-recreation education animal-welfare community-development children-and-youth`,
  ],
  ['kitchen', 4, 0.68, 0, 'site', 'vocational-training', 'v', `food-security ${care} children-and-youth education`],
  ['driving', 3, 0.66, 0, 'site', 'no-degree', 'v', `food-security ${care} community-development`],
  [
    'retail',
    3,
    0.68,
    0,
    'site',
    'no-degree',
    'v',
    'health housing-and-homelessness faith animal-welfare community-development international-development seniors disability',
  ],
  [
    'customer-service',
    3,
    0.7,
    1,
    'office',
    'secondary-school',
    'v',
    'arts-and-culture sports-and-recreation animal-welfare health philanthropy environment community-development science-and-research',
  ],
  [
    'translation',
    1.5,
    0.9,
    2,
    'voice',
    'bachelors-degree',
    '',
    'newcomers-and-refugees international-development human-rights arts-and-culture health',
  ],
  [
    'monitoring-and-evaluation',
    3,
    1.12,
    2,
    'services',
    'masters-degree',
    'i',
    'international-development philanthropy education health environment food-security children-and-youth human-rights gender-equality',
  ],
  [
    'sales',
    2,
    1.02,
    1,
    'income',
    'vocational-training',
    '',
    'arts-and-culture sports-and-recreation science-and-research disability environment education community-development animal-welfare',
  ],
  [
    'skilled-trades',
    2.5,
    0.92,
    0,
    'site',
    'vocational-training',
    '',
    'housing-and-homelessness disability environment community-development arts-and-culture indigenous-communities faith',
  ],
  ['animal-care', 5, 0.66, 0, 'site', 'no-degree', '', 'animal-welfare', 'other-occupation'],
  ['conservation', 5, 0.88, 0, 'site', 'vocational-training', '', 'environment', 'other-occupation'],
];

export const occupationProfiles: readonly OccupationProfile[] = rows.map(
  ([text, weight, pay, desk, manager, degree, flags = '', causes = '', occupation = text]) => ({
    text,
    occupation,
    weight,
    pay,
    desk,
    manager,
    degree,
    trust: flags.includes('t'),
    causes: causes === '' ? [] : causes.split(' '),
    intern: flags.includes('i'),
    volunteer: flags.includes('v'),
  }),
);
