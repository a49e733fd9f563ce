import { plainLine } from '../../../reference/text/clean-text.js';
import type { Advert, AdvertRead } from './advert.js';
import { detectFormat, type FileFormat, FileRefusal } from './file-format.js';
import { ADVERT_READERS } from '../import-file.js';

/** The chunk size used for files; shorter chunks find bugs at their boundaries. */
const PIECE = 65_536;

async function read(format: FileFormat, text: string, piece = 7): Promise<AdvertRead[]> {
  async function* pieces(): AsyncGenerator<string, void, undefined> {
    for (let at = 0; at < text.length; at += piece) yield await Promise.resolve(text.slice(at, at + piece));
  }
  const rows: AdvertRead[] = [];
  for await (const found of ADVERT_READERS[format](pieces())) rows.push(...found);
  return rows;
}

async function adverts(format: FileFormat, text: string): Promise<Partial<Advert>[]> {
  return (await read(format, text)).map((row) => ('advert' in row ? row.advert : { title: `! ${row.problem}` }));
}

describe('CSV', () => {
  it('takes columns by name, in any order, with other delimiters', async () => {
    expect(await adverts('csv', 'Location;Job Title;colour;Description\n"Köln; Bonn";Koch;red;Kochen\n')).toMatchObject(
      [{ title: 'Koch', description: 'Kochen', place: { text: 'Köln; Bonn' } }],
    );
    expect(await adverts('csv', 'sep=;\ntitle;description;company\nA;B;C\n')).toMatchObject([
      { title: 'A', organization: 'C' },
    ]);
  });

  it('reports rows of a different length and continues', async () => {
    const rows = await read('csv', 'title,description\nA,one\nB\nC,two,three\n\nD,four\n');
    expect(rows.map((row) => ('problem' in row ? row.problem : row.advert.title))).toEqual([
      'A',
      'line 3: has 1 fields where the heading has 2',
      'line 4: has 3 fields where the heading has 2',
      'D',
    ]);
  });

  it.each([
    'name,age\nBob,3\n',
    'title\nCook\n',
    'description,requirements\nx,y\n',
    'title,description\n',
    'just words',
  ])('refuses %j', async (text) => {
    await expect(read('csv', text)).rejects.toThrow(FileRefusal);
  });
});

const POSTING = {
  '@context': 'https://schema.org/',
  '@type': 'JobPosting',
  title: 'Street nurse',
  description: '<p>Care on the road.</p>',
  identifier: { '@type': 'PropertyValue', name: 'Trust', value: 4711 },
  datePosted: '2026-11-01',
  validThrough: '2026-12-31T23:59',
  employmentType: ['FULL_TIME', 'CONTRACTOR'],
  hiringOrganization: { '@type': 'Organization', name: 'Care Trust', sameAs: 'https://care.example' },
  jobLocation: [
    {
      '@type': 'Place',
      address: { addressLocality: 'Leeds', addressRegion: 'ENG', postalCode: 'LS1', addressCountry: { name: 'GB' } },
    },
  ],
  jobLocationType: 'TELECOMMUTE',
  applicantLocationRequirements: [{ '@type': 'Country', name: 'UK' }],
  baseSalary: {
    '@type': 'MonetaryAmount',
    currency: 'GBP',
    value: { minValue: '28,000', maxValue: 32000, unitText: 'YEAR' },
  },
  experienceRequirements: { monthsOfExperience: 24 },
  educationRequirements: { credentialCategory: 'bachelor degree' },
  jobBenefits: ['Pension', 'Bike'],
  skills: 'triage',
};

describe('JSON', () => {
  const expected = {
    key: '4711',
    title: 'Street nurse',
    organization: 'Care Trust',
    organizationWebsite: 'https://care.example',
    employmentTypes: ['FULL_TIME', 'CONTRACTOR'],
    place: { locality: 'Leeds', area: 'ENG', zip: 'LS1', country: 'GB' },
    remote: 'TELECOMMUTE',
    eligibleCountries: ['UK'],
    salary: { min: '28,000', max: 32000, currency: 'GBP', unit: 'YEAR' },
    experienceMonths: 24,
    education: 'bachelor degree',
    benefits: '• Pension\n• Bike',
    skills: ['triage'],
  };

  it.each<[string, unknown]>([
    ['a single posting', POSTING],
    ['an array', [POSTING]],
    ['jobs', { count: 1, jobs: [POSTING], next: null }],
    ['a graph', { '@context': 'x', '@graph': [POSTING] }],
    ['an ItemList', { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: POSTING }] }],
  ])('reads %s', async (_name, document) => {
    expect(await adverts('json', JSON.stringify(document, null, 1))).toMatchObject([expected]);
  });

  it('accepts strings instead of objects, and reports other elements as broken rows', async () => {
    const plain = {
      title: 'Cook',
      description: 'x',
      hiringOrganization: 'Kitchen',
      jobLocation: 'Bonn',
      baseSalary: 40000,
      identifier: 'k',
      employmentType: 'FULL_TIME,PART_TIME',
    };
    const [cook, ...odd] = await adverts('json', JSON.stringify([plain, 5, null, ['x'], 'y']));
    expect(cook).toMatchObject({
      organization: 'Kitchen',
      place: { text: 'Bonn' },
      salary: { text: '40000' },
      key: 'k',
      employmentTypes: ['FULL_TIME', 'PART_TIME'],
    });
    expect(odd.map(({ title }) => title)).toEqual(Array(4).fill('! is not an object'));
  });

  it.each([
    '[{"title":"x"},',
    '{"jobs":[{"title":"x"}',
    '[]',
    '{}',
    '{"error":"not found"}',
    '[{"title":"x"}] trailing',
    '[{"title": x}]',
    '"text"',
  ])('refuses %s', async (text) => {
    await expect(read('json', text)).rejects.toThrow(FileRefusal);
  });

  it('reads JSON Lines, and reports a broken line as a broken row', async () => {
    const text = `${JSON.stringify(POSTING)}\n\n{"title":\n{"title":"B","description":"x"}\n`;
    expect((await adverts('jsonl', text)).map(({ title }) => title)).toEqual([
      'Street nurse',
      '! is not well-formed JSON',
      'B',
    ]);
    await expect(read('jsonl', 'a\nb\n')).rejects.toThrow(FileRefusal);
  });
});

