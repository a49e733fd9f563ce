import sharp from 'sharp';
import { sql } from 'kysely';
import { accountWorld } from '../../../../../test/support/worlds/account-world.js';
import { ALL_RESUME_FIELDS } from '#contract/resume-form/resume-fields.js';
import { PendingUploads } from '../../../platform/uploads/pending-uploads.js';

type Fields = Record<string, (string | object)[]>;
interface Result {
  version: number | null;
  conflict: { by: string | null } | null;
  errors: { field: string | null; step: string | null; rule: string; message: string }[];
}
interface Edited {
  exists: boolean;
  visible: boolean;
  version: number;
  hasChanges: boolean;
  fields: { name: string; values: string[] }[];
  picture: { url: string } | null;
  completeness: { percent: number; missing: { field: string; step: string }[] };
}

const OWNER = 'a browser of the tests';
const RESULT = 'version conflict { by } errors { field step rule message }';
const EDITED = `exists visible version hasChanges fields { name values } picture { url }
  completeness { percent missing { field step } }`;
const PICTURE = () =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#0b5d57' } })
    .withExif({ IFD0: { Copyright: 'Nobody’s business' } })
    .jpeg()
    .toBuffer();

describe('one’s own resume', () => {
  const world = accountWorld();
  const tids: Record<string, string> = {};

  beforeAll(async () => {
    const { rows } = await sql<{ slug: string; tid: number }>`select slug, tid from term`.execute(world.database);
    for (const { slug, tid } of rows) tids[slug] = String(tid);
  });

  async function somebody(role = 'applicant') {
    const person = await world.person(role);
    return { ...person, jwt: await world.jwtOf(person.email) };
  }
  function save(jwt: string, version: number, fields: Fields, apply = true, process = 0): Promise<Result> {
    const list = Object.entries(fields).map(([name, values]) => {
      const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
      return `{ name: "${name}", values: ${JSON.stringify(texts)} }`;
    });
    const input = `version: ${version}, apply: ${apply}, owner: "${OWNER}", fields: [${list.join(' ')}]`;
    return world.ask(`saveResume(input: { ${input} }) { ${RESULT} }`, jwt, process);
  }
  const edited = (jwt: string): Promise<Edited> => world.ask(`editedResume { ${EDITED} }`, jwt);
  async function valuesOf(jwt: string, name: string): Promise<string[]> {
    return (await edited(jwt)).fields.find((field) => field.name === name)!.values;
  }
  async function isFindable(accountId: string): Promise<boolean> {
    const { rows } = await sql`
      select from directory_resume d join resume r on r.id = d.id where r.account_id = ${accountId}::uuid
    `.execute(world.database);
    return rows.length > 0;
  }
  async function token(name: string, bytes: Buffer): Promise<string> {
    const part = { token: null, name, offset: 0, last: true, owner: OWNER };
    const sent = await new PendingUploads(world.database).take(part, bytes, { site: 'default', now: world.now });
    if (!sent.ok) throw new Error(sent.violation.rule);
    return sent.file.token;
  }
  const everything = (): Fields => ({
    salutation: ['ms'],
    firstName: ['Ada'],
    lastName: ['Nightingale'],
    phone: ['+1 613 555 0142'],
    birthday: ['1990-04-23'],
    homeLocation: [
      { countryCode: 'CA', administrativeArea: 'ON', locality: 'Ottawa', zip: 'K1A', addressLine1: '1 Elm St' },
    ],
    about: ['I plant trees.\nAnd more trees.'],
    title: ['Gardener'],
    desiredOccupation: [tids.nursing!],
    employmentType: [tids['full-time']!],
    desiredLocation: [{ countryCode: 'CA', administrativeArea: 'ON', locality: 'Ottawa' }],
    desiredSalary: [{ minSalary: '50000', maxSalary: '60 000', currencyCode: 'CAD', salaryUnit: 'YEAR' }],
    careerStatus: [tids['seeking-work']!],
    availableStart: ['2026-12-01'],
    availabilityPeriods: [{ from: '2026-12', until: '2027-03' }],
    education: [
      { institution: 'School of Trees', degreeLevel: tids.bachelor ?? '', from: '2008-09', until: '2012-06' },
    ],
    workExperience: [
      {
        jobTitle: 'Gardener',
        companyName: 'Trees Ltd',
        occupation: tids.nursing!,
        from: '03/2021',
        summary: 'Oaks\nLimes',
      },
      { jobTitle: 'Helper', from: '2015-01', until: '2021-02', countryCode: 'CA', locality: 'Toronto' },
    ].map((entry) => ({ ...entry })),
    languages: [{ language: tids.english ?? Object.values(tids)[0]!, level: tids['level-native']! }],
    languagesFree: ['Klingon'],
    languageNotes: ['And a little Welsh.'],
    skills: [tids['first-aid']!],
    skillsFree: ['Grafting'],
    skillsNotes: ['Mostly oaks.'],
  });

  it('[APP-03] every group and field is stored, shown under the contract’s names, and comes back into the form', async () => {
    const { jwt, id } = await somebody();
    const typed = everything();
    delete (typed.education![0] as { degreeLevel?: string }).degreeLevel;
    expect(Object.keys(typed).sort()).toEqual(
      ALL_RESUME_FIELDS.map(({ name }) => name)
        .filter((name) => name !== 'picture')
        .sort(),
    );
    expect((await edited(jwt)).exists).toBe(false);
    const saved = await save(jwt, 0, typed);
    expect(saved).toEqual({ version: 1, conflict: null, errors: [] });
    const own = await world.ask<Record<string, unknown>>(
      `ownResume { visible language privateFieldsShown
        personalInfo { salutation firstName lastName phone birthday homeLocation { locality zip addressLine1 } about }
        jobPreferences { title desiredOccupation { slug } employmentType { slug } desiredLocation { locality lat }
          desiredSalary { minSalary maxSalary currencyCode salaryUnit } careerStatus { slug } availableStart
          availabilityPeriods { from until } }
        education { id institution timePeriod { from until } }
        workExperience { id jobTitle companyName occupation { slug } timePeriod { from until } summary location { locality } }
        languages { languages { language { slug } level { slug } } languagesFree languageNotes }
        skills { skills { slug } skillsFree skillsNotes } }`,
      jwt,
    );
    expect(own).toMatchObject({
      visible: false,
      language: 'en',
      personalInfo: {
        salutation: 'ms',
        firstName: 'Ada',
        lastName: 'Nightingale',
        phone: '+1 613 555 0142',
        birthday: '1990-04-23',
        about: 'I plant trees.\nAnd more trees.',
        homeLocation: { locality: 'Ottawa', zip: 'K1A', addressLine1: '1 Elm St' },
      },
      jobPreferences: {
        title: 'Gardener',
        desiredSalary: { minSalary: 50000, maxSalary: 60000, currencyCode: 'CAD', salaryUnit: 'YEAR' },
        careerStatus: { slug: 'seeking-work' },
        availableStart: '2026-12-01',
        availabilityPeriods: [{ from: '2026-12', until: '2027-03' }],
      },
      education: [{ id: '1', institution: 'School of Trees', timePeriod: { from: '2008-09', until: '2012-06' } }],
      workExperience: [
        { id: '1', jobTitle: 'Gardener', companyName: 'Trees Ltd', timePeriod: { from: '2021-03', until: null } },
        { id: '2', jobTitle: 'Helper', location: { locality: 'Toronto' } },
      ],
      languages: { languagesFree: ['Klingon'], languageNotes: 'And a little Welsh.' },
      skills: { skills: [{ slug: 'first-aid' }], skillsFree: ['Grafting'], skillsNotes: 'Mostly oaks.' },
    });
    const form = await edited(jwt);
    expect(form).toMatchObject({ exists: true, visible: false, version: 1, hasChanges: false });
    expect(form.completeness).toEqual({ percent: 100, missing: [] });
    expect(await isFindable(id)).toBe(false);
    // What comes back is what is stored: sent again it changes nothing.
    const before = await sql`select education, work_experience, desired_salary, lat from resume`.execute(
      world.database,
    );
    const again = Object.fromEntries(form.fields.map(({ name, values }) => [name, values]));
    expect((await save(jwt, 1, again)).errors).toEqual([]);
    const after = await sql`select education, work_experience, desired_salary, lat from resume`.execute(world.database);
    expect(after.rows).toEqual(before.rows);
  });

  it('[APP-03] what is wrong is told beside its field and kept, and is in no resume before it is right', async () => {
    const { jwt } = await somebody();
    const { version } = await save(jwt, 0, { firstName: ['Ada'], lastName: ['N'], title: ['Cook'] });
    const wrong = {
      title: [],
      birthday: ['2099-01-01'],
      desiredSalary: [{ minSalary: '9', maxSalary: '5' }],
      desiredLocation: [{ locality: 'Ottawa' }],
      workExperience: [
        { jobTitle: 'One', from: '2020-05', until: '2020-04' },
        { companyName: 'Two', from: 'soon' },
        { jobTitle: 'Three', until: '2020-04' },
      ],
    };
    const told = await save(jwt, version!, wrong);
    expect(told.version).toBe(version! + 1);
    expect(told.errors.map(({ field, rule }) => `${field} ${rule}`).sort()).toEqual([
      'birthday birthday',
      'desiredLocation.1.countryCode required',
      'desiredSalary.1.currencyCode payUnit',
      'desiredSalary.1.maxSalary order',
      'desiredSalary.1.salaryUnit payUnit',
      'title required',
      'workExperience.1.until order',
      'workExperience.2.from month',
      'workExperience.2.jobTitle required',
      'workExperience.3.from required',
    ]);
    expect(told.errors.find(({ field }) => field === 'title')).toMatchObject({
      step: 'job_preferences',
      message: 'Field is required',
    });
    const form = await edited(jwt);
    expect([form.hasChanges, await valuesOf(jwt, 'title'), await valuesOf(jwt, 'birthday')]).toEqual([
      true,
      [],
      ['2099-01-01'],
    ]);
    const own = await world.ask('ownResume { jobPreferences { title } workExperience { id } }', jwt);
    expect(own).toEqual({ jobPreferences: { title: 'Cook' }, workExperience: [] });
    expect(await world.ask(`discardResumeDraft(version: ${form.version}) { ${RESULT} }`, jwt)).toMatchObject({
      version: form.version + 1,
    });
    expect(await valuesOf(jwt, 'title')).toEqual(['Cook']);
  });

  it('[APP-03] what is typed and not saved is in the form alone; groups are saved one by one', async () => {
    const { jwt } = await somebody();
    const first = await save(jwt, 0, { firstName: ['Ada'], lastName: ['N'], title: ['Cook'] });
    const typed = await save(jwt, first.version!, { about: ['Not yet'], skillsFree: ['Soup'] }, false);
    expect(typed.errors).toEqual([]);
    expect((await edited(jwt)).hasChanges).toBe(true);
    const saved = await save(jwt, typed.version!, { skillsFree: ['Soup', 'Stew'] });
    expect(saved.errors).toEqual([]);
    const own = await world.ask('ownResume { personalInfo { about } skills { skillsFree } }', jwt);
    expect(own).toEqual({ personalInfo: { about: null }, skills: { skillsFree: ['Soup', 'Stew'] } });
    expect([await valuesOf(jwt, 'about'), (await edited(jwt)).hasChanges]).toEqual([['Not yet'], true]);
  });

  it('[APP-03] the second of two windows is told, whichever process it asks, and overwrites nothing', async () => {
    const { jwt } = await somebody();
    const { version } = await save(jwt, 0, { firstName: ['Ada'], lastName: ['N'] });
    const answers = await Promise.all(
      ['First', 'Second'].map((title, process) => save(jwt, version!, { title: [title] }, true, process)),
    );
    expect(answers.filter(({ conflict }) => conflict)).toHaveLength(1);
    const winner = answers.findIndex(({ conflict }) => !conflict);
    expect(await valuesOf(jwt, 'title')).toEqual([['First', 'Second'][winner]]);
    expect((await save(jwt, 0, { title: ['Third'] })).conflict).not.toBeNull();
    const discarded = await world.ask<Result>(`discardResumeDraft(version: ${version}) { ${RESULT} }`, jwt);
    expect(discarded.conflict).not.toBeNull();
  });

  it('[APP-03] entries are put in another order and keep who they are', async () => {
    const { jwt } = await somebody();
    const [one, two, three] = ['One', 'Two', 'Three'].map((jobTitle) => ({ jobTitle, from: '2020-01' }));
    const saved = await save(jwt, 0, { workExperience: [one!, two!] });
    const ids = async () => {
      const own = await world.ask<{ workExperience: { id: string; jobTitle: string }[] }>(
        'ownResume { workExperience { id jobTitle } }',
        jwt,
      );
      return own.workExperience.map(({ id, jobTitle }) => `${id} ${jobTitle}`);
    };
    expect(await ids()).toEqual(['1 One', '2 Two']);
    const turned = await save(jwt, saved.version!, { workExperience: [three!, two!, one!] });
    expect(await ids()).toEqual(['3 Three', '2 Two', '1 One']);
    await save(jwt, turned.version!, { workExperience: [{ ...three!, companyName: 'Now with a name' }, one!] });
    expect(await ids()).toEqual(['3 Three', '1 One']);
  });

  it('[APP-03] is found as soon as its owner wants it, not before it has a title, and not any more when it is hidden or deleted', async () => {
    const { jwt, id } = await somebody();
    const show = (visible: boolean) => world.ask<Result>(`setResumeVisibility(visible: ${visible}) { ${RESULT} }`, jwt);
    expect((await show(true)).errors).toEqual([expect.objectContaining({ rule: 'none' })]);
    const { version } = await save(jwt, 0, { firstName: ['Ada'], lastName: ['N'] });
    expect((await show(true)).errors).toEqual([expect.objectContaining({ rule: 'title' })]);
    const titled = await save(jwt, version!, { title: ['Beekeeper'] });
    expect((await show(true)).errors).toEqual([]);
    expect(await isFindable(id)).toBe(true);
    await save(jwt, titled.version!, { skillsFree: ['Smoking hives'] });
    const recruiter = await somebody('recruiter');
    await world.database
      .updateTable('account')
      .set({ approved_at: world.now })
      .where('id', '=', recruiter.id)
      .execute();
    const found = (words: string) =>
      world.ask<{ result_count: number }>(
        `searchAPISearch(index_id: "resumes", fulltext: { keys: ["${words}"] }, range: { first: 0, last: 5 }) { result_count }`,
        recruiter.jwt,
      );
    expect((await found('hives')).result_count).toBe(1);
    await show(false);
    expect(await isFindable(id)).toBe(false);
    await show(true);
    expect((await world.ask<Result>(`deleteResume { ${RESULT} }`, jwt)).errors).toEqual([]);
    expect([await isFindable(id), (await edited(jwt)).exists]).toEqual([false, false]);
    expect((await found('hives')).result_count).toBe(0);
    expect((await world.ask<Result>(`deleteResume { ${RESULT} }`, jwt)).errors[0]!.rule).toBe('none');
    const { rows } = await sql`select from resume_form where account_id = ${id}::uuid`.execute(world.database);
    expect(rows).toHaveLength(0);
  });

  it('[APP-03] [APP-04] a picture is made anew, seen by its owner and who may see the resume, and lies at no address', async () => {
    const { jwt, id } = await somebody();
    const sent = await token('me.jpg', await PICTURE());
    const typed = await save(jwt, 0, { picture: [sent] }, false);
    expect(typed.errors).toEqual([]);
    const url = (await edited(jwt)).picture!.url;
    expect(url).toMatch(/^data:image\/webp;base64,/);
    const made = await sharp(Buffer.from(url.split(',')[1]!, 'base64')).metadata();
    expect([made.width, made.height, made.exif]).toEqual([480, 160, undefined]);
    const names = { firstName: ['Ada'], lastName: ['N'], title: ['Cook'] };
    // The token stands for it, also when it comes once more.
    const saved = await save(jwt, typed.version!, { ...names, picture: [sent] });
    expect(saved.errors).toEqual([]);
    const own = () =>
      world.ask<{ personalInfo: { picture: object | null } }>('ownResume { personalInfo { picture { url } } }', jwt);
    expect((await own()).personalInfo.picture).toEqual({ url });
    const count = async (table: string) =>
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(world.database)).rows[0]!.n;
    const { rows: files } = await sql`select from file where uploaded`.execute(world.database);
    expect([files.length, await count('resume_form_picture'), await count('application_file')]).toEqual([0, 0, 0]);
    const [value] = await valuesOf(jwt, 'picture');
    // Nobody else's form takes it.
    const other = await somebody();
    expect((await save(other.jwt, 0, { picture: [value!] })).errors).toEqual([
      expect.objectContaining({ field: 'picture', rule: 'file' }),
    ]);
    expect((await edited(other.jwt)).picture).toBeNull();
    for (const [name, bytes, rule] of [
      ['me.pdf', Buffer.from('%PDF-1.7 no picture'), 'picture'],
      ['me.jpg', Buffer.from('\xff\xd8\xff broken', 'latin1'), 'picture'],
    ] as const) {
      const { version } = await edited(jwt);
      const refused = await save(jwt, version, { picture: [await token(name, bytes)] });
      expect(refused.errors).toEqual([expect.objectContaining({ field: 'picture', rule })]);
      expect((await own()).personalInfo.picture).toEqual({ url });
    }
    const { version } = await edited(jwt);
    expect((await save(jwt, version, { picture: [] })).errors).toEqual([]);
    expect((await own()).personalInfo.picture).toBeNull();
    expect(await count('resume_picture')).toBe(0);
    expect(id).not.toBe(other.id);
  });

  it('[APP-04] texts that recruiters read may not say who it is', async () => {
    const { jwt } = await somebody();
    const { version } = await save(jwt, 0, {
      firstName: ['Zoë'],
      lastName: ['Müller'],
      phone: ['+49 (0)171 5550-142'],
    });
    const texts: Fields = {
      title: ['Write to zoe.mueller@mail.example'],
      about: ['Call 0171 555 0142'],
      workExperience: [
        { jobTitle: 'ZOE MULLER, cook', from: '2020-01' },
        { jobTitle: 'Cook at Müller', from: '2019-01' },
      ],
      skillsFree: ['Soup', 'zoe (at) soup.example'],
      languageNotes: ['From 2015 to 2019 in Zürich'],
    };
    const told = await save(jwt, version!, texts);
    expect(told.errors.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'about private',
      'title private',
      'workExperience.1.jobTitle private',
      'skillsFree private',
    ]);
  });

  it('[APP-04] [ROLE-05] private fields are stored apart and told to nobody but the owner, and to administrators for a reason', async () => {
    const { jwt } = await somebody();
    await save(jwt, 0, everything());
    await world.ask(`setResumeVisibility(visible: true) { ${RESULT} }`, jwt);
    const { id: key } = await world.ask<{ id: string }>('ownResume { id }', jwt);
    const asked = `resume(id: "${key}") { privateFieldsShown personalInfo { firstName lastName phone birthday homeLocation { locality } about } }`;
    const recruiter = await somebody('recruiter');
    await world.database
      .updateTable('account')
      .set({ approved_at: world.now })
      .where('id', '=', recruiter.id)
      .execute();
    expect(await world.ask(asked, recruiter.jwt)).toEqual({
      privateFieldsShown: false,
      personalInfo: {
        firstName: null,
        lastName: null,
        phone: null,
        birthday: null,
        homeLocation: null,
        about: 'I plant trees.\nAnd more trees.',
      },
    });
    for (const role of ['administrator', 'site_admin', 'job_editor']) {
      const person = await somebody(role);
      const phone = async () =>
        (await world.ask<{ personalInfo: { phone: string | null } }>(asked, person.jwt)).personalInfo.phone;
      expect(await phone()).toBeNull();
      await world.send(`openPrivateRecord(kind: resume, id: "${key}", reason: "x") { errors { field } }`, person.jwt);
      expect(await phone()).toBe(role === 'administrator' ? '+1 613 555 0142' : null);
      const form = await world.send('editedResume { version }', person.jwt);
      expect(form.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    }
    // Another applicant has a form of their own, with nothing of it.
    const other = await somebody();
    expect(JSON.stringify(await edited(other.jwt))).not.toMatch(/Nightingale|Ada|555 0142|Elm St/);
    const { rows } = await sql<{ text: string }>`
      select concat(r::text, d::text) as text from resume r join directory_resume d on d.id = r.id
    `.execute(world.database);
    expect(rows.map(({ text }) => text).join()).not.toMatch(/Nightingale|555 0142|Elm St|1990-04-23/);
  });
});
