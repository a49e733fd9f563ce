import { sql } from 'kysely';
import { applicationWorld, type Person } from '../../../../../test/support/worlds/application-world.js';

const EXPORT = `query E($jobId: ID!, $filter: ApplicationFilterInput, $after: ID) {
  exportedApplications(jobId: $jobId, filter: $filter, after: $after) {
    questions next applications { id firstName emailAddress tags rating unmet coverLetter answers { answer } } } }`;

interface Part {
  questions: string[];
  next: string | null;
  applications: { id: string; firstName: string; tags: string[]; answers: { answer: string }[] }[];
}

describe('[REC-05] all applications for a job', () => {
  const world = applicationWorld();
  let job: string;

  beforeAll(async () => {
    const question = { id: 'q', text: 'Why?', required: false };
    job = await world.job({}, { application_qualifying_questions: JSON.stringify([question]) });
    await world.apply(job, { firstName: 'Ann', answers: [{ id: 'q', answer: 'Because' }] }, 'applicant');
    // Many with the same timestamp, as after an import.
    await sql`
      insert into application (site, job_id, organization_id, request_key, language, first_name, last_name, email, cover_letter, answers, tags,
        created_at, updated_at)
      select 'default', job_id, organization_id, 'many-' || n, 'en', 'P' || n, 'Bell', 'p' || n || '@people.test', '',
        '[{"id": "old", "question": "Asked before?", "answer": "Yes"}]', '{good}', created_at, created_at
      from application, generate_series(1, 240) n
    `.execute(world.database);
  });

  const read = (variables: object = {}, who: Person = 'owner') =>
    world.ask<Part | null>(EXPORT, { jobId: job, ...variables }, who);

  it('are read in parts, each once, with every question that was ever asked', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    const sizes: number[] = [];
    do {
      const part: Part = (await read({ after }))!;
      expect(part.questions).toEqual(['Why?', 'Asked before?']);
      seen.push(...part.applications.map(({ firstName }) => firstName));
      sizes.push(part.applications.length);
      after = part.next;
    } while (after !== null);
    expect([sizes, new Set(seen).size]).toEqual([[100, 100, 41], 241]);
    expect((await read({ filter: { text: 'p24' } }))!.applications.map(({ firstName }) => firstName).sort()).toEqual([
      'P24',
      'P240',
    ]);
  });

  it('are exported to members only, and a part contains only applications for its own job', async () => {
    for (const who of ['stranger', 'applicant', 'other', 'job_editor', 'site_admin', 'administrator'] as const)
      expect([who, await read({}, who)]).toEqual([who, null]);
    const theirs = await world.job({}, {}, { of: 1 });
    const { next } = (await read())!;
    const foreign = await read({ jobId: theirs, after: next }, 'stranger');
    expect(foreign!.applications).toEqual([]);
  });

  it('start from the beginning with a text that is no place in them', async () => {
    const first = await read();
    const id = first!.applications[0]!.id;
    for (const after of ['', 'x', id, '-', `-${id}`, '1-x', `1-${id}' or '1`, `${'9'.repeat(30)}-${id}`])
      expect(await read({ after })).toEqual(first);
    expect((await read({ after: `${'9'.repeat(16)}-${id}` }))!.applications).toHaveLength(100);
    expect((await read({ after: `0-${id}` }))!.applications).toEqual([]);
  });

  it('are continued after the last application of a part was deleted', async () => {
    // Within a millisecond, so that the order depends on the microseconds.
    await sql`
      update application a set created_at = a.created_at + n * interval '1 microsecond'
      from (select id, row_number() over (order by id desc) as n from application) numbered where numbered.id = a.id
    `.execute(world.database);
    const { rows } = await sql<{ id: string }>`
      select id from application order by created_at desc, id desc limit 200
    `.execute(world.database);
    const first = (await read())!;
    await sql`delete from application where id = ${first.applications.at(-1)!.id}::uuid`.execute(world.database);
    const second = (await read({ after: first.next }))!;
    const seen = [...first.applications, ...second.applications].map(({ id }) => id);
    expect(seen).toEqual(rows.map(({ id }) => id));
  });
});
