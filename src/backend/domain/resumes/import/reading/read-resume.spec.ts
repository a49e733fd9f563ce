import fc from 'fast-check';
import { ENGLISH_RESUME, FRENCH_RESUME, GERMAN_RESUME } from '../../../../../../test/support/data/resume-texts.js';
import { KNOWN_TERMS } from './known-terms.js';
import type { ImportedField } from './proposals.js';
import { readResume } from './read-resume.js';

const read = (lines: readonly string[]) => readResume(lines, KNOWN_TERMS);

/** Items that were read for a field, each with its parts by name. */
function found(lines: readonly string[], field: ImportedField) {
  const items = read(lines).items.filter((each) => each.field === field);
  return items.map(({ values }) => Object.fromEntries(values.map(({ name, value }) => [name, value])));
}

const single = (lines: readonly string[], field: ImportedField) => found(lines, field)[0]?.[field];

describe('readResume', () => {
  it('[APP-03] reads an English resume', () => {
    expect(read(ENGLISH_RESUME).language).toBe('en');
    const singles = (['firstName', 'lastName', 'phone', 'title'] as const).map((field) =>
      single(ENGLISH_RESUME, field),
    );
    expect(singles).toEqual(['Margaret', 'O’Neill-Brown', '(416) 555-0142', 'Community Programs Coordinator']);
    expect(found(ENGLISH_RESUME, 'homeLocation')).toEqual([
      {
        addressLine1: '42 Cedar Street',
        locality: 'Toronto',
        administrativeArea: 'ON',
        zip: 'M5G 1L7',
        countryCode: 'CA',
      },
    ]);
    expect(single(ENGLISH_RESUME, 'about')).toMatch(/^Coordinator with ten .* volunteers together, .* a programme\.$/);
    expect(found(ENGLISH_RESUME, 'workExperience')).toEqual([
      {
        jobTitle: 'Program Coordinator',
        companyName: 'Hope House Foundation',
        location: 'Toronto, ON',
        from: '2019-03',
        summary:
          'Lead a team of four and sixty volunteers in three shelters.\nWrote grant applications worth 400,000 dollars.',
      },
      {
        jobTitle: 'Settlement Worker',
        companyName: 'Newcomer Centre of Peel',
        location: 'Mississauga, ON',
        from: '2014-01',
        until: '2019-02',
        summary: 'Helped 200 families a year to find homes, schools and work.',
      },
    ]);
    expect(found(ENGLISH_RESUME, 'education')).toEqual([
      {
        institution: 'York University',
        studyProgram: 'Bachelor of Social Work',
        degreeLevel: 'bachelors-degree',
        fieldOfStudy: 'social-work-studies',
        location: 'Toronto',
        from: '2009',
        until: '2013',
      },
    ]);
    expect(found(ENGLISH_RESUME, 'languages')).toEqual([
      { language: 'English', level: 'level-native' },
      { language: 'French', level: 'level-good' },
      { language: 'Punjabi', level: 'level-good' },
    ]);
    expect(found(ENGLISH_RESUME, 'skills').map(({ skill }) => skill)).toEqual([
      ...['Grant writing', 'Case management', 'Volunteer recruitment', 'Salesforce'],
    ]);
  });

  it('[APP-03] reads a German resume with dates beside the entries', () => {
    expect(read(GERMAN_RESUME).language).toBe('de');
    const singles = (['firstName', 'lastName', 'phone', 'birthday', 'title'] as const).map((field) =>
      single(GERMAN_RESUME, field),
    );
    expect(singles).toEqual(['Jonas', 'von der Heide', '030 1234567', '1990-03-12', undefined]);
    expect(found(GERMAN_RESUME, 'homeLocation')).toEqual([
      { addressLine1: 'Lindenstraße 12', zip: '10969', locality: 'Berlin' },
    ]);
    expect(found(GERMAN_RESUME, 'workExperience')).toEqual([
      {
        jobTitle: 'Sozialarbeiter',
        companyName: 'Caritasverband e. V.',
        location: 'Berlin',
        from: '2019-03',
        summary: 'Beratung von Familien in Krisen\nGruppenleitung',
      },
      {
        jobTitle: 'Erzieher',
        companyName: 'Kita Sonnenschein gGmbH',
        location: 'Potsdam',
        from: '2015-09',
        until: '2019-02',
      },
      { jobTitle: 'Trainer', companyName: 'Sportverein Kreuzberg', employmentType: 'volunteer', from: '2017' },
    ]);
    expect(found(GERMAN_RESUME, 'education').map(({ institution, degreeLevel }) => [institution, degreeLevel])).toEqual(
      [
        ['Alice Salomon Hochschule', 'bachelors-degree'],
        ['Goethe-Gymnasium', 'secondary-school'],
      ],
    );
    expect(found(GERMAN_RESUME, 'languages').map(({ level }) => level)).toEqual([
      ...['level-native', 'level-fluent', 'level-basic'],
    ]);
  });

  it('[APP-03] reads a French resume with dates above the entries', () => {
    expect(read(FRENCH_RESUME).language).toBe('fr');
    const singles = (['firstName', 'lastName', 'phone', 'birthday', 'title'] as const).map((field) =>
      single(FRENCH_RESUME, field),
    );
    expect(singles).toEqual(['Amélie', 'Lefèvre', '+33 6 12 34 56 78', '1988-05-04', 'Chargée de communication']);
    expect(found(FRENCH_RESUME, 'workExperience')).toEqual([
      {
        jobTitle: 'Chargée de communication',
        companyName: 'Fondation Lumière',
        location: 'Lyon',
        from: '2019-03',
        summary: 'Refonte du site et des réseaux sociaux\nRelations avec la presse',
      },
      {
        jobTitle: 'Assistante de projet',
        companyName: 'Croix-Rouge française',
        location: 'Paris',
        from: '2014-09',
        until: '2019-02',
      },
    ]);
    expect(found(FRENCH_RESUME, 'languages')).toEqual([
      { language: 'Français', level: 'level-native' },
      { language: 'Anglais', level: 'level-fluent' },
      { language: 'Allemand', level: 'level-basic' },
    ]);
  });

  it('[APP-03] ignores email and web addresses', () => {
    for (const text of [ENGLISH_RESUME, GERMAN_RESUME, FRENCH_RESUME])
      expect(JSON.stringify(read(text).items)).not.toMatch(/@|www|Staatsangehörigkeit/);
  });

  it('[APP-03] distinguishes employer and title in either order', () => {
    const lines = [
      'Experience',
      'Red Cross Society — Program Manager\t2010 – 2012',
      'Volunteer at Toronto Food Bank (2008 - 2009)',
    ];
    expect(found(lines, 'workExperience')).toMatchObject([
      { jobTitle: 'Program Manager', companyName: 'Red Cross Society', from: '2010', until: '2012' },
      { jobTitle: 'Volunteer', companyName: 'Toronto Food Bank', from: '2008', until: '2009' },
    ]);
  });

  it.each([
    ['with other marks', ['· Led a team of eight', '· Ran three shelters']],
    ['with marks that stand close', ['-Led a team of eight', '-Ran three shelters']],
    ['without marks', ['Led a team of eight', 'Ran three shelters in Leeds']],
    ['with arrows', ['➤ Led a team of eight', '→ Ran three shelters']],
  ])('[APP-03] keeps the first activity of each job: lists %s', (_name, list) => {
    for (const head of [
      ['Programme Manager, Shelter, Leeds', 'Jan 2019 – Mar 2023'],
      ['Programme Manager, Shelter, Leeds\tJan 2019 – Mar 2023'],
      ['Programme Manager', 'Shelter, Leeds', 'Jan 2019 – Mar 2023'],
      ['Programme Manager\tJan 2019 – Mar 2023', 'Shelter, Leeds'],
      ['Jan 2019 – Mar 2023', 'Programme Manager, Shelter, Leeds'],
    ]) {
      const jobs = found(['Experience', ...head, ...list], 'workExperience');
      expect({ head, jobs }).toMatchObject({
        head,
        jobs: [{ jobTitle: 'Programme Manager', companyName: 'Shelter', location: 'Leeds', from: '2019-01' }],
      });
      expect(jobs[0]!.summary).toMatch(/^Led a team of eight\nRan three shelters/);
    }
  });

  it.each([
    ...['Work Experience and Internships', 'RELEVANT WORK EXPERIENCE', 'Professional experiences'],
    ...['Berufs\u00aderfahrung', 'Berufserfahrung & Praktika', 'Relevante Berufs\u200berfahrung'],
    ...['Expériences professionnelles et stages', 'Autres expériences'],
  ])('[APP-03] reads the jobs below %s', (heading) => {
    const jobs = found(['Skills', 'Cooking', heading, 'Cook, Hope House 2019'], 'workExperience');
    expect(jobs).toMatchObject([{ jobTitle: 'Cook', companyName: 'Hope House' }]);
  });

  it('[APP-03] reads other headings that are extended or joined', () => {
    for (const heading of [
      'Volunteer',
      'Community Involvement',
      'Gesellschaftliches Engagement',
      'Activités bénévoles',
    ])
      expect(found([heading, 'Volunteer', 'Food Bank', '2019 – 2020'], 'workExperience')).toMatchObject([
        { jobTitle: 'Volunteer', companyName: 'Food Bank', employmentType: 'volunteer' },
      ]);
    const mixed = 'Volunteer|Food Bank|2019 – 2020|Cook|Hope House|2016 – 2018|Relevant skills: Baking'.split('|');
    const jobs = found(['Experience', ...mixed], 'workExperience');
    expect(jobs).toMatchObject([{ jobTitle: 'Volunteer' }, { jobTitle: 'Cook', summary: 'Relevant skills: Baking' }]);
    for (const heading of ['Training & Certifications', 'Fort- und Weiterbildung', 'Diplômes et certifications'])
      expect(found([heading, 'York University 2019'], 'education')).toHaveLength(1);
    for (const heading of ['Skills & Interests', 'Interests and skills', 'Kenntnisse und Interessen'])
      expect(found([heading, 'Team\u00adwork'], 'skills')).toEqual([{ skill: 'Teamwork' }]);
    // Activities are no headings.
    const job = ['Experience', 'Cook, Hope House 2019', 'Training and coaching', '• Training and certifications'];
    expect(found(job, 'workExperience')).toMatchObject([
      { summary: 'Training and coaching\nTraining and certifications' },
    ]);
  });

  it('[APP-03] reads dated activities as part of their job', () => {
    const list = ['In 2019, led a team of five', 'Since 2020 deputy of the director', '2021: opened a shelter'];
    for (const head of [
      ['Social Worker, Hope House 2017 – 2022'],
      ['2017 – 2022', 'Social Worker, Hope House'],
      ['Social Worker, Hope House', '2017 – 2022'],
    ]) {
      const jobs = found(['Experience', ...head, ...list.map((each) => `• ${each}`)], 'workExperience');
      expect(jobs).toEqual([
        { jobTitle: 'Social Worker', companyName: 'Hope House', from: '2017', until: '2022', summary: list.join('\n') },
      ]);
    }
    const german = ['Berufserfahrung', '• 2015 – 2022 Erzieher, Kita Sonnenschein', '• Ab dem Jahr 2019 Leitung'];
    expect(found(german, 'workExperience')).toMatchObject([
      { jobTitle: 'Erzieher', summary: 'Ab dem Jahr 2019 Leitung' },
    ]);
  });

  it('[APP-03] reads lists of jobs with bullets', () => {
    const lines = [
      '• seit 03/2022 Köchin, Hope House',
      '• (2019 – 2022) Bäckerin, Kitchens',
      '• Mai 2017 – Mai 2018: Helferin, Tafel',
    ];
    expect(found(['Berufserfahrung', ...lines], 'workExperience')).toMatchObject([
      { jobTitle: 'Köchin', companyName: 'Hope House', from: '2022-03' },
      { jobTitle: 'Bäckerin', companyName: 'Kitchens', from: '2019', until: '2022' },
      { jobTitle: 'Helferin', companyName: 'Tafel', from: '2017-05', until: '2018-05' },
    ]);
    // A year alone is a heading of its jobs.
    expect(found(['Experience', '2022', '• 03/2022 Cook, Hope House'], 'workExperience')).toMatchObject([
      { jobTitle: 'Cook' },
    ]);
  });

  it('[APP-03] reads an employer below a title', () => {
    const lines = ['Experience', 'Programme Manager, Housing\t2019 – 2023', 'St Mungo’s Charity, Leeds', 'Led a team.'];
    expect(found(lines, 'workExperience')[0]).toMatchObject({ summary: 'Led a team.' });
    const other = ['Experience', 'Cook', '2019 – 2023', 'Northern Kitchens', 'Led a team of eight cooks'];
    expect(found(other, 'workExperience')[0]).toMatchObject({
      jobTitle: 'Cook',
      companyName: 'Northern Kitchens',
      summary: 'Led a team of eight cooks',
    });
  });

  it('[APP-03] never takes the rest of a date for a title', () => {
    const lines = ['Experience', '2019-09 – 2019-03', 'Cook, Hope House', '12/18 2017 – 2018\tBaker, Kitchens'];
    expect(found(lines, 'workExperience')).toMatchObject([
      { jobTitle: 'Cook', companyName: 'Hope House', from: '2019-09' },
      { jobTitle: 'Baker', companyName: 'Kitchens', from: '2017', until: '2018' },
    ]);
  });

  it('[APP-03] joins a skill that was wrapped at the page width', () => {
    const skills = (lines: readonly string[]) => found(['Skills', ...lines], 'skills').map(({ skill }) => skill);
    expect(skills(['Grant writing, case management, volunteer', 'recruitment, Salesforce'])).toEqual([
      ...['Grant writing', 'case management', 'volunteer recruitment', 'Salesforce'],
    ]);
    expect(skills(['Grant writing, Case management, Volunteer recruitment, Microsoft', 'Office, Salesforce'])).toEqual([
      ...['Grant writing', 'Case management', 'Volunteer recruitment', 'Microsoft Office', 'Salesforce'],
    ]);
    expect(skills(['• Safeguarding of children and', 'young people', '• Budgets'])).toEqual([
      ...['Safeguarding of children and young people', 'Budgets'],
    ]);
    expect(skills(['Grant writing', 'case management', 'Word, Excel', 'Office: Outlook'])).toEqual([
      ...['Grant writing', 'case management', 'Word', 'Excel', 'Outlook'],
    ]);
  });

  it('[APP-03] cuts a text that is too long after a sentence or a word', () => {
    const profile = 'I cook for many. '.repeat(200);
    const about = single(['Profile', profile], 'about')!;
    expect([about.length, about.slice(-11)]).toEqual([2498, 'k for many.']);
    const words = 'cooking '.repeat(400);
    const [job] = found(['Experience', 'Cook, Hope House 2019 – 2020', `• ${words}`, '• Baking'], 'workExperience');
    expect([job!.summary!.length, job!.summary!.slice(-16)]).toEqual([2496, 'cooking cooking…']);
    expect(found(['Profile', 'x'.repeat(3000)], 'about')).toEqual([]);
  });

  it('[APP-03] never proposes the person’s name as a skill', () => {
    const lines = ['Anna von der Heide', 'Skills', 'Cooking', 'ANNA VON DER HEIDE', 'von der Heide Anna', 'Baking'];
    expect(found(lines, 'skills')).toEqual([{ skill: 'Cooking' }, { skill: 'Baking' }]);
  });

  it('[APP-03] does not treat the last subject as part of the school’s name', () => {
    const lines = ['Education', 'A-levels: English, History, French; Allerton Grange School, Leeds\t2003 – 2005'];
    expect(found(lines, 'education')).toMatchObject([
      { institution: 'Allerton Grange School', studyProgram: 'A-levels: English, History, French', location: 'Leeds' },
    ]);
  });

  it('[APP-03] proposes nothing for empty input', () => {
    for (const text of [
      [],
      [''],
      ['Lorem ipsum dolor sit amet, consectetur adipiscing elit.'],
      ['Invoice 2019', 'Total: 4711'],
    ])
      expect(read(text).items).toEqual([]);
  });

  const piece = fc.constantFrom(
    ...[
      'Berufserfahrung',
      'Education',
      'Langues',
      'Skills',
      '2019 – heute',
      '03/2019',
      '\t',
      ' | ',
      '• ',
      ', ',
      ' - ',
      'GmbH',
    ],
    ...[
      'Anna Beispiel',
      '+49 30 123456',
      '10969 Berlin',
      'C1',
      '(',
      ')',
      'Muttersprache',
      'x@y.z',
      ':',
      '\u0000',
      '\ud800',
      '́',
    ],
  );
  const line = fc
    .array(fc.oneof(piece, fc.string(), fc.string({ unit: 'binary' })), { maxLength: 6 })
    .map((parts) => parts.join(''));

  it('[APP-03] accepts any text, and each value has its source lines', () => {
    const text = fc.array(fc.oneof(line, fc.constantFrom(...ENGLISH_RESUME, ...GERMAN_RESUME, ...FRENCH_RESUME)), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, (lines) => {
        for (const { values } of read(lines).items) {
          expect(values.length).toBeGreaterThan(0);
          for (const each of values) {
            expect(each.value).not.toBe('');
            expect(each.lines.length).toBeGreaterThan(0);
            for (const number of each.lines) expect(lines[number]?.trim()).toBeTruthy();
          }
        }
      }),
      { numRuns: 1500, seed: 35 },
    );
  });

  it('[APP-03] takes time proportional to the length, for any text', () => {
    const hostile = [
      ...['a', '(', ' ', '\t', '|', '-', '2019', '2019 ', 'A ', 'Aa-', '1 ', '+4', '@', 'Aa '].map((each) =>
        each.repeat(150_000 / each.length),
      ),
      ...['2019 – 2020\n', 'Skills\n', 'a\n', '• a\n', 'English, \n', 'Experience\n2019\n', 'Anna Beispiel | \n'].map(
        (each) => each.repeat(150_000 / each.length),
      ),
    ];
    for (const text of hostile)
      for (const heading of [[], ['Experience'], ['Education'], ['Languages'], ['Skills'], ['Profile']]) {
        const [whole, quarter] = [text, text.slice(0, text.length / 4)].map((part) =>
          timeOf(() => read([...heading, ...part.split('\n')])),
        );
        // Four times the text: quadratic time would be sixteen times as long.
        const isProportionate = whole! < MEASURABLE_MS || whole! < 10 * quarter!;
        expect({ text: text.slice(0, 20), heading, isProportionate }).toMatchObject({ isProportionate: true });
      }
  }, 60_000);
});

/** Below this time, garbage collection dominates the measurement. */
const MEASURABLE_MS = 500;

/** @returns the shorter of two runs, in milliseconds of this process's CPU time, which excludes other load on the machine */
function timeOf(work: () => void): number {
  const times = [1, 2].map(() => {
    const begun = process.cpuUsage();
    work();
    return process.cpuUsage(begun).user / 1000;
  });
  return Math.min(...times);
}
