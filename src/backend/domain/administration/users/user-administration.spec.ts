import { sql } from 'kysely';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { waitFor } from '../../../../../test/support/wait-for.js';

const DAY_MS = 86_400_000;

describe('organizations whose owner is blocked', () => {
  const world = jobWorld();
  const block = (jwt: string, id: string, blocked: boolean) =>
    world.ask(`setUserBlocked(userId: "${id}", blocked: ${blocked}, reason: "spam") { errors { message } }`, jwt);
  const shown = (id: string) => world.ask<unknown>(`job(id: "${id}") { id }`, null, 1);
  const found = async (organization: number): Promise<string[]> => {
    const { documents } = await world.ask<{ documents: { id: string }[] }>(
      `searchAPISearch(index_id: "jobs", range: { first: 0, last: 50 }) { documents { ... on JobDocument { id } } }`,
      null,
      1,
    );
    const { rows } = await sql<{ id: number }>`select id from job where organization_id = ${organization}`.execute(
      world.database,
    );
    const own = new Set(rows.map(({ id }) => String(id)));
    return documents.map(({ id }) => id).filter((id) => own.has(id));
  };
  const states = async (ids: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ state: string }>`
      select state from job where id = any(${ids}::bigint[]) order by id
    `.execute(world.database);
    return rows.map(({ state }) => state);
  };

  it('are taken offline with their jobs at once, and are restored unchanged', async () => {
    const organization = await world.organization();
    const owner = await world.member(organization);
    const editor = await world.member(organization, 'editor');
    const admin = await world.reviewer('administrator');
    const published = await world.draft(owner.jwt);
    await world.move(owner.jwt, published, 'publish');
    const ends = await world.draft(owner.jwt);
    await world.move(owner.jwt, ends, 'publish');
    await sql`update job set expires_at = ${new Date(world.now.getTime() + DAY_MS)} where id = ${ends}`.execute(
      world.database,
    );
    const ahead = new Date(world.now.getTime() + 9 * DAY_MS).toISOString().slice(0, 10);
    const scheduled = await world.draft(owner.jwt, { published: ahead });
    await world.move(owner.jwt, scheduled, 'schedule');
    const draft = await world.draft(owner.jwt);
    const all = [published, ends, scheduled, draft];
    expect(await states(all)).toEqual(['published', 'published', 'scheduled', 'draft']);
    expect(await found(organization)).toHaveLength(2);

    await block(admin.jwt, owner.id, true);
    expect(await states(all)).toEqual(['draft', 'draft', 'draft', 'draft']);
    expect(await shown(published)).toBeNull();
    await waitFor('the other process to find none', async () => (await found(organization)).length === 0);
    const page = await world.ask(`organizationProfile(id: "${organization}") { name }`, null, 1);
    expect(page).toBeNull();
    // A colleague cannot publish them meanwhile.
    const moved = await world.move(editor.jwt, published, 'publish');
    expect(moved.errors.map(({ rule }) => rule)).toEqual(['organization']);

    world.now = new Date(world.now.getTime() + 2 * DAY_MS);
    await block(admin.jwt, owner.id, false);
    expect(await states(all)).toEqual(['published', 'archived', 'scheduled', 'draft']);
    await waitFor('the other process to find it again', async () => (await found(organization))[0] === published);
    const events = await world.ask<{ action: string }[]>('auditEvents(limit: 4) { action }', admin.jwt);
    expect(events.map(({ action }) => action)).toEqual([
      'account.unblocked',
      'organization.restored',
      'account.blocked',
      'organization.suspended',
    ]);
  });

  it('stay online while another owner may log in', async () => {
    const organization = await world.organization();
    const [one, other] = [await world.member(organization), await world.member(organization)];
    const admin = await world.reviewer('administrator');
    const job = await world.draft(one.jwt);
    await world.move(one.jwt, job, 'publish');
    await block(admin.jwt, one.id, true);
    expect(await states([job])).toEqual(['published']);
    await block(admin.jwt, other.id, true);
    expect(await states([job])).toEqual(['draft']);
    // The first owner who is unblocked restores it.
    await block(admin.jwt, other.id, false);
    expect(await states([job])).toEqual(['published']);
  });
});
