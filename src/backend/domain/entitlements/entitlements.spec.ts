import { sql } from 'kysely';
import { accountWorld } from '../../../../test/support/worlds/account-world.js';
import { grantCredits } from '../ledger/ledger.js';

describe('entitlements', () => {
  const world = accountWorld();
  const { ask, send, person, jwtOf } = world;

  it('[AUTH-19] show members the balance of their organization, in the language of the page', async () => {
    const { email, id } = await person('recruiter');
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (90, 'default', 's', 'Ninety', 'en', 'test', '90'), (91, 'default', 's', 'Other', 'en', 'test', '91')`.execute(
      world.database,
    );
    await sql`insert into organization_member values (90, ${id}, 'editor'), (91, ${id}, 'owner')`.execute(
      world.database,
    );
    await grantCredits(world.database, {
      owner: { site: 'default', kind: 'organization', id: '90' },
      unit: 'job',
      amount: 3n,
      key: 'first',
      cause: { kind: 'test' },
      source: 'granted',
    });
    await sql`insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, job_slots, resume_contact_slots, resume_contact_slots_used)
      values (90, 'job_slots', 'active', 'p', 'P', 'Slots', '2026-11-01', 5, 20, 3), (90, 'job_slots', 'expired', 'p', 'P', 'Old', '2025-11-01', 1, null, 0)`.execute(
      world.database,
    );
    const jwt = await jwtOf(email);
    const held = await ask('creditBalance { amount held nextExpiry expiring }', jwt);
    expect(held).toEqual([{ amount: 3, held: 0, nextExpiry: null, expiring: 0 }]);
    const credits = await send('creditBalance { amount label organizationName type frontend }', jwt, 0, 'de');
    expect(credits.data).toEqual({
      creditBalance: [{ amount: 3, label: 'Stellen', organizationName: 'Ninety', type: 'job', frontend: 'default' }],
    });
    const subscriptions = (args: string) =>
      ask(
        `getSubscriptions${args} { total subscriptions { label usageResumeContactSlots { active available total } status { value } } }`,
        jwt,
      );
    expect(await subscriptions('(filters: [{ name: "status", value: "active" }])')).toEqual({
      total: 1,
      subscriptions: [
        {
          label: 'Slots',
          usageResumeContactSlots: { active: 3, available: 17, total: 20 },
          status: { value: 'active' },
        },
      ],
    });
    expect(await subscriptions('(limit: 1, offset: 1)')).toMatchObject({ total: 2, subscriptions: [{ label: 'Old' }] });
    expect(
      (await send('getSubscriptions(filters: [{ name: "password", value: "x" }]) { total }', jwt)).errors?.[0]
        ?.extensions?.code,
    ).toBe('BAD_USER_INPUT');
    await ask('setActiveOrganization(organizationId: "91") { errors { message } }', jwt);
    expect(await ask('creditBalance { amount }', jwt)).toEqual([]);
    expect(await ask('getUser { activeOrganization { name } }', jwt)).toEqual({
      activeOrganization: { name: 'Other' },
    });
  });
});
