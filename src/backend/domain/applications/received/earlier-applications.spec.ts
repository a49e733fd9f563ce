import { sql } from 'kysely';
import { applicationWorld, type Person } from '../../../../../test/support/worlds/application-world.js';

const EARLIER = `query E($id: ID!) { receivedApplication(id: $id) { earlier { id jobTitle state } } }`;

describe('[REC-05] earlier applications of the same person', () => {
  const world = applicationWorld();

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
  });

  /** @returns the id of an application for a new job */
  async function send(input: object, { who, of = 0, phone }: { who?: Person; of?: number; phone?: string } = {}) {
    world.now = new Date(world.now.getTime() + 60_000);
    const job = await world.job({}, {}, { of });
    const { outcome } = await world.apply(job, input, who);
    expect(outcome).toBe('created');
    const resume = phone ? JSON.stringify({ name: '', title: '', contact: [phone], sections: [] }) : null;
    const { rows } = await sql<{ id: string }>`
      update application set resume = ${resume}::jsonb where job_id = ${job} returning id
    `.execute(world.database);
    return rows[0]!.id;
  }
  const earlier = async (id: string, who: Person = 'owner') =>
    (await world.ask<{ earlier: { id: string }[] } | null>(EARLIER, { id }, who))?.earlier.map((each) => each.id);

  it('are found by account, by email address in any notation, and by name with phone number', async () => {
    const first = await send({ emailAddress: 'ann@one.test' }, { who: 'applicant' });
    const second = await send({ emailAddress: 'ANN@two.test', firstName: 'Anna' }, { who: 'applicant' });
    const third = await send({ emailAddress: 'ann@Two.test ', lastName: 'Other' });
    const fourth = await send({ emailAddress: 'x@people.test', firstName: 'CEM' }, { phone: '+1 (604) 555-0199' });
    const fifth = await send({ emailAddress: 'y@people.test', firstName: 'Cem' }, { phone: '604 555 0199' });
    expect(await earlier(second)).toEqual([third, first]);
    expect(await earlier(third)).toEqual([second]);
    expect(await earlier(first)).toEqual([second]);
    expect(await earlier(fifth)).toEqual([fourth]);
  });

  it('are not found by name or phone number alone, nor at other organizations', async () => {
    const one = await send({ emailAddress: 'a@people.test' }, { phone: '604 555 0199' });
    await send({ emailAddress: 'b@people.test' }, { phone: '604 555 0123' });
    await send({ emailAddress: 'c@people.test' });
    await send({ emailAddress: 'd@people.test', lastName: 'Other' }, { phone: '604 555 0199' });
    const elsewhere = await send({ emailAddress: 'a@people.test' }, { of: 1, phone: '604 555 0199' });
    expect(await earlier(one)).toEqual([]);
    expect(await earlier(elsewhere, 'stranger')).toEqual([]);
    for (const who of ['stranger', 'administrator', 'applicant'] as const)
      expect(await earlier(one, who)).toBeUndefined();
  });
});
