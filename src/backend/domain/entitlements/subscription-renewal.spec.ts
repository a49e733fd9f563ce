import { sql } from 'kysely';
import { accountWorld } from '../../../../test/support/worlds/account-world.js';

interface Answer {
  errors: { message: string }[];
}

const UNKNOWN = [{ message: 'There’s no such subscription' }];
const ENDING = [{ message: 'This subscription ends automatically: there’s nothing to cancel' }];

describe('the renewal of a subscription', () => {
  const world = accountWorld();
  const { ask, person, jwtOf } = world;

  const set = async (id: string, renews: boolean, jwt: string) =>
    (await ask<Answer>(`setSubscriptionRenewal(id: "${id}", renews: ${renews}) { errors { message } }`, jwt)).errors;

  it('[REC-07] can be cancelled and resumed by members only', async () => {
    const { email, id } = await person('recruiter');
    const stranger = await jwtOf((await person('recruiter')).email);
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (70, 'default', 's', 'Seventy', 'en', 'test', '70'), (71, 'other', 'o', 'Elsewhere', 'en', 'test', '71')`.execute(
      world.database,
    );
    await sql`insert into organization_member values (70, ${id}, 'editor'), (71, ${id}, 'owner')`.execute(
      world.database,
    );
    const { rows } = await sql<{ id: number }>`
      insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, end_at, job_slots, renewal)
      values (70, 'job_slots', 'active', 'p', 'P', 'Renews', '2026-11-01', '2027-11-01', 5, 'automatic'),
        (70, 'job_slots', 'active', 'p', 'P', 'Ends', '2026-11-01', '2027-11-01', 5, 'none'),
        (70, 'job_slots', 'expired', 'p', 'P', 'Over', '2025-11-01', '2026-11-01', 5, 'automatic'),
        (71, 'job_slots', 'active', 'p', 'P', 'Elsewhere', '2026-11-01', '2027-11-01', 5, 'automatic')
      returning id`.execute(world.database);
    const [renews, ends, over, elsewhere] = rows.map((row) => String(row.id)) as [string, string, string, string];
    const jwt = await jwtOf(email);
    const states = async () =>
      ask<{ subscriptions: { label: string; renewal: string; canceledAt: string | null }[] }>(
        'getSubscriptions(sorting: [{ field: "label", value: "desc" }]) { subscriptions { label renewal canceledAt } }',
        jwt,
      );
    const at = new Date('2026-11-21T09:00:00Z').toISOString();
    expect(await set(renews, false, jwt)).toEqual([]);
    world.now = new Date('2026-11-22T09:00:00Z');
    expect(await set(renews, false, jwt)).toEqual([]);
    expect((await states()).subscriptions).toEqual([
      { label: 'Renews', renewal: 'automatic', canceledAt: at },
      { label: 'Over', renewal: 'automatic', canceledAt: null },
      { label: 'Ends', renewal: 'none', canceledAt: null },
    ]);
    expect(await set(renews, true, stranger)).toEqual(UNKNOWN);
    expect((await states()).subscriptions[0]?.canceledAt).toBe(at);
    expect(await set(renews, true, jwt)).toEqual([]);
    expect((await states()).subscriptions[0]?.canceledAt).toBeNull();
    for (const [target, expected] of [
      [ends, ENDING],
      [over, ENDING],
      [elsewhere, UNKNOWN],
      ['x', UNKNOWN],
    ] as const)
      expect([target, await set(target, false, jwt)]).toEqual([target, expected]);
    const { rows: events } = await sql<{ action: string }>`
      select action from audit_event where action like 'subscription.%' order by id`.execute(world.database);
    expect(events.map(({ action }) => action)).toEqual(['subscription.canceled', 'subscription.resumed']);
  });
});

describe('the address of a subscription', () => {
  const select = async (world: ReturnType<typeof accountWorld>) => {
    const { email, id } = await world.person('recruiter');
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (60, 'default', 's', 'Sixty', 'en', 'test', '60')`.execute(world.database);
    await sql`insert into organization_member values (60, ${id}, 'owner')`.execute(world.database);
    const { rows } = await sql<{ id: number }>`
      insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, job_slots)
      values (60, 'job_slots', 'active', 'p', 'P', 'Slots', '2026-11-01', 5) returning id`.execute(world.database);
    const answer = await world.ask<{ subscriptions: { absoluteUrl: string | null }[] }>(
      'getSubscriptions { subscriptions { absoluteUrl } }',
      await world.jwtOf(email),
    );
    return [answer.subscriptions[0]?.absoluteUrl, rows[0]!.id];
  };
  const rules = { publishing: 'free', refundHours: 24, deliverWhenPaid: true, paymentDays: 14 } as const;
  const series = { invoiceSeries: 'INV', creditNoteSeries: 'CN' };
  const withHome = () => Promise.resolve({ homeOf: () => 'https://jobs.test' });
  const selling = accountWorld({ commerce: { ...rules, ...series, selfService: true } }, withHome);
  const asking = accountWorld({ commerce: { ...rules, ...series, selfService: false } }, withHome);

  it('[REC-07] is that of its page, and missing on sites without self-service', async () => {
    const [url, id] = await select(selling);
    expect(url).toBe(`https://jobs.test/my-products?organization=60#subscription-${id}`);
    expect((await select(asking))[0]).toBeNull();
  });
});
