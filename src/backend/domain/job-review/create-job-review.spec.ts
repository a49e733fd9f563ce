import { sql } from 'kysely';
import { DEFAULT_JOB_RULES, MAX_REASON_LENGTH } from '#contract/job-form/job-form.js';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';

interface Review {
  position: number | null;
  total: number;
  previous: string | null;
  next: string | null;
  employer: {
    isNew: boolean;
    websiteDomain: string | null;
    recruiter: { name: string; emailDomain: string; isWebsiteDomain: boolean | null } | null;
    publishedJobs: number;
    sentBack: number;
  };
}

describe('[REC-02] what reviewers see of a job', () => {
  const world = jobWorld({ jobs: { ...DEFAULT_JOB_RULES, review: true } });
  const review = (jwt: string, id: string) =>
    world.ask<Review | null>(
      `jobReview(id: "${id}") { position total previous next employer {
        isNew websiteDomain recruiter { name emailDomain isWebsiteDomain } publishedJobs sentBack } }`,
      jwt,
    );

  it('its position in the queue, by waiting time, and the previous and next job', async () => {
    const member = await world.member(await world.organization());
    const editor = await world.reviewer();
    const ids: string[] = [];
    for (let job = 0; job < 3; job += 1) {
      world.now = new Date(world.now.getTime() + 1000);
      const id = await world.draft(member.jwt);
      await world.move(member.jwt, id, 'submit');
      ids.push(id);
    }
    const [first, second, third] = ids as [string, string, string];
    expect(await review(editor.jwt, first)).toMatchObject({ position: 1, total: 3, previous: null, next: second });
    expect(await review(editor.jwt, second)).toMatchObject({ position: 2, previous: first, next: third });
    expect(await review(editor.jwt, third)).toMatchObject({ position: 3, previous: second, next: null });
    await world.move(editor.jwt, second, 'approve');
    // A job that no longer waits leads to the first one that does.
    expect(await review(editor.jwt, second)).toMatchObject({ position: null, total: 2, previous: null, next: first });
    expect(await review(editor.jwt, '999999')).toBeNull();
    expect(await review(editor.jwt, 'x')).toBeNull();
    for (const id of [first, third]) await world.move(editor.jwt, id, 'approve');
    expect(await review(editor.jwt, first)).toMatchObject({ position: null, total: 0, next: null });
  });

  it('facts about its employer', async () => {
    const organization = await world.organization('pending');
    await sql`update organization set website = 'https://www.orchard.test/about' where id = ${organization}`.execute(
      world.database,
    );
    const member = await world.member(organization);
    await sql`update account set email = 'keeper@mail.orchard.test' where id = ${member.id}`.execute(world.database);
    const editor = await world.reviewer();
    const job = await world.draft(member.jwt);
    await world.move(member.jwt, job, 'submit');
    const facts = async () => (await review(editor.jwt, job))!.employer;
    expect(await facts()).toMatchObject({
      isNew: true,
      websiteDomain: 'orchard.test',
      recruiter: { emailDomain: 'mail.orchard.test', isWebsiteDomain: true },
      publishedJobs: 0,
      sentBack: 0,
    });
    await world.move(editor.jwt, job, 'send_back', 'reason: "Which bees?"');
    await world.move(member.jwt, job, 'submit');
    await sql`update account set email = 'keeper@freemail.test' where id = ${member.id}`.execute(world.database);
    expect(await facts()).toMatchObject({ sentBack: 1, recruiter: { isWebsiteDomain: false } });
    await world.move(editor.jwt, job, 'approve');
    expect(await facts()).toMatchObject({ isNew: false, publishedJobs: 0 });
    const other = await world.draft(member.jwt);
    expect((await review(editor.jwt, other))!.employer).toMatchObject({ publishedJobs: 1, recruiter: null });
  });

  it('the words of a published text that a change replaces', async () => {
    const member = await world.member(await world.organization());
    const editor = await world.reviewer();
    const job = await world.draft(member.jwt, { description: '<h2>Bees</h2><p>You look after the bees.</p>' });
    await world.move(member.jwt, job, 'submit');
    await world.move(editor.jwt, job, 'approve');
    const { version } = (await world.edited(member.jwt, job))!;
    const description = '<h2>Trees</h2><p>You look after <a href="https://trees.test/">the trees</a>.</p>';
    await world.save(member.jwt, `id: "${job}", version: ${version},`, { description, zip: 'X' });
    await world.move(member.jwt, job, 'update');
    const { changes } = await world.ask<{ changes: { field: string; parts: { text: string; change: string }[] }[] }>(
      `editedJob(id: "${job}") { changes { field parts { text change } } }`,
      editor.jwt,
    );
    const { parts } = changes.find(({ field }) => field === 'description')!;
    const textOf = (change: string) => parts.flatMap((part) => (part.change === change ? [part.text.trim()] : []));
    expect(textOf('removed').join(' ')).toContain('Bees');
    expect(textOf('added').join(' ')).toMatch(/Trees.*trees \(https:\/\/trees/);
    expect(textOf('same').join(' ')).toContain('You look after the');
  });
});

describe('[REC-02] saved reasons for sending jobs back', () => {
  const world = jobWorld();
  const list = (jwt: string) =>
    world.ask<{ id: string; title: string; text: string }[]>('reviewReasons { id title text }', jwt);
  const save = async (jwt: string, title: string, text: string, id?: string) => {
    const values = `title: ${JSON.stringify(title)}, text: ${JSON.stringify(text)}`;
    const { errors } = await world.ask<{ errors: { field: string | null; message: string }[] }>(
      `saveReviewReason(input: { ${id ? `id: "${id}",` : ''} ${values} }) { errors { field message } }`,
      jwt,
    );
    return errors.map(({ field, message }) => `${field}: ${message}`);
  };

  it('are added, changed and deleted by every reviewer, checked and written into the audit log', async () => {
    const editor = await world.reviewer();
    const admin = await world.reviewer('administrator');
    expect(await list(editor.jwt)).toEqual([]);
    expect(await save(editor.jwt, ' ', '')).toEqual(['title: Field is required', 'text: Field is required']);
    expect(await save(editor.jwt, 'Pay', 'x'.repeat(MAX_REASON_LENGTH + 1))).toEqual([
      `text: Please use at most ${MAX_REASON_LENGTH.toLocaleString('en')} characters`,
    ]);
    expect(await save(editor.jwt, 'Pay', 'Please state the pay.')).toEqual([]);
    expect(await save(editor.jwt, 'Contact', 'Please remove the phone number.\r\nThank you.')).toEqual([]);
    expect(await save(admin.jwt, 'PAY ', 'Another.')).toEqual([expect.stringContaining('title: Another reason has')]);
    const [contact, pay] = await list(admin.jwt);
    expect([contact, pay]).toMatchObject([
      { title: 'Contact', text: 'Please remove the phone number.\nThank you.' },
      { title: 'Pay', text: 'Please state the pay.' },
    ]);
    expect(await save(admin.jwt, 'Pay', 'Please state the pay range.', pay!.id)).toEqual([]);
    expect(await save(admin.jwt, 'Gone', 'Text', '999')).toEqual([expect.stringContaining('Somebody has deleted')]);
    await world.ask(`deleteReviewReason(id: "${contact!.id}") { errors { message } }`, editor.jwt);
    expect(await list(editor.jwt)).toEqual([{ ...pay, text: 'Please state the pay range.' }]);
    const events = await world.ask<{ action: string; details: { value: string }[] }[]>(
      'auditEvents(limit: 2) { action details { value } }',
      admin.jwt,
    );
    expect(events.map(({ action, details }) => [action, details[0]!.value])).toEqual([
      ['review-reason.deleted', 'Contact'],
      ['review-reason.saved', 'Pay'],
    ]);
  });

  it('belong to one site', async () => {
    const editor = await world.reviewer();
    await sql`insert into review_reason (site, title, text, changed_at) values ('elsewhere', 'Theirs', 'x', now())`.execute(
      world.database,
    );
    expect((await list(editor.jwt)).map(({ title }) => title)).not.toContain('Theirs');
    const { rows } = await sql<{ id: number }>`select id from review_reason where site = 'elsewhere'`.execute(
      world.database,
    );
    await world.ask(`deleteReviewReason(id: "${rows[0]!.id}") { errors { message } }`, editor.jwt);
    expect(await save(editor.jwt, 'Mine', 'x', String(rows[0]!.id))).toEqual([expect.stringContaining('deleted')]);
    const kept = await sql<{ title: string }>`select title from review_reason where site = 'elsewhere'`.execute(
      world.database,
    );
    expect(kept.rows).toEqual([{ title: 'Theirs' }]);
  });
});
