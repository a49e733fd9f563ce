import { sql } from 'kysely';
import { commerceRules } from '#contract/commerce/commerce-rules.js';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';
import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { endPlacements } from '../job-editing/placements/placements.js';
import { balances, grantCredits } from '../ledger/ledger.js';

const DAY_MS = 86_400_000;
const indexer = { index: () => Promise.resolve() } as never;

function suspendingWorld(rules: Parameters<typeof jobWorld>[0]) {
  const world = jobWorld(rules);
  return Object.assign(world, {
    async employer() {
      const organization = await world.organization();
      return { organization, ...(await world.member(organization)) };
    },
    async decide(organization: number, decision: 'suspend' | 'resume') {
      const { errors } = await world.ask<{ errors: unknown[] }>(
        `decideOrganization(input: { id: "${organization}", decision: ${decision}, reason: "x" }) { errors { rule } }`,
        (await world.reviewer('administrator')).jwt,
      );
      expect(errors).toEqual([]);
    },
    async block(userId: string, blocked: boolean) {
      await world.ask(
        `setUserBlocked(userId: "${userId}", blocked: ${blocked}, reason: "x") { errors { message } }`,
        (await world.reviewer('administrator')).jwt,
      );
    },
    after(days: number) {
      world.now = new Date(world.now.getTime() + days * DAY_MS);
    },
    shown: (id: string) =>
      world.database
        .selectFrom('job')
        .select(['state', 'featured', 'top'])
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow(),
  });
}

