import { sql } from 'kysely';
import { applicationWorld, type Person } from '../../../../../test/support/worlds/application-world.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
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

  it('are found by indexes among many applications to the organization', async () => {
    const job = await world.job();
    await sql`
      insert into application (site, job_id, organization_id, request_key, language, first_name, last_name, email, cover_letter,
        created_at, updated_at)
      select job.site, job.id, job.organization_id, n::text, 'en', 'Ann', 'Bell ' || n, 'ann' || n || '@people.test', '', ${world.now},
        ${world.now} from job, generate_series(1, 5000) as n where job.id = ${job}
    `.execute(world.database);
    await sql`analyze application`.execute(world.database);
    const { organization_id: organization } = await world.database
      .selectFrom('job')
      .select('organization_id')
      .where('id', '=', Number(job))
      .executeTakeFirstOrThrow();
    // The condition of the query.
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select from application a
      where a.organization_id = ${organization} and (a.account_id = ${NOBODY}::uuid or lower(trim(a.email)) = 'ann7@people.test'
        or (lower(a.first_name) = 'ann' and lower(a.last_name) = 'bell 7'))
    `.execute(world.database);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const index of ['application_account', 'application_organization_email', 'application_organization_name'])
      expect(plan).toContain(index);
  });
});
