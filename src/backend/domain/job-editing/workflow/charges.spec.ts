import { sql } from 'kysely';
import { commerceRules } from '#contract/commerce/commerce-rules.js';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { deliverProduct } from '../../entitlements/delivery.js';
import { grantCredits } from '../../ledger/ledger.js';
import { endPlacements } from '../placements/placements.js';
import { expireJobs } from '../schedule/schedule-worker.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REVIEWED = { jobs: { ...DEFAULT_JOB_RULES, review: true } };
const rulesOf = (publishing: 'credit' | 'slot') => commerceRules.parse({ publishing });
const indexer = { index: () => Promise.resolve(), remove: () => Promise.resolve() } as never;

interface Charged {
  charge: { by: string; refundableUntil: string | null } | null;
  placements: { kind: string; until: string }[];
}

function chargedWorld(rules: Parameters<typeof jobWorld>[0]) {
  const world = jobWorld(rules);
  let keys = 0;
  return Object.assign(world, {
    async employer(credits = 0) {
      const organization = await world.organization();
      if (credits > 0) await give(organization, 'job', credits);
      return { organization, ...(await world.member(organization)) };
    },
    give,
    async charged(jwt: string, id: string): Promise<Charged> {
      const { job } = await world.ask<{ job: Charged }>(
        `editedJob(id: "${id}") { job { charge { by refundableUntil } placements { kind until } } }`,
        jwt,
      );
      return job;
    },
    async left(jwt: string, type = 'job'): Promise<number> {
      const balance = await world.ask<{ type: string; amount: number }[]>('creditBalance { type amount }', jwt);
      return balance.find((each) => each.type === type)?.amount ?? 0;
    },
    async reasons(jwt: string) {
      const { movements } = await world.ask<{ movements: { kind: string; reason: string | null }[] }>(
        'creditStatement(type: "job") { movements { kind reason } }',
        jwt,
      );
      return movements.map(({ kind, reason }) => reason ?? kind);
    },
  });

  async function give(organization: number, unit: string, amount: number) {
    const owner = { site: 'default', kind: 'organization', id: String(organization) } as const;
    const movement = { owner, unit, amount: BigInt(amount), key: `gift-${++keys}`, cause: { kind: 'test' } };
    await grantCredits(world.database, { ...movement, source: 'granted' });
  }
}

