import fc from 'fast-check';
import { readPostalCodes } from '../../reference/places/postal/postal-codes.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import { QueryReader, type ReadPhrase } from './query-reader.js';

const reader = new QueryReader(['law', 'early childhood education', 'Mobile Development']);

const AREAS = ['ontario', 'bayern', 'england', 'on', 'or', 'md', 'la'];
const COUNTRIES = ['germany', 'uk'];
const TOWNS = [
  ...[
    'london',
    'toronto',
    'new york',
    'berlin',
    'munchen',
    'lyon',
    'paris',
    'koln',
    'hamburg',
    'reading',
    'essen',
    'nice',
    'hamilton',
    'york',
    'new orleans',
  ],
  ...['tours', 'chandler', 'mobile', 'st albans', 'stoke on trent', 'gta', 'la', 'bay area'],
];
const VILLAGES = ['kleinkleckersdorf', 'ambleside', 'law', 'mer', 'early'];
const lookups: string[] = [];
const places = {
  names: {
    kindsOf: (name: string) => [
      ...(TOWNS.includes(name) ? ['city' as const] : []),
      ...(AREAS.includes(name) ? ['area' as const] : []),
      ...(COUNTRIES.includes(name) ? ['country' as const] : []),
    ],
  },
  isPlace: (text: string) => {
    lookups.push(text);
    return Promise.resolve(VILLAGES.includes(foldPlaceName(text)));
  },
  isPostalCode: (text: string) => readPostalCodes(text, ['US', 'DE', 'GB', 'CA']).length > 0,
};

function worded(phrase: ReadPhrase): string {
  if (phrase.kind === 'place') return `place ${phrase.name}`;
  if (phrase.kind !== 'pay') return `${phrase.kind} ${phrase.values.join('|')}`;
  const { amount, currency, unit } = phrase.pay;
  return ['pay', amount, currency, unit].filter((part) => part !== undefined).join(' ');
}

/** Returns the remaining keywords, followed by the recognized phrases. */
async function read(text: string, language = 'en'): Promise<[string, ...string[]]> {
  const { keys, phrases } = await reader.read(text, language, { isApplicable: () => true, places });
  return [keys, ...phrases.map(worded)];
}

const PART_TIME = 'employment_type part-time';
const STUDENTS = 'employment_type part-time|internship|temporary';
const VOLUNTEER = 'employment_type volunteer';
const REMOTE = 'remote remote';