describe('the credits and placements of a suspended organization', () => {
  const world = suspendingWorld({
    jobs: { ...DEFAULT_JOB_RULES, review: true },
    commerce: commerceRules.parse({ publishing: 'credit' }),
  });

  async function give(organization: number, unit: string, amount: bigint) {
    const owner = { site: 'default', kind: 'organization', id: String(organization) } as const;
    const movement = { owner, unit, amount, key: `${organization}:${unit}`, cause: { kind: 'test' } };
    await grantCredits(world.database, { ...movement, source: 'granted' });
  }

  async function jobCredits(organization: number): Promise<bigint | undefined> {
    const owner = { site: 'default', kind: 'organization', id: String(organization) } as const;
    return (await balances(world.database, owner)).find(({ unit }) => unit === 'job')?.available;
  }

  /** Creates a published job that is featured for seven days and at the top for fourteen. */
  async function placed() {
    const employer = await world.employer();
    await give(employer.organization, 'job', 1n);
    await give(employer.organization, 'featured_day', 7n);
    await give(employer.organization, 'top_day', 14n);
    const job = await world.draft(employer.jwt);
    await world.move(employer.jwt, job, 'submit');
    await world.move((await world.reviewer()).jwt, job, 'approve');
    for (const [kind, days] of [
      ['featured', 7],
      ['top', 14],
    ])
      await world.ask(
        `placeJob(input: { id: "${job}", kind: ${kind}, days: ${days} }) { errors { rule } }`,
        employer.jwt,
      );
    expect(await world.shown(job)).toEqual({ state: 'published', featured: true, top: true });
    return { ...employer, job };
  }

  it('[REC-06] placements end at their time, during the suspension and after it', async () => {
    const { organization, job } = await placed();
    world.after(5);
    await world.decide(organization, 'suspend');
    world.after(3);
    expect(await endPlacements(world.database, indexer, world.now)).toBe(1);
    await world.decide(organization, 'resume');
    expect(await world.shown(job)).toEqual({ state: 'published', featured: false, top: true });
    world.after(6);
    expect(await endPlacements(world.database, indexer, world.now)).toBe(1);
    expect(await world.shown(job)).toEqual({ state: 'published', featured: false, top: false });
  });

  it('[REC-06] a job that closes while its owner is blocked is archived, and its charge ends', async () => {
    const { id, job } = await placed();
    await world.block(id, true);
    expect(await world.shown(job)).toMatchObject({ state: 'draft' });
    world.after(100);
    await world.block(id, false);
    expect(await world.shown(job)).toMatchObject({ state: 'archived' });
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from job_charge where job_id = ${job} and ended_at is null)::integer
        + (select count(*) from job_placement where job_id = ${job} and ended_at is null)::integer as open
    `.execute(world.database);
    expect(rows[0]!.open).toBe(0);
  });

  it('[REC-06] a job in review is refunded when it is sent back after the suspension', async () => {
    const { organization, id, jwt } = await world.employer();
    await give(organization, 'job', 1n);
    const job = await world.draft(jwt);
    await world.move(jwt, job, 'submit');
    await world.decide(organization, 'suspend');
    // It is a draft meanwhile, but nobody can delete it.
    const { errors } = await world.ask<{ errors: { rule: string }[] }>(
      `discardJobDraft(id: "${job}", version: ${(await world.edited(jwt, job))!.version}) { errors { rule } }`,
      jwt,
    );
    expect(errors).toEqual([{ rule: 'organization' }]);
    await world.decide(organization, 'resume');
    await world.block(id, true);
    await world.block(id, false);
    expect(await world.shown(job)).toMatchObject({ state: 'needs_review' });
    const editor = await world.reviewer();
    await world.move(editor.jwt, job, 'send_back', ', reason: "Which nurses?"');
    expect(await jobCredits(organization)).toBe(1n);
  });
});

describe('the slots of a suspended organization', () => {
  const world = suspendingWorld({ commerce: commerceRules.parse({ publishing: 'slot' }) });

  async function subscriber() {
    const employer = await world.employer();
    await sql`insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, job_slots)
      values (${employer.organization}, 'job_slots', 'active', 'p', 'P', 'Slots', now() - interval '1 hour', 1)`.execute(
      world.database,
    );
    const job = await world.draft(employer.jwt);
    await world.move(employer.jwt, job, 'publish');
    return { ...employer, job };
  }

  const freeSlots = async (jwt: string) =>
    (await world.ask<{ jobSlots: { available: number } }>('publishingTerms { jobSlots { available } }', jwt)).jobSlots
      .available;

  it('[REC-07] stay with its jobs', async () => {
    const { organization, jwt, job } = await subscriber();
    await world.decide(organization, 'suspend');
    await world.decide(organization, 'resume');
    expect(await world.shown(job)).toMatchObject({ state: 'published', featured: true });
    expect(await freeSlots(jwt)).toBe(0);
    const other = await world.draft(jwt);
    await world.move(jwt, other, 'publish');
    expect(await world.shown(other)).toMatchObject({ state: 'published', featured: false });
    await world.move(jwt, job, 'archive');
    expect(await freeSlots(jwt)).toBe(1);
  });

  it('[REC-07] are free again when a draft is moved to another organization', async () => {
    const { organization, id, jwt } = await subscriber();
    const elsewhere = await world.organization();
    await sql`insert into organization_member values (${elsewhere}, ${id}, 'owner')`.execute(world.database);
    await sql`update job set state = 'needs_review' where organization_id = ${organization}`.execute(world.database);
    await world.decide(organization, 'suspend');
    expect(await freeSlots(jwt)).toBe(0);
    await sql`update job set organization_id = ${elsewhere} where organization_id = ${organization}`.execute(
      world.database,
    );
    expect(await freeSlots(jwt)).toBe(1);
  });
});

describe('jobs that are not public when their organization is suspended', () => {
  const world = suspendingWorld({ jobs: { ...DEFAULT_JOB_RULES, review: true } });

  async function inReview() {
    const employer = await world.employer();
    const job = await world.draft(employer.jwt, { duration: '14' });
    await world.move(employer.jwt, job, 'submit');
    return { ...employer, job };
  }

  it('[REC-02] a job in review is still one of the recruiter who submitted it, who is told of the verdict', async () => {
    const { organization, email, job } = await inReview();
    await sql`update account set name = 'Rosa' where email = ${email}`.execute(world.database);
    const editor = await world.reviewer();
    world.after(2);
    await world.decide(organization, 'suspend');
    world.after(3);
    await world.decide(organization, 'resume');
    expect(await world.ask(`jobReview(id: "${job}") { employer { recruiter { name } } }`, editor.jwt)).toEqual({
      employer: { recruiter: { name: 'Rosa' } },
    });
    // No day is lost: it is shown for fourteen days from now on.
    expect((await world.move(editor.jwt, job, 'approve')).job!.expiration).toBe(
      endOfDayOf(world.now, 'UTC', 14).toISOString(),
    );
    const returned = await inReview();
    await world.block(returned.id, true);
    await world.block(returned.id, false);
    await world.move(editor.jwt, returned.job, 'send_back', ', reason: "Which bees?"');
    const told = async (recipient: string) => (await world.mailsTo(recipient)).map(({ template }) => template);
    expect(await told(email)).toContain('job-approved');
    expect(await told(returned.email)).toContain('job-sent-back');
  });

  it('[REC-02] a job in review keeps its place in the queue', async () => {
    const first = await inReview();
    world.after(1);
    const second = await inReview();
    world.after(1);
    await world.decide(first.organization, 'suspend');
    await world.decide(first.organization, 'resume');
    const { jobs } = await world.ask<{ jobs: { id: string }[] }>(
      'jobsToReview { jobs { id } }',
      (await world.reviewer()).jwt,
    );
    const ids = jobs.map(({ id }) => id);
    expect(ids.filter((id) => [first.job, second.job].includes(id))).toEqual([first.job, second.job]);
  });

  it('[REC-02] a change that was sent back still shows why', async () => {
    const { organization, jwt, job } = await inReview();
    const editor = await world.reviewer();
    await world.move(editor.jwt, job, 'approve');
    const { version } = (await world.edited(jwt, job))!;
    await world.save(jwt, `id: "${job}", version: ${version},`, { description: 'You look after bees.' });
    await world.move(jwt, job, 'update');
    await world.move(editor.jwt, job, 'send_back', ', reason: "Which bees?"');
    await world.decide(organization, 'suspend');
    await world.decide(organization, 'resume');
    expect((await world.edited(jwt, job))!.job).toMatchObject({ state: 'published', sentBackReason: 'Which bees?' });
  });

  it('[REC-02] a scheduled job keeps its unpublished edits, and goes online without them', async () => {
    const { organization, jwt } = await world.employer();
    const published = new Date(world.now.getTime() + 5 * DAY_MS).toISOString().slice(0, 10);
    const editor = await world.reviewer();
    const change = async (job: string, fields: Record<string, string>) => {
      world.after(1);
      const { version } = (await world.edited(jwt, job))!;
      expect((await world.save(jwt, `id: "${job}", version: ${version},`, fields)).errors).toEqual([]);
    };
    const scheduled = [];
    for (let count = 0; count < 2; count += 1) {
      const job = await world.draft(jwt, { published, duration: '14' });
      await world.move(jwt, job, 'submit');
      expect((await world.move(editor.jwt, job, 'approve')).job!.state).toBe('scheduled');
      scheduled.push(job);
    }
    const [before, during] = scheduled as [string, string];
    await change(before, { description: 'You look after bees.' });
    world.after(1);
    await world.decide(organization, 'suspend');
    await change(during, { description: 'You look after bees.' });
    await world.decide(organization, 'resume');
    for (const job of scheduled)
      expect((await world.edited(jwt, job))!.job).toMatchObject({ state: 'scheduled', hasChanges: true });
    world.after(5);
    await sql`insert into data_change (kind) values ('schedule')`.execute(world.database);
    for (const job of scheduled) {
      await waitFor('the job to be published', async () => (await world.shown(job)).state === 'published');
      const { changes } = (await world.edited(jwt, job))!;
      expect(changes.map(({ field }) => field)).toEqual(['description']);
    }
  });
});