describe('XML', () => {
  const feed = (jobs: string): string =>
    `<?xml version="1.0" encoding="utf-8"?><source><publisher>P</publisher>${jobs}</source>`;

  it('reads the fields of a job feed, in any letter case, with CDATA and entities', async () => {
    const job =
      '<JOB><Title><![CDATA[Cook & Baker]]></Title><referencenumber>R1</referencenumber><company>Kitchen</company><city>Bonn</city>' +
      '<state/><country>DE</country><description><![CDATA[<p>Cook.</p>]]></description><salary>30000</salary><jobtype>fulltime, parttime</jobtype>' +
      '<url>https://example.org/?a=1&amp;b=2</url><remotetype>Hybrid remote</remotetype><experience>2+ years</experience><unknown>x</unknown></JOB>';
    expect(await adverts('xml', feed(job))).toMatchObject([
      {
        title: 'Cook & Baker',
        key: 'R1',
        organization: 'Kitchen',
        place: { locality: 'Bonn', country: 'DE' },
        description: '<p>Cook.</p>',
        salary: { text: '30000' },
        employmentTypes: ['fulltime', 'parttime'],
        url: 'https://example.org/?a=1&b=2',
        remote: 'Hybrid remote',
        experience: '2+ years',
      },
    ]);
  });

  it('does not take the id and address of an employer or a category for those of the job', async () => {
    const job =
      '<job><company><id>77</id><name>Kitchen</name><url>https://kitchen.example/</url><country>DE</country></company>' +
      '<category><id>12</id><name>Catering</name></category><apply><url>https://kitchen.example/apply</url><id>3</id></apply>' +
      '<location><id>9</id><city>Lyon</city></location><referencenumber>1</referencenumber><title>Cook</title></job>';
    const [advert] = await adverts('xml', feed(job));
    expect(advert).toMatchObject({ key: '1', title: 'Cook', url: 'https://kitchen.example/apply' });
    expect(advert!.place).toEqual({ locality: 'Lyon' });
    expect(plainLine(advert!.organization)).toBe('Kitchen');
    expect(plainLine(advert!.occupations![0])).toBe('Catering');
  });

  it('reads markup and groups inside fields, and undeclared entities', async () => {
    const job =
      '<job id="7"><title>Caf&eacute;&nbsp;host</title><location><city>Lyon</city><country>FR</country></location><description><p>One <b>two</b></p><ul><li>x</li></ul></description></job>';
    expect(await adverts('xml', feed(job))).toMatchObject([
      {
        key: '7',
        title: 'Café\u00a0host',
        place: { locality: 'Lyon', country: 'FR' },
        description: '<p>One <b>two</b></p><ul><li>x</li></ul>',
      },
    ]);
  });

  it.each([
    feed(''),
    feed('<job><title>x</title>'),
    '<source><job><title>a & b</title></job></source>',
    '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><source><job><title>&c;</title></job></source>',
    'no xml',
  ])('refuses %s', async (text) => {
    await expect(read('xml', text)).rejects.toThrow(FileRefusal);
  });

  it('refuses elements that are nested without end, and texts that do not end', async () => {
    const nested = `<source><job><title>x</title>${'<b>'.repeat(1_000_000)}`;
    await expect(read('xml', nested, PIECE)).rejects.toThrow('has elements nested more than 200 levels deep (job 1).');
    for (const start of ['<source><job><title>', '<source><!-- ', '<source attribute="', '<source><job><![CDATA['])
      await expect(read('xml', start + 'x'.repeat(9_000_000), PIECE)).rejects.toThrow(
        'has a job that is too long (job 1).',
      );
  });
});

describe('formats', () => {
  it.each([
    ['title,description\n', 'a.csv', 'csv'],
    ['title;x', 'a.txt', 'csv'],
    ['[{"title":1}]', 'a.csv', 'json'],
    ['[\n]', 'a.json', 'json'],
    ['{\n"jobs":[]}', 'a', 'json'],
    ['{"a":1}\n{"b":2}\n', 'a.json', 'jsonl'],
    ['{"a":1}', 'a.jsonl', 'jsonl'],
    ['<?xml version="1.0"?><source/>', 'a.csv', 'xml'],
  ])('%j in %s is %s', (text, path, format) => {
    expect(detectFormat(text, path)).toBe(format);
  });

  it.each([
    ['<!DOCTYPE html><html>', 'jobs.xml'],
    ['\n<HTML><body>502', 'jobs.csv'],
    ['<?xml version="1.0"?><!-- x --><!DOCTYPE html PUBLIC "x">', 'jobs.xml'],
    ['   ', 'jobs.csv'],
    ['title,x', 'jobs.json'],
  ])('refuses %j as %s', (text, path) => {
    expect(() => detectFormat(text, path)).toThrow(FileRefusal);
  });
});