describe('filters recognized in words', () => {
  it.each<[language: string, typed: string, keys: string, ...read: string[]]>([
    ['en', 'nurse part time', 'nurse', PART_TIME],
    ['en', 'Part-time Programme Manager', 'Programme Manager', PART_TIME],
    ['en', 'pt nurse', 'nurse', PART_TIME],
    ['en', 'full time or part time cook', 'cook', 'employment_type full-time', PART_TIME],
    ['en', 'fixed-term teacher', 'teacher', 'employment_type contract'],
    ['en', 'developer remote', 'developer', REMOTE],
    ['en', 'remote jobs', '', REMOTE],
    ['en', 'work from home customer service', 'customer service', REMOTE],
    ['en', 'hybrid accountant', 'accountant', 'remote hybrid'],
    ['en', 'volunteer', '', VOLUNTEER],
    ['en', 'volunteer nurse', 'nurse', VOLUNTEER],
    ['en', 'volunteers', '', VOLUNTEER],
    ['en', 'jobs for students', '', STUDENTS],
    ['en', 'student jobs london', '', STUDENTS, 'place london'],
    ['en', 'entry level marketing', 'marketing', 'experience entry-level'],
    ['en', 'summer jobs', '', 'employment_type temporary'],
    ['en', 'part time jobs in London', '', PART_TIME, 'place London'],
    ['en', 'Teilzeit Pflege', 'Pflege', PART_TIME],
    ['en', 'jobs in german', '', 'language de'],
    ['en', 'english speaking jobs berlin', '', 'language en', 'place berlin'],
    ['en', 'cook since yesterday', 'cook', 'published 1'],
    ['en', 'nurse last 3 days', 'nurse', 'published 3'],
    ['en', 'nurse last 10 days', 'nurse', 'published 14'],
    ['en', 'nurse this week', 'nurse', 'published 7'],
    ['en', 'social work part time', 'social work', PART_TIME],
    ['en', 'job coach part time', 'job coach', PART_TIME],
    ['de', 'Pflege Teilzeit', 'Pflege', PART_TIME],
    ['de', 'Buchhaltung in Teilzeit', 'Buchhaltung', PART_TIME],
    ['de', 'befristet Lehrer', 'Lehrer', 'employment_type contract'],
    ['de', 'Ehrenamt Hamburg', '', VOLUNTEER, 'place Hamburg'],
    ['de', 'Werkstudent Marketing', 'Marketing', STUDENTS],
    ['de', 'Jobs für Studierende', '', STUDENTS],
    ['de', 'Home Office Sachbearbeitung', 'Sachbearbeitung', REMOTE],
    ['de', 'Stellen seit gestern', '', 'published 1'],
    ['de', 'Erzieher letzte Woche', 'Erzieher', 'published 7'],
    ['de', 'Praktikum Kommunikation', 'Kommunikation', 'employment_type internship'],
    ['de', 'part time nurse', 'nurse', PART_TIME],
    ['fr', 'infirmière temps partiel', 'infirmière', PART_TIME],
    ['fr', 'comptable à mi-temps', 'comptable', PART_TIME],
    ['fr', 'éducateur CDD', 'éducateur', 'employment_type contract'],
    ['fr', 'bénévolat Lyon', '', VOLUNTEER, 'place Lyon'],
    ['fr', 'stage communication', 'communication', 'employment_type internship'],
    ['fr', 'job étudiant', '', STUDENTS],
    ['fr', 'comptable en télétravail', 'comptable', REMOTE],
    ['fr', 'graphiste à distance', 'graphiste', REMOTE],
    ['fr', 'emplois depuis hier', '', 'published 1'],
    ['fr', 'cuisinier la semaine dernière', 'cuisinier', 'published 7'],
    ['fr', 'offres en anglais', '', 'language en'],
  ])('%s: %s', async (language, typed, ...expected) => {
    expect(await read(typed, language)).toEqual(expected);
  });

  it.each([
    ['en', 'Remote Sensing Analyst'],
    ['en', 'Volunteer Coordinator'],
    ['en', 'volunteer manager'],
    ['en', 'head of volunteering'],
    ['en', 'Temporary Accommodation Officer'],
    ['en', 'Contract Manager'],
    ['en', 'stage manager'],
    ['en', 'student support officer'],
    ['en', 'not remote'],
    ['en', '"part time"'],
    ['en', 'nurse -remote'],
    ['en', 'remot*'],
    ['en', 'hybrid cloud engineer'],
    ['en', 'jobs'],
    ['en', 'social work'],
    ['de', 'Koordination Ehrenamt'],
    ['de', 'Freiwilligenkoordinatorin'],
    ['fr', 'coordinateur des bénévoles'],
    ['fr', 'responsable du bénévolat'],
    ['fr', 'formation à distance'],
    ['fr', 'directeur par intérim'],
    ['fr', 'maître de stage'],
    ['en', 'developer not fully remote'],
    ['en', 'customer service not work from home'],
    ['en', 'not a volunteer cook'],
    ['en', 'tutor neither part time'],
    ['de', 'Pflege nicht in Teilzeit'],
    ['de', 'Sachbearbeiter nicht im Homeoffice'],
    ['de', 'Fahrer keinen Minijob'],
    ['de', 'Pflege nicht seit heute'],
    ['fr', 'comptable pas de télétravail'],
    ['fr', 'comptable pas à temps partiel'],
    ['fr', 'comptable pas en CDD'],
    ['fr', "comptable pas d'offre en intérim"],
  ])('%s: leaves %s as it is', async (language, typed) => {
    expect(await read(typed, language)).toEqual([typed]);
  });

  it.each<[language: string, typed: string, keys: string, ...read: string[]]>([
    ['en', 'not remote nurse in London', 'not remote nurse', 'place London'],
    ['en', 'no weekends part time cook', 'no weekends cook', PART_TIME],
    ['en', 'nurse without a degree in London', 'nurse without a degree', 'place London'],
    ['de', 'ohne Ausbildung in Teilzeit', 'ohne Ausbildung', PART_TIME],
    ['fr', 'comptable sans permis en télétravail', 'comptable sans permis', REMOTE],
  ])('%s: a negation applies only to what follows it: %s', async (language, typed, ...expected) => {
    expect(await read(typed, language)).toEqual(expected);
  });

  it('returns the typed text, so that it can be removed', async () => {
    const typed = 'Nurse, (part-time) in London, £40k';
    const { phrases } = await reader.read(typed, 'en', { isApplicable: () => true, places });
    expect(phrases.map((phrase) => phrase.typed)).toEqual(['part-time', 'in London', '£40k']);
    for (const phrase of phrases) expect(typed).toContain(phrase.typed);
  });

  it('keeps phrases without a filter as keywords', async () => {
    const isApplicable = ({ kind }: ReadPhrase) => kind !== 'published';
    const { keys, phrases } = await reader.read('cook remote since yesterday', 'en', { isApplicable });
    expect([keys, ...phrases.map(worded)]).toEqual(['cook since yesterday', REMOTE]);
  });
});

