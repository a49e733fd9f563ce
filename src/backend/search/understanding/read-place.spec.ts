import { lookups, reader, readQuery } from '../../../../test/support/search-index/query-reading.js';

const PART_TIME = 'employment_type part-time';

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
    ['en', 'nurse in London, urgent', 'nurse urgent', 'place London'],
    ['en', 'nurse, London, Ontario', 'nurse,', 'place London, Ontario'],
    ['en', 'nurse or carer London', 'nurse or carer', 'place London'],
    ['fr', 'professeur à Lyon', 'professeur', 'place Lyon'],
    ['fr', 'professeur a Lyon', 'professeur', 'place Lyon'],
    ['fr', 'soignant près de Nice', 'soignant', 'place Nice'],
  ])('%s: %s', async (language, typed, ...expected) => {
    expect(await readQuery(typed, language)).toEqual(expected);
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
    'Erzieher Berlin oder Hamburg',
    'Pflege Berlin, Hamburg',
    'nurse in London or York',
    'nurse in London and in York',
    'infirmier Paris ou Lyon',
  ])('leaves %s as it is', async (typed) => {
    expect(await readQuery(typed)).toEqual([typed]);
  });

  it('performs no lookups for words that name no place', async () => {
    lookups.length = 0;
    for (const typed of ['nurse part time', 'marketing manager london', 'teacher in london', 'care assistant'])
      await readQuery(typed);
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
