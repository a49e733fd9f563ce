import { createRequire } from 'node:module';
import schema from '@jsonresume/schema';
import { sql } from 'kysely';
import { accountWorld } from '../../../../../test/support/worlds/account-world.js';
import { docxOf, encryptedPdf, pdfOf, pdfOfLines } from '../../../../../test/support/data/resume-files.js';
import { ENGLISH_RESUME, FRENCH_RESUME, GERMAN_RESUME } from '../../../../../test/support/data/resume-texts.js';
import { UploadedFile } from '#shared/multipart/multipart.js';
import { saveResumes } from '../resume.repository.js';

interface Item {
  field: string;
  values: { name: string; value: string; label: string | null; lines: string[]; assumed: boolean }[];
}
interface Answer {
  proposal: { source: string; items: Item[] } | null;
  errors: { field: string; rule: string; message: string }[];
}

const ASKED =
  'proposal { source items { field values { name value label lines assumed } } } errors { field rule message }';

describe('[APP-03] resumes from files', () => {
  const world = accountWorld();
  const person = async (role?: string) => {
    const { id, email } = await world.person(role);
    return { id, jwt: await world.jwtOf(email) };
  };

  async function send(jwt: string | undefined, bytes: Uint8Array, locale = 'en') {
    return world.backend.execute({
      operationName: '',
      query: `mutation M($file: Upload!) { proposeResume(file: $file) { ${ASKED} } }`,
      variables: { file: new UploadedFile('resume', bytes) },
      headers: {
        'x-causeboard-frontend': `default; locale=${locale}`,
        ...(jwt ? { authorization: `Bearer ${jwt}` } : {}),
      },
    });
  }
  async function propose(jwt: string, bytes: Uint8Array, locale?: string): Promise<Answer> {
    const { data, errors } = await send(jwt, bytes, locale);
    expect(errors).toBeUndefined();
    return data!.proposeResume as Answer;
  }
  const of = (answer: Answer, field: string) =>
    (answer.proposal?.items ?? [])
      .filter((item) => item.field === field)
      .map(({ values }) => Object.fromEntries(values.map(({ name, value, label }) => [name, label ?? value])));
  async function exported(jwt: string): Promise<string | null> {
    const { data } = await world.backend.execute({
      operationName: '',
      query: '{ ownJsonResume }',
      headers: { 'x-causeboard-frontend': 'default; locale=en', authorization: `Bearer ${jwt}` },
    });
    return data!.ownJsonResume as string | null;
  }

  it('are proposed in the form’s format, each value with its source lines', async () => {
    const { jwt } = await person();
    const answer = await propose(jwt, pdfOfLines(ENGLISH_RESUME));
    expect(answer).toMatchObject({ proposal: { source: 'pdf' }, errors: [] });
    expect(of(answer, 'firstName')).toEqual([{ firstName: 'Margaret' }]);
    expect(of(answer, 'homeLocation')).toEqual([
      {
        addressLine1: '42 Cedar Street',
        locality: 'Toronto',
        administrativeArea: 'ON',
        zip: 'M5G 1L7',
        countryCode: 'Canada',
      },
    ]);
    expect(of(answer, 'workExperience')[0]).toMatchObject({
      jobTitle: 'Program Coordinator',
      companyName: 'Hope House Foundation',
      from: '2019-03',
      countryCode: 'Canada',
      administrativeArea: 'ON',
      locality: 'Toronto',
    });
    expect(of(answer, 'education')[0]).toMatchObject({
      degreeLevel: 'Bachelor’s degree',
      from: '2009-01',
      until: '2013-12',
    });
    expect(of(answer, 'languages')[0]).toEqual({ language: 'English', level: 'Native' });
    expect(of(answer, 'skills')).toEqual([
      { skills: 'Grant writing' },
      { skills: 'Case management' },
      { skills: 'Volunteer recruitment' },
    ]);
    expect(of(answer, 'skillsFree')).toEqual([{ skillsFree: 'Salesforce' }]);
    const values = answer.proposal!.items.flatMap((item) => item.values);
    // The file names only the town of a university.
    const assumed = values.filter((value) => value.assumed).map(({ value }) => value);
    expect(assumed).toEqual(['CA', 'ON', '2009-01', '2013-12']);
    const text = ENGLISH_RESUME.map((line) => line.replace(/\s+/g, ' '));
    for (const { lines } of values) for (const line of lines) expect(text).toContain(line);
  });

  it('are read from Word files, in other languages', async () => {
    const { jwt } = await person();
    const german = await propose(jwt, docxOf(GERMAN_RESUME), 'de');
    expect(german.proposal?.source).toBe('docx');
    expect(of(german, 'birthday')).toEqual([{ birthday: '1990-03-12' }]);
    expect(of(german, 'languages')[1]).toEqual({ language: 'Englisch', level: 'Verhandlungssicher (C1–C2)' });
    expect(of(german, 'workExperience')[2]).toMatchObject({ jobTitle: 'Trainer', employmentType: 'Ehrenamt' });
    const french = await propose(jwt, docxOf(FRENCH_RESUME));
    expect(of(french, 'skills')).toEqual([{ skills: 'Donor relations' }, { skills: 'Project management' }]);
  });

  it('name regions as is usual in the country', async () => {
    const { jwt } = await person();
    const english = ENGLISH_RESUME.map((line) =>
      line.replace('Toronto, ON M5G 1L7', 'Leeds LS1 8AT').replace('Mississauga, ON', 'Leeds'),
    );
    const answer = await propose(jwt, pdfOfLines(english));
    expect(of(answer, 'homeLocation')[0]).toMatchObject({ locality: 'Leeds', administrativeArea: 'England' });
    expect(of(answer, 'workExperience')[1]).toMatchObject({ locality: 'Leeds', administrativeArea: 'England' });
  });

  it('are not stored, and neither is the file', async () => {
    const { id, jwt } = await person();
    const counts = () =>
      sql<{
        n: string;
      }>`select (select count(*) from resume) + (select count(*) from kept_upload) + (select count(*) from file)
        + (select count(*) from application_file) as n`
        .execute(world.database)
        .then(({ rows }) => rows[0]!.n);
    const before = await counts();
    await propose(jwt, pdfOfLines(ENGLISH_RESUME));
    expect(await counts()).toBe(before);
    expect(await world.database.selectFrom('resume').select('id').where('account_id', '=', id).execute()).toEqual([]);
    expect(world.logged.join('\n')).not.toMatch(/Margaret|O’Neill|Cedar/);
  });

  it('report why a file cannot be read, and what to do', async () => {
    const { jwt } = await person();
    const files: Record<string, Uint8Array> = {
      empty: new Uint8Array(),
      type: Buffer.from('GIF89a, and no resume'),
      oldWord: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]),
      size: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(10_000_001)]),
      encrypted: encryptedPdf(),
      noText: pdfOf([[]]),
      nothing: pdfOfLines(['There once was a line that was no resume at all.']),
      damaged: Buffer.from('{ "basics": '),
      json: Buffer.from('{ "work": [{ "startDate": "last year" }] }'),
      length: Buffer.from(`{ "basics": { "summary": "${'x'.repeat(1_000_001)}" } }`),
    };
    for (const [rule, bytes] of Object.entries(files))
      for (const locale of ['en', 'de', 'fr']) {
        const { proposal, errors } = await propose(jwt, bytes, locale);
        expect({ rule, proposal, rules: errors.map((error) => error.rule) }).toEqual({
          rule,
          proposal: null,
          rules: [rule],
        });
        expect(errors[0]!.message).toMatch(/by hand|von Hand|à la main/);
      }
    expect((await propose(jwt, files.json!)).errors[0]!.message).toContain('work[0].startDate');
  });

  it('that are valid in two formats are read as one of them, and nothing is executed', async () => {
    const { jwt } = await person();
    const both = Buffer.concat([pdfOfLines(GERMAN_RESUME), docxOf(ENGLISH_RESUME)]);
    expect((await propose(jwt, both)).proposal?.source).toBe('pdf');
    const script = '<script>alert(1)</script>';
    const answer = await propose(jwt, docxOf(['Skills', `${script}, Cooking`]));
    expect(of(answer, 'skillsFree')).toEqual([{ skillsFree: script }, { skillsFree: 'Cooking' }]);
  });

  it('are read for applicants only', async () => {
    const file = pdfOfLines(ENGLISH_RESUME);
    const codes = async (jwt?: string) => (await send(jwt, file)).errors?.map(({ extensions }) => extensions?.code);
    expect(await codes()).toEqual(['UNAUTHENTICATED']);
    for (const role of ['recruiter', 'administrator'])
      expect(await codes((await person(role)).jwt)).toEqual(['FORBIDDEN']);
  });

  it('are exported as JSON Resume, and imported again with everything that the format supports', async () => {
    const { id, jwt } = await person();
    expect(await exported(jwt)).toBeNull();
    const toronto = { countryCode: 'CA', administrativeArea: 'ON', locality: 'Toronto' };
    const indexer = { indexResumes: () => Promise.resolve() };
    const empty = { desiredOccupationTids: [], employmentTypeTids: [], availabilityPeriods: [] };
    const resume = {
      accountId: id,
      language: 'en',
      visible: true,
      changed: world.now,
      ...empty,
      title: 'Cook',
      about: 'I cook.\nFor many.',
      firstName: 'Anna',
      lastName: 'de la Cruz',
      phone: '+1 416 555 0142',
      birthday: '1990-01-02',
      homeLocation: { ...toronto, addressLine1: '1 King Street', addressLine2: 'Unit 2', zip: 'M5H 1A1' },
      workExperience: [
        {
          id: '1',
          jobTitle: 'Cook',
          company: 'Hope House',
          location: toronto,
          summary: 'Soup.\nBread.',
          period: { from: '2019-03' },
        },
        { id: '2', jobTitle: 'Trainer', employmentTypeTid: 106, period: { from: '2017-01', until: '2018-02' } },
      ],
      education: [
        {
          id: '1',
          institution: 'York University',
          degreeTid: 504,
          studyProgram: 'Social Work',
          fieldTid: 801,
          period: { from: '2009-09', until: '2013-06' },
          summary: 'A thesis.\nA year abroad.',
        },
      ],
      languages: [{ tid: 1001, levelTid: 954 }, { tid: 1002, levelTid: 952 }, { tid: 1003 }],
      languagesFree: ['Catalan'],
      skillTids: [1101, 1127],
      skillsFree: ['Salesforce'],
    };
    await saveResumes(world.database, 'default', [resume], indexer);
    const text = (await exported(jwt))!;
    const content = JSON.parse(text) as { basics: object };
    schema.validate(content, (errors, valid) => expect({ errors, valid }).toEqual({ errors: null, valid: true }));
    expect(text).not.toMatch(/@people\.test|1990-01-02/);

    const answer = await propose(jwt, Buffer.from(text));
    expect(answer).toMatchObject({ proposal: { source: 'json' }, errors: [] });
    const single = (['firstName', 'lastName', 'phone', 'title', 'about'] as const).map(
      (field) => of(answer, field)[0]?.[field],
    );
    expect(single).toEqual(['Anna', 'de la Cruz', '+1 416 555 0142', 'Cook', 'I cook.\nFor many.']);
    expect(of(answer, 'homeLocation')).toEqual([
      {
        addressLine1: '1 King Street',
        addressLine2: 'Unit 2',
        zip: 'M5H 1A1',
        locality: 'Toronto',
        administrativeArea: 'ON',
        countryCode: 'Canada',
      },
    ]);
    expect(of(answer, 'workExperience')).toEqual([
      {
        jobTitle: 'Cook',
        companyName: 'Hope House',
        from: '2019-03',
        summary: 'Soup.\nBread.',
        countryCode: 'Canada',
        administrativeArea: 'ON',
        locality: 'Toronto',
      },
      { jobTitle: 'Trainer', employmentType: 'Volunteer', from: '2017-01', until: '2018-02' },
    ]);
    expect(of(answer, 'education')).toEqual([
      {
        institution: 'York University',
        degreeLevel: 'Bachelor’s degree',
        fieldOfStudy: 'Social work',
        studyProgram: 'Social Work',
        from: '2009-09',
        until: '2013-06',
        summary: 'A thesis.\nA year abroad.',
      },
    ]);
    expect(of(answer, 'languages')).toEqual([
      { language: 'English', level: 'Native' },
      { language: 'French', level: 'Good (B1–B2)' },
      { language: 'German' },
    ]);
    expect(of(answer, 'languagesFree')).toEqual([{ languagesFree: 'Catalan' }]);
    expect(of(answer, 'skills').map(({ skills }) => skills)).toHaveLength(2);
    expect(of(answer, 'skillsFree')).toEqual([{ skillsFree: 'Salesforce' }]);
    expect(answer.proposal!.items[0]!.values[0]!.lines).toEqual(['basics.name']);
  });

  it('the standard’s own example is read, and odd values in others are skipped', async () => {
    const { jwt } = await person();
    const example = createRequire(import.meta.url)('@jsonresume/schema/sample.resume.json') as object;
    const answer = await propose(jwt, Buffer.from(JSON.stringify(example)));
    expect(answer.errors).toEqual([]);
    expect(answer.proposal!.items.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['firstName', 'workExperience', 'education', 'skillsFree']),
    );
    const nulls = { basics: { name: 'Anna Beispiel', phone: null, summary: '' }, work: null, awards: [{ odd: 1 }] };
    expect(of(await propose(jwt, Buffer.from(`\ufeff${JSON.stringify(nulls)}`)), 'lastName')).toEqual([
      { lastName: 'Beispiel' },
    ]);
    const odd = {
      work: [null, { position: 'Cook', startDate: '2019-03', endDate: 'Present', highlights: ['Soup.', null] }],
      volunteer: [{ position: 'Trainer', startDate: '2017', endDate: 'today' }],
      education: [{ institution: 'York', startDate: '2009', endDate: 'June 2020', courses: [null] }],
      skills: [{ keywords: [null, 'Salesforce'] }],
    };
    const read = await propose(jwt, Buffer.from(JSON.stringify(odd)));
    expect(of(read, 'workExperience')).toEqual([
      { jobTitle: 'Cook', from: '2019-03', summary: 'Soup.' },
      { jobTitle: 'Trainer', from: '2017-01', employmentType: 'Volunteer' },
    ]);
    expect(of(read, 'education')).toEqual([{ institution: 'York', from: '2009-01', until: '2020-06' }]);
    expect(of(read, 'skillsFree')).toEqual([{ skillsFree: 'Salesforce' }]);
    expect((await propose(jwt, Buffer.from('{"work":[{"endDate":2019}]}'))).errors[0]?.rule).toBe('json');
    expect((await propose(jwt, Buffer.from('{"basics":[]}'))).errors[0]?.rule).toBe('json');
    expect((await propose(jwt, Buffer.from(`{"basics":${'['.repeat(200_000)}`))).errors[0]?.rule).toBe('damaged');
  });

  it('are exported for their owner only', async () => {
    const { jwt } = await person('recruiter');
    expect(await exported(jwt)).toBeNull();
  });
});