describe('pay', () => {
  it.each<[language: string, typed: string, keys: string, ...read: string[]]>([
    ['en', 'nurse £40k', 'nurse', 'pay 40000 GBP year'],
    ['en', '£40,000 nurse', 'nurse', 'pay 40000 GBP year'],
    ['en', '£40000', '', 'pay 40000 GBP year'],
    ['en', 'over 50000', '', 'pay 50000 year'],
    ['en', 'manager 60k', 'manager', 'pay 60000 year'],
    ['en', 'manager £30k-£40k', 'manager', 'pay 30000 GBP year'],
    ['en', 'manager 40-50k', 'manager', 'pay 40000 year'],
    ['en', 'cook £12.50 per hour', 'cook', 'pay 12.5 GBP hour'],
    ['en', 'cook $15/hr', 'cook', 'pay 15 hour'],
    ['en', 'at least $80,000 a year', '', 'pay 80000 year'],
    ['de', 'Pflege ab 40.000 €', 'Pflege', 'pay 40000 EUR year'],
    ['de', 'Pflege 40k€', 'Pflege', 'pay 40000 EUR year'],
    ['de', 'Pflege 3.200 € brutto', 'Pflege', 'pay 3200 EUR month'],
    ['de', 'Aushilfe 15 € pro Stunde', '', 'employment_type temporary', 'pay 15 EUR hour'],
    ['de', 'mehr als 3500 im Monat', '', 'pay 3500 month'],
    ['fr', 'comptable 30 000 $', 'comptable', 'pay 30000 year'],
    ['fr', 'comptable à partir de 2500 € par mois', 'comptable', 'pay 2500 EUR month'],
    ['fr', 'plus de 35 000 € par an', '', 'pay 35000 EUR year'],
    ['en', 'manager £30k-£40k max', 'manager max', 'pay 30000 GBP year'],
    ['en', 'cook min 25k max 30k', 'cook max 30k', 'pay 25000 year'],
    ['en', 'salary 2000', '', 'pay 2000 month'],
    ['en', 'nurse £2,000', 'nurse', 'pay 2000 GBP month'],
    ['de', 'ab 2000 netto', '', 'pay 2000 month'],
    ['de', 'von 2000 bis 3000', '', 'pay 2000 month'],
    ['de', 'mindestens 2050 im Monat', '', 'pay 2050 month'],
    ['de', 'Kundenberatung ab 2500 Vollzeit', 'Kundenberatung', 'pay 2500 month', 'employment_type full-time'],
  ])('%s: %s', async (language, typed, ...expected) => {
    expect(await read(typed, language)).toEqual(expected);
  });

  it.each([
    'up to £30,000',
    'over 50s worker',
    'over 18',
    '24/7 support',
    '40 hours',
    'unter 3000 €',
    'level 3',
    'ISO 27001',
    '5k run',
    '2026',
    'Ausbildung ab 2026',
    'apprentice from 2026',
    'apprentice from 2026-27',
    'apprentissage à partir de 2026',
    'Studium von 2026 bis 2029',
    'over 1000 employees',
    'over 100k followers',
    'min 2000 sqft',
    'mehr als 3000 Einwohner',
    'plus de 1500 salariés',
    'cook 40k max',
    'cook £40k or less',
    'cook £40k a year (maximum)',
    'Koch 40.000 € oder weniger',
    'cuisinier 40k ou moins',
    'no more than £40k',
    'nicht mehr als 3000 €',
    'pas plus de 30 000 €',
  ])('leaves %s as it is', async (typed) => {
    expect(await read(typed)).toEqual([typed]);
  });
});

