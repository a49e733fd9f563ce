import { sql } from 'kysely';
import { commerceRules } from '#contract/commerce/commerce-rules.js';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';
import { grantCredits } from '../ledger/ledger.js';
import { chargePublication } from './job-charges.js';

describe('the slot of a job that is renewed', () => {
  const world = jobWorld({ commerce: commerceRules.parse({ publishing: 'slot' }) });

  async function employer() {
    const organization = await world.organization();
    return { organization, ...(await world.member(organization)) };
  }

  async function subscribe(organization: number, slots: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, end_at, job_slots)
      values (${organization}, 'job_slots', 'active', 'p', 'P', 'Slots', now() - interval '1 hour', now() + interval '30 days',
        ${slots}) returning id
    `.execute(world.database);
    return rows[0]!.id;
  }

  async function published(jwt: string, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = await world.draft(jwt);
      await world.move(jwt, id, 'publish');
      ids.push(id);
    }
    return ids;
  }

  /** The subscription of which each job has a slot, and whether it is featured. */
  async function slotsOf(ids: readonly string[]) {
    const { rows } = await sql<{ subscription: number | null; featured: boolean }>`
      select c.subscription_id as subscription, job.featured
      from job left join job_charge c on c.job_id = job.id and c.ended_at is null
      where job.id = any(${ids.map(Number)}::bigint[]) order by job.id
    `.execute(world.database);
    return rows.map(({ subscription, featured }) => [subscription, featured]);
  }

  it('[REC-07] stays while its subscription runs, even if all slots are taken', async () => {
    const { organization, jwt } = await employer();
    const subscription = await subscribe(organization, 1);
    const [job] = await published(jwt, 1);
    expect((await world.move(jwt, job!, 'renew')).errors).toEqual([]);
    expect(await slotsOf([job!])).toEqual([[subscription, true]]);
  });

  it.each([
    ['has ended but waits for its renewal', sql`end_at = now() - interval '1 minute'`],
    ['has expired', sql`end_at = now() - interval '1 minute', status = 'expired'`],
    ['was cancelled', sql`status = 'canceled'`],
  ])('[REC-07] is taken from a running subscription if its own %s', async (_case, over) => {
    const { organization, jwt } = await employer();
    const former = await subscribe(organization, 2);
    const jobs = await published(jwt, 2);
    await sql`update subscription set ${over} where id = ${former}`.execute(world.database);
    const running = await subscribe(organization, 1);
    // Until a job is renewed or ends, it keeps the slot that was paid for.
    expect(await slotsOf(jobs)).toEqual([
      [former, true],
      [former, true],
    ]);
    for (const job of jobs) expect((await world.move(jwt, job, 'renew')).errors).toEqual([]);
    expect(await slotsOf(jobs)).toEqual([
      [running, true],
      [null, false],
    ]);
    const [next] = await published(jwt, 1);
    expect(await slotsOf([next!])).toEqual([[null, false]]);
  });

  it('[REC-07] replaces a credit that was charged before the site sold slots', async () => {
    const { organization, jwt, id: actorId } = await employer();
    const [id] = await published(jwt, 1);
    await grantCredits(world.database, {
      owner: { site: 'default', kind: 'organization', id: String(organization) },
      unit: 'job',
      amount: 1n,
      key: `gift:${organization}`,
      cause: { kind: 'test' },
      source: 'granted',
    });
    const job = { site: 'default', organizationId: organization, jobId: Number(id), actorId, now: world.now };
    expect(await chargePublication(world.database, job, 'credit')).toEqual({ ok: true, by: 'credit' });
    const subscription = await subscribe(organization, 1);
    expect((await world.move(jwt, id!, 'renew')).errors).toEqual([]);
    expect(await slotsOf([id!])).toEqual([[subscription, true]]);
  });
});
