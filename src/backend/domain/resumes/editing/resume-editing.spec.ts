import { sql } from 'kysely';
import { ALL_RESUME_FIELDS } from '#contract/resume-form/resume-fields.js';
import {
  type SavedResume,
  resumeEditingWorld,
  SAVED_RESUME,
} from '../../../../../test/support/worlds/resume-editing-world.js';
import { blockedQueries } from '../../../../../test/support/blocked-queries.js';
import { waitFor } from '../../../../../test/support/wait-for.js';

describe('one’s own resume', () => {
  const { world, somebody, save, edited, valuesOf, isFindable, everything } = resumeEditingWorld();

  it('[APP-03] every group and field is stored, returned under the contract’s names, and shown again in the form', async () => {
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
    // The returned values equal the stored ones: sending them again changes nothing.
    const before = await sql`select education, work_experience, desired_salary, lat from resume`.execute(
      world.database,
    );
    const again = Object.fromEntries(form.fields.map(({ name, values }) => [name, values]));
    expect((await save(jwt, 1, again)).errors).toEqual([]);
    const after = await sql`select education, work_experience, desired_salary, lat from resume`.execute(world.database);
    expect(after.rows).toEqual(before.rows);
  });

  it('[APP-03] invalid values are reported by field and kept in the form, but never stored in the resume', async () => {
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
    expect(await world.ask(`discardResumeDraft(version: ${form.version}) { ${SAVED_RESUME} }`, jwt)).toMatchObject({
      version: form.version + 1,
    });
    expect(await valuesOf(jwt, 'title')).toEqual(['Cook']);
  });

  it('[APP-03] unsaved input is in the form only; groups are saved one by one', async () => {
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

  it('[APP-03] of two windows the second gets a conflict, in any process, and overwrites nothing', async () => {
    const { jwt } = await somebody();
    const { version } = await save(jwt, 0, { firstName: ['Ada'], lastName: ['N'] });
    const answers = await Promise.all(
      ['First', 'Second'].map((title, process) => save(jwt, version!, { title: [title] }, true, process)),
    );
    expect(answers.filter(({ conflict }) => conflict)).toHaveLength(1);
    const winner = answers.findIndex(({ conflict }) => !conflict);
    expect(await valuesOf(jwt, 'title')).toEqual([['First', 'Second'][winner]]);
    expect((await save(jwt, 0, { title: ['Third'] })).conflict).not.toBeNull();
    // The answer to the same values was lost.
    for (const apply of [true, false])
      expect(await save(jwt, version!, { title: [['First', 'Second'][winner]!] }, apply)).toEqual({
        version: version! + 1,
        conflict: null,
        errors: [],
      });
    const discarded = await world.ask<SavedResume>(`discardResumeDraft(version: ${version}) { ${SAVED_RESUME} }`, jwt);
    expect(discarded.conflict).not.toBeNull();
  });

  it('[APP-03] entries can be reordered and keep their ids', async () => {
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

  it('[APP-03] stays hidden if its owner hides it while it is saved', async () => {
    const { jwt, id } = await somebody();
    const { version } = await save(jwt, 0, { firstName: ['Ada'], lastName: ['N'], title: ['Beekeeper'] });
    await world.ask(`setResumeVisibility(visible: true) { ${SAVED_RESUME} }`, jwt);
    // The page has already read the resume when it waits for the transaction that hides it.
    const saving = await world.database.transaction().execute(async (trx) => {
      await sql`update resume set visible = false where account_id = ${id}::uuid`.execute(trx);
      const answer = save(jwt, version!, { title: ['Gardener'] });
      await waitFor('the save to wait', async () =>
        (await blockedQueries(world.database, trx)).some((query) => query.includes('insert into resume (')),
      );
      return { answer };
    });
    expect((await saving.answer).errors).toEqual([]);
    expect(await valuesOf(jwt, 'title')).toEqual(['Gardener']);
    expect([(await edited(jwt)).visible, await isFindable(id)]).toEqual([false, false]);
  });

  it('[APP-03] can be found when its owner wants it and it has a title, and not after it is hidden or deleted', async () => {
    const { jwt, id } = await somebody();
    const show = (visible: boolean) =>
      world.ask<SavedResume>(`setResumeVisibility(visible: ${visible}) { ${SAVED_RESUME} }`, jwt);
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
    expect((await world.ask<SavedResume>(`deleteResume { ${SAVED_RESUME} }`, jwt)).errors).toEqual([]);
    expect([await isFindable(id), (await edited(jwt)).exists]).toEqual([false, false]);
    expect((await found('hives')).result_count).toBe(0);
    expect((await world.ask<SavedResume>(`deleteResume { ${SAVED_RESUME} }`, jwt)).errors[0]!.rule).toBe('none');
    const { rows } = await sql`select from resume_form where account_id = ${id}::uuid`.execute(world.database);
    expect(rows).toHaveLength(0);
  });
});