describe('places', () => {
  it.each<[language: string, typed: string, keys: string, ...read: string[]]>([
    ['en', 'teacher in london', 'teacher', 'place london'],
    ['en', 'marketing manager london', 'marketing manager', 'place london'],
    ['en', 'teacher Berlin', 'teacher', 'place Berlin'],
    ['en', 'Toronto jobs', '', 'place Toronto'],
    ['en', 'nurse in Toronto, ON', 'nurse', 'place Toronto, ON'],
    ['en', 'nurse toronto ontario', 'nurse', 'place toronto ontario'],
    ['en', 'nurse near New York part time', 'nurse', 'place New York', PART_TIME],
    ['en', 'cook in reading', 'cook', 'place reading'],
    ['en', 'engineer in the bay area', 'engineer', 'place bay area'],
    ['en', 'nurse GTA', 'nurse', 'place GTA'],
    ['en', 'actor LA', 'actor', 'place LA'],
    ['en', 'nurse Hamilton ON', 'nurse', 'place Hamilton ON'],
    ['en', 'nurse New Orleans LA', 'nurse', 'place New Orleans LA'],
    ['en', 'nurse in ON', 'nurse', 'place ON'],
    ['en', 'nurse UK', 'nurse', 'place UK'],
    ['en', 'jobs in Reading', '', 'place Reading'],
    ['en', 'teacher in Reading, urgent', 'teacher urgent', 'place Reading'],
    ['en', 'in London nurse', 'nurse', 'place London'],
    ['en', 'warden in Ambleside part time nights', 'warden nights', 'place Ambleside', PART_TIME],
    ['en', 'work in Ambleside jobs', '', 'place Ambleside'],
    ['en', 'not in London but in York', 'not in London but', 'place York'],
    ['en', 'warden in Ambleside', 'warden', 'place Ambleside'],
    ['en', 'nurse near 10001', 'nurse', 'place 10001'],
    ['en', 'nurse SW1A 1AA', 'nurse', 'place SW1A 1AA'],
    ['en', 'nurse M5G 2C2', 'nurse', 'place M5G 2C2'],
    ['de', 'Pflege München', 'Pflege', 'place München'],
    ['de', 'Koch in Essen', 'Koch', 'place Essen'],
    ['de', 'Jobs in der Nähe von Köln', '', 'place Köln'],
    ['de', 'Jobs Bayern', '', 'place Bayern'],
    ['fr', 'professeur à Lyon', 'professeur', 'place Lyon'],
    ['fr', 'professeur a Lyon', 'professeur', 'place Lyon'],
    ['fr', 'soignant près de Nice', 'soignant', 'place Nice'],
  ])('%s: %s', async (language, typed, ...expected) => {
    expect(await read(typed, language)).toEqual(expected);
  });

  it.each([
    'reading',
    'nice',
    'chef essen',
    'chandler',
    'app mobile',
    'University of Toronto',
    'london fundraiser coordinator',
    'as a la',
    'nurse in training',
    'nurse not in london',
    'nurse not in New York',
    'nurse not close to York',
    'Lehrer nicht Berlin',
    'Lehrer nicht in der Nähe von Berlin',
    'Lehrer nicht in Kleinkleckersdorf',
    'infirmier pas à Lyon',
    'nurse not near 10001',
    'career in law',
    'career in law enforcement',
    'career in early childhood education',
    'career in mobile developer',
    'warden in Ambleside nights',
    'emploi en mer',
    'nurse OR',
    'physician MD',
    'teacher ON',
  ])('leaves %s as it is', async (typed) => {
    expect(await read(typed)).toEqual([typed]);
  });

  it('performs no lookups for words that name no place', async () => {
    lookups.length = 0;
    for (const typed of ['nurse part time', 'marketing manager london', 'teacher in london', 'care assistant'])
      await read(typed);
    expect(lookups).toEqual([]);
  });

  it.each([
    ['en', 'remote', 'remote', ''],
    ['en', 'Anywhere', 'remote', ''],
    ['en', 'work from home', 'remote', ''],
    ['de', 'Home Office', 'remote', ''],
    ['fr', 'télétravail', 'remote', ''],
    ['en', 'Remote, Germany', 'remote', 'Germany'],
    ['en', 'Toronto or remote', 'remote', 'Toronto'],
    ['en', 'Berlin (hybrid)', 'hybrid', 'Berlin'],
  ])('%s: in the box for places %s is %s', (language, typed, value, place) => {
    expect(reader.readPlaceBox(typed, language)).toMatchObject({ phrase: { kind: 'remote', values: [value] }, place });
  });

  it.each(['Toronto', '10001', 'Frankfurt (Oder)', '', '()', 'Berlin nicht im Homeoffice', 'Berlin not fully remote'])(
    'reads %s in the box for places only as a place',
    (typed) => {
      expect(reader.readPlaceBox(typed, 'en')).toBeUndefined();
    },
  );
});