describe('jobs that cost a credit', () => {
  const world = chargedWorld({ commerce: rulesOf('credit') });

  it('[REC-06] are not shown for longer than paid for by changing their last day', async () => {
    const dayIn = (days: number) => new Date(world.now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
    const { jwt } = await world.employer(2);
    const id = await world.draft(jwt, { expiration: dayIn(100) });
    await world.move(jwt, id, 'publish');
    const published_at = new Date(world.now.getTime() - 100 * DAY_MS);
    await world.database.updateTable('job').set({ published_at }).where('id', '=', Number(id)).execute();
    await world.database.updateTable('job_charge').set({ charged_at: published_at }).execute();
    const update = async (days: number) => {
      const { version } = (await world.edited(jwt, id))!;
      await world.save(jwt, `id: "${id}", version: ${version},`, { expiration: dayIn(days) });
      return (await world.move(jwt, id, 'update')).errors.map(({ field, rule }) => [field, rule]);
    };
    expect(await update(300)).toEqual([['expiration', 'paidPeriod']]);
    expect(await update(260)).toEqual([]);
    expect(await world.left(jwt)).toBe(1);
    // A renewal costs a credit, and pays for 12 more months.
    expect((await world.move(jwt, id, 'renew')).errors).toEqual([]);
    expect(await update(360)).toEqual([]);
    expect(await world.left(jwt)).toBe(0);
  });

  it('[REC-06] are charged when published, and show the balance before', async () => {
    const { jwt } = await world.employer(2);
    const terms = 'publishingTerms { policy price available refundHours }';
    expect(await world.ask(terms, jwt)).toEqual({ policy: 'credit', price: 1, available: 2, refundHours: 24 });
    const id = await world.draft(jwt);
    expect((await world.move(jwt, id, 'publish')).job!.state).toBe('published');
    expect(await world.left(jwt)).toBe(1);
    expect(await world.charged(jwt, id)).toMatchObject({
      charge: { by: 'credit', refundableUntil: new Date(world.now.getTime() + DAY_MS).toISOString() },
    });
  });

  it('[REC-06] are not published without one, and nothing is lost', async () => {
    const { jwt } = await world.employer();
    const id = await world.draft(jwt);
    expect((await world.move(jwt, id, 'publish')).errors).toMatchObject([{ rule: 'credits', field: null }]);
    expect(await world.state(id)).toMatchObject({ state: 'draft' });
  });

  it('[REC-06] spend one credit once, despite concurrent clicks', async () => {
    const { jwt } = await world.employer(1);
    const ids = await Promise.all([world.draft(jwt), world.draft(jwt)]);
    const clicks = Array.from({ length: 20 }, (_, index) => world.move(jwt, ids[index % 2]!, 'publish', '', index % 2));
    const moved = (await Promise.all(clicks)).filter(({ errors }) => errors.length === 0);
    expect(moved).toHaveLength(1);
    expect(await world.left(jwt)).toBe(0);
    const states = await Promise.all(ids.map((id) => world.state(id)));
    expect(states.map((state) => state!.state).toSorted()).toEqual(['draft', 'published']);
  });

  it('[REC-06] are refunded if archived soon, and not later', async () => {
    const { jwt } = await world.employer(2);
    const [soon, late] = [await world.draft(jwt), await world.draft(jwt)];
    for (const id of [soon, late]) await world.move(jwt, id, 'publish');
    world.now = new Date(world.now.getTime() + 23 * HOUR_MS);
    await world.move(jwt, soon, 'archive');
    expect(await world.left(jwt)).toBe(1);
    world.now = new Date(world.now.getTime() + 2 * HOUR_MS);
    expect((await world.charged(jwt, late)).charge).toEqual({ by: 'credit', refundableUntil: null });
    await world.move(jwt, late, 'archive');
    expect(await world.left(jwt)).toBe(1);
    expect(await world.reasons(jwt)).toEqual(['archived', 'charge', 'charge', 'grant']);
  });

  it('[REC-06] cost another credit when renewed', async () => {
    const { jwt } = await world.employer(2);
    const id = await world.draft(jwt);
    await world.move(jwt, id, 'publish');
    expect((await world.move(jwt, id, 'renew')).errors).toEqual([]);
    expect(await world.left(jwt)).toBe(0);
    expect((await world.move(jwt, id, 'renew')).errors).toMatchObject([{ rule: 'credits' }]);
  });

  it('[REC-06] cost one credit if the renewal is sent twice, and lose no day that was left', async () => {
    const { jwt } = await world.employer(5);
    const id = await world.draft(jwt);
    await world.move(jwt, id, 'publish');
    type Shown = { version: number; expiration: string };
    const shown = async () =>
      (await world.ask<{ jobs: Shown[] }>('managedJobs { jobs { version expiration } }', jwt)).jobs[0]!;
    const before = await shown();
    const renew = () => world.move(jwt, id, 'renew', `, version: ${before.version}`);
    expect((await renew()).errors).toEqual([]);
    expect((await renew()).conflict).not.toBeNull();
    expect(await world.left(jwt)).toBe(3);
    const days = (Date.parse((await shown()).expiration) - Date.parse(before.expiration)) / DAY_MS;
    expect(Math.round(days)).toBe(30);
  });

  it('[REC-06] are not renewed for more than a year ahead', async () => {
    const { jwt } = await world.employer(20);
    const id = await world.draft(jwt);
    await world.move(jwt, id, 'publish');
    for (let times = 0; times < 11; times += 1) expect((await world.move(jwt, id, 'renew')).errors).toEqual([]);
    expect((await world.move(jwt, id, 'renew')).errors).toMatchObject([{ field: 'expiration', rule: 'tooFar' }]);
    expect(await world.left(jwt)).toBe(8);
  });

  it('[REC-06] cost nothing if a reviewer publishes them', async () => {
    const { jwt } = await world.employer();
    const id = await world.draft(jwt);
    expect((await world.move((await world.reviewer()).jwt, id, 'publish')).errors).toEqual([]);
  });

  it('[REC-06] are featured for the days that were bought', async () => {
    const { jwt, organization } = await world.employer(1);
    await world.give(organization, 'featured_day', 20);
    const id = await world.draft(jwt);
    await world.move(jwt, id, 'publish');
    const place = (days: number, available = 'null') =>
      world.ask<{ errors: { rule: string }[] }>(
        `placeJob(input: { id: "${id}", kind: featured, days: ${days}, available: ${available} }) { errors { rule } }`,
        jwt,
      );
    expect((await place(3)).errors).toEqual([{ rule: 'placementDays' }]);
    expect((await place(28)).errors).toEqual([{ rule: 'tooFewDays' }]);
    expect((await place(7, '20')).errors).toEqual([]);
    // The same form again, because the answer took long.
    expect((await place(7, '20')).errors).toEqual([{ rule: 'daysChanged' }]);
    expect((await place(7, '13')).errors).toEqual([]);
    expect(await world.left(jwt, 'featured_day')).toBe(6);
    const until = new Date(world.now.getTime() + 14 * DAY_MS);
    expect((await world.charged(jwt, id)).placements).toEqual([{ kind: 'featured', until: until.toISOString() }]);
    const featured = async () =>
      (await world.database.selectFrom('job').select('featured').where('id', '=', Number(id)).executeTakeFirstOrThrow())
        .featured;
    expect(await featured()).toBe(true);
    await endPlacements(world.database, indexer, new Date(until.getTime() - 1));
    expect(await featured()).toBe(true);
    expect(await endPlacements(world.database, indexer, until)).toBe(1);
    expect(await featured()).toBe(false);
  });
});

describe('placements of jobs that are archived soon', () => {
  const world = chargedWorld({ commerce: rulesOf('credit') });

  /** A job that was featured for 7 days, and some hours later for 7 more. */
  async function extended(hours: number) {
    const { jwt, organization } = await world.employer(1);
    await world.give(organization, 'featured_day', 20);
    const id = await world.draft(jwt);
    await world.move(jwt, id, 'publish');
    const place = () =>
      world.ask<{ errors: object[] }>(
        `placeJob(input: { id: "${id}", kind: featured, days: 7 }) { errors { rule } }`,
        jwt,
      );
    expect((await place()).errors).toEqual([]);
    world.now = new Date(world.now.getTime() + hours * HOUR_MS);
    expect((await place()).errors).toEqual([]);
    expect(await world.left(jwt, 'featured_day')).toBe(6);
    await world.move(jwt, id, 'archive');
    return world.left(jwt, 'featured_day');
  }

  it('[REC-06] return all days of an extended placement', async () => {
    expect(await extended(1)).toBe(20);
  });

  it('[REC-06] return only days that were bought recently', async () => {
    expect(await extended(25)).toBe(13);
  });
});

describe('jobs that cost a credit and are reviewed', () => {
  const world = chargedWorld({ ...REVIEWED, commerce: rulesOf('credit') });

  it('[REC-06] are charged on submission, and refunded when sent back or withdrawn', async () => {
    const { jwt } = await world.employer(1);
    const editor = await world.reviewer();
    const id = await world.draft(jwt);
    await world.move(jwt, id, 'submit');
    expect(await world.left(jwt)).toBe(0);
    await world.move(editor.jwt, id, 'send_back', ', reason: "Which nurses?"');
    expect(await world.left(jwt)).toBe(1);
    await world.move(jwt, id, 'submit');
    await world.move(jwt, id, 'withdraw');
    expect(await world.left(jwt)).toBe(1);
    expect(await world.reasons(jwt)).toEqual(['withdrawn', 'charge', 'sent_back', 'charge', 'grant']);
    await world.move(jwt, id, 'submit');
    await world.move(editor.jwt, id, 'approve');
    expect([await world.left(jwt), (await world.charged(jwt, id)).charge?.by]).toEqual([0, 'credit']);
  });

  it('[REC-06] keep the time of a renewal when a change that waited meanwhile is approved', async () => {
    const expiration = new Date(world.now.getTime() + 20 * DAY_MS).toISOString().slice(0, 10);
    const { jwt, editor, id } = await jobWithWaitingChange(2, { expiration });
    const renewed = await world.move(jwt, id, 'renew');
    expect([renewed.errors, renewed.job!.expiration! > `${expiration}T23:59:59.999Z`]).toEqual([[], true]);
    const approved = await world.move(editor.jwt, id, 'approve');
    expect([approved.errors, approved.job!.expiration]).toEqual([[], renewed.job!.expiration]);
  });

  it('[REC-06] keep their charge if they are scheduled and a change of them is withdrawn', async () => {
    const published = new Date(world.now.getTime() + 5 * DAY_MS).toISOString().slice(0, 10);
    const { jwt, id } = await jobWithWaitingChange(1, { published });
    await world.move(jwt, id, 'withdraw');
    expect(await world.state(id)).toMatchObject({ state: 'scheduled' });
    expect([await world.left(jwt), (await world.charged(jwt, id)).charge?.by]).toEqual([0, 'credit']);
  });

  /** An approved job with these dates, a change of which waits for review. */
  async function jobWithWaitingChange(credits: number, dates: Record<string, string>) {
    const { jwt } = await world.employer(credits);
    const editor = await world.reviewer();
    const id = await world.draft(jwt, dates);
    await world.move(jwt, id, 'submit');
    await world.move(editor.jwt, id, 'approve');
    const { version } = (await world.edited(jwt, id))!;
    await world.save(jwt, `id: "${id}", version: ${version},`, { description: 'You look after bees.', ...dates });
    expect((await world.move(jwt, id, 'update')).errors).toEqual([]);
    return { jwt, editor, id };
  }
});

function slotWorld(rules: Parameters<typeof jobWorld>[0]) {
  const world = chargedWorld(rules);
  return Object.assign(world, { slots, subscriber });

  function slots(jwt: string) {
    return world.ask<{ jobSlots: object }>('publishingTerms { jobSlots { active available total } }', jwt);
  }

  async function subscriber(count: number) {
    const employer = await world.employer();
    await deliverProduct(world.database, {
      site: 'default',
      organizationId: employer.organization,
      orderId: '1',
      reference: `order:${employer.organization}:1`,
      product: {
        code: 'slots',
        name: 'Slots',
        job_credits: 0,
        contact_credits: 0,
        credit_days: null,
        featured_days: 0,
        top_days: 0,
        subscription_months: 12,
        job_slots: count,
        contact_slots: 0,
        renewal: 'none',
      },
      quantity: 1,
      // Slots are counted by the clock of the database.
      now: new Date(Date.now() - HOUR_MS),
    });
    return employer;
  }
}

describe('jobs in slots of a subscription that are reviewed', () => {
  const world = slotWorld({ ...REVIEWED, commerce: rulesOf('slot') });

  it('[REC-07] release it when their renewal is sent back', async () => {
    const { jwt } = await world.subscriber(1);
    const editor = await world.reviewer();
    const id = await world.draft(jwt);
    await world.move(jwt, id, 'submit');
    await world.move(editor.jwt, id, 'approve');
    await world.move(jwt, id, 'archive');
    expect((await world.move(jwt, id, 'renew')).errors).toEqual([]);
    expect(await world.slots(jwt)).toEqual({ jobSlots: { active: 1, available: 0, total: 1 } });
    await world.move(editor.jwt, id, 'send_back', ', reason: "Which nurses?"');
    expect(await world.state(id)).toMatchObject({ state: 'archived' });
    expect(await world.slots(jwt)).toEqual({ jobSlots: { active: 0, available: 1, total: 1 } });
  });
});

describe('jobs in slots of a subscription', () => {
  const world = slotWorld({ commerce: rulesOf('slot') });
  const { slots, subscriber } = world;

  it('[REC-07] occupy one each until they end, and are featured meanwhile', async () => {
    const { jwt } = await subscriber(2);
    const id = await world.draft(jwt, { duration: '14' });
    await world.move(jwt, id, 'publish');
    expect(await slots(jwt)).toEqual({ jobSlots: { active: 1, available: 1, total: 2 } });
    expect((await world.charged(jwt, id)).charge).toEqual({ by: 'slot', refundableUntil: null });
    const { subscriptions } = await world.ask<{ subscriptions: object[] }>(
      'getSubscriptions { subscriptions { availableJobSlots usageJobSlots { active available total } } }',
      jwt,
    );
    expect(subscriptions).toEqual([{ availableJobSlots: 1, usageJobSlots: { active: 1, available: 1, total: 2 } }]);
    await world.move(jwt, id, 'archive');
    expect(await slots(jwt)).toEqual({ jobSlots: { active: 0, available: 2, total: 2 } });
  });

  it('[REC-07] release it when they expire', async () => {
    const { jwt } = await subscriber(1);
    const id = await world.draft(jwt, { duration: '14' });
    await world.move(jwt, id, 'publish');
    await expireJobs(world.database, indexer, new Date(world.now.getTime() + 30 * DAY_MS));
    expect(await world.state(id)).toMatchObject({ state: 'archived' });
    expect(await slots(jwt)).toEqual({ jobSlots: { active: 0, available: 1, total: 1 } });
  });

  it('[REC-07] never occupy more than exist, and are then published without one', async () => {
    const { jwt } = await subscriber(3);
    const ids = await Promise.all(Array.from({ length: 8 }, () => world.draft(jwt)));
    const moved = await Promise.all(ids.map((id, index) => world.move(jwt, id, 'publish', '', index % 2)));
    expect(moved.filter(({ errors }) => errors.length > 0)).toEqual([]);
    expect(await slots(jwt)).toEqual({ jobSlots: { active: 3, available: 0, total: 3 } });
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from job where featured and id = any(${ids.map(Number)})`.execute(
      world.database,
    );
    expect(rows[0]!.count).toBe(3);
  });
});
