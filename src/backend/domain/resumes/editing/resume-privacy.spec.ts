import sharp from 'sharp';
import { sql } from 'kysely';
import {
  type ResumeFields,
  resumeEditingWorld,
  SAVED_RESUME,
} from '../../../../../test/support/worlds/resume-editing-world.js';

const PICTURE = () =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#0b5d57' } })
    .withExif({ IFD0: { Copyright: 'Nobody’s business' } })
    .jpeg()
    .toBuffer();

describe('visibility of a resume to others', () => {
  const { world, somebody, save, edited, valuesOf, token, everything } = resumeEditingWorld();

  it('[APP-03] [APP-04] a picture is re-encoded, visible to the owner and those who may see the resume, and has no public address', async () => {
    const { jwt, id } = await somebody();
    const sent = await token('me.jpg', await PICTURE());
    const typed = await save(jwt, 0, { picture: [sent] }, false);
    expect(typed.errors).toEqual([]);
    const url = (await edited(jwt)).picture!.url;
    expect(url).toMatch(/^data:image\/webp;base64,/);
    const made = await sharp(Buffer.from(url.split(',')[1]!, 'base64')).metadata();
    expect([made.width, made.height, made.exif]).toEqual([480, 160, undefined]);
    const names = { firstName: ['Ada'], lastName: ['N'], title: ['Cook'] };
    // The upload token stands for the picture, also when it is repeated.
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
    // The form of another person does not accept it.
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

  it('[APP-04] texts for recruiters must not reveal the person', async () => {
    const { jwt } = await somebody();
    const { version } = await save(jwt, 0, {
      firstName: ['Zoë'],
      lastName: ['Müller'],
      phone: ['+49 (0)171 5550-142'],
    });
    const texts: ResumeFields = {
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

  it('[APP-04] a number or name is not accepted while texts for recruiters contain it', async () => {
    const { jwt } = await somebody();
    const told = await save(jwt, 0, {
      title: ['Cook'],
      workExperience: [{ jobTitle: 'Cook', from: '2020-01', summary: 'Call 0171 555 0142' }],
    });
    expect(told.errors).toEqual([]);
    const refused = await save(jwt, told.version!, { firstName: ['Ada'], lastName: ['N'], phone: ['+49 171 5550142'] });
    expect(refused.errors).toEqual([expect.objectContaining({ field: 'firstName', rule: 'revealed' })]);
    const { personalInfo } = await world.ask<{ personalInfo: { phone: string | null } }>(
      'ownResume { personalInfo { phone } }',
      jwt,
    );
    expect(personalInfo.phone).toBeNull();
    const mended = await save(jwt, refused.version!, { workExperience: [{ jobTitle: 'Cook', from: '2020-01' }] });
    expect(mended.errors).toEqual([]);
    const again = await save(jwt, mended.version!, { firstName: ['Ada'], lastName: ['N'], phone: ['+49 171 5550142'] });
    expect(again.errors).toEqual([]);
  });

  it('[APP-04] [ROLE-05] private fields are stored separately, and shown to the owner only, or to administrators with a reason', async () => {
    const { jwt } = await somebody();
    await save(jwt, 0, everything());
    await world.ask(`setResumeVisibility(visible: true) { ${SAVED_RESUME} }`, jwt);
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
    // The form of another applicant contains none of it.
    const other = await somebody();
    expect(JSON.stringify(await edited(other.jwt))).not.toMatch(/Nightingale|Ada|555 0142|Elm St/);
    const { rows } = await sql<{ text: string }>`
      select concat(r::text, d::text) as text from resume r join directory_resume d on d.id = r.id
    `.execute(world.database);
    expect(rows.map(({ text }) => text).join()).not.toMatch(/Nightingale|555 0142|Elm St|1990-04-23/);
  });
});