describe('hostile words', () => {
  const HOSTILE = [
    'a'.repeat(10_000),
    'part time '.repeat(1000),
    'in '.repeat(3333),
    '9'.repeat(10_000),
    '9 '.repeat(5000),
    '£1,'.repeat(3333),
    '!?.,;-–—*"()[]{}'.repeat(625),
    'ñurseالعربية中文Ελλάδα '.repeat(400),
    'remote"'.repeat(1400),
    '\u0300'.repeat(10_000),
  ];

  it.each(HOSTILE.flatMap((text) => [text, text.slice(0, 200)]))('takes less than 20 ms', async (text) => {
    const start = performance.now();
    await read(text, 'fr');
    reader.readPlaceBox(text, 'de');
    expect(performance.now() - start).toBeLessThan(20);
  });

  it('accepts any text, recognizes only typed text, and finds nothing more in the rest', async () => {
    const piece = fc.constantFrom(
      ...[
        'nurse',
        'part',
        'time',
        'part-time',
        'remote',
        'in',
        'london',
        'Berlin',
        'volunteer',
        '£40k',
        'over',
        '50000',
        '"',
        '-',
        'jobs',
        'für',
        'Studierende',
      ],
      ...['seit', 'gestern', 'à', 'Lyon', 'new', 'york', ',', 'last', '3', 'days', 'CDD', 'stage', 'or', '€'],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom('en', 'de', 'fr'),
        async (words, language) => {
          const text = words.join(' ');
          const { keys, phrases } = await reader.read(text, language, { isApplicable: () => true, places });
          for (const { typed } of phrases) expect(text).toContain(typed);
          if (phrases.length === 0) expect(keys).toBe(text);
          else expect(keys.length).toBeLessThan(text.length);
        },
      ),
    );
  });
});
