import { sql } from 'kysely';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';

const DAY_MS = 86_400_000;

describe('[SEARCH-16] the page of a job that is not published yet', () => {
  const world = jobWorld();

  /** Result for the holder of a token: the page and its address. */
  async function found(id: string, jwt: string | null) {
    const asked = `{ job(id: "${id}") { state closed } getRoutInfo(slug: "/job/${id}/community-nurse") { __typename } }`;
    const headers = {
      'x-causeboard-frontend': 'default; locale=en',
      ...(jwt === null ? {} : { authorization: `Bearer ${jwt}` }),
    };
    const { data } = await world.backend.execute({ operationName: '', query: asked, headers });
    const { job, getRoutInfo } = data as { job: { state: string } | null; getRoutInfo: { __typename: string } };
    return [job?.state, getRoutInfo.__typename];
  }

  it('is visible to those who work on it and to people of the site only', async () => {
    const organization = await world.organization();
    const owner = await world.member(organization);
    const day = new Date(world.now.getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
    const scheduled = await world.draft(owner.jwt, { published: day });
    await world.move(owner.jwt, scheduled, 'schedule');
    const draft = await world.draft(owner.jwt);
    const insiders = [
      owner.jwt,
      (await world.member(organization, 'editor')).jwt,
      (await world.reviewer()).jwt,
      (await world.reviewer('administrator')).jwt,
    ];
    for (const jwt of insiders) {
      expect(await found(scheduled, jwt)).toEqual(['scheduled', 'ContentResponse']);
      // A draft is shown only in its form.
      expect(await found(draft, jwt)).toEqual([undefined, 'ErrorResponse']);
    }
    const stranger = await world.member(await world.organization());
    const applicant = await world.person('applicant');
    for (const jwt of [null, stranger.jwt, await world.jwtOf(applicant.email)])
      expect(await found(scheduled, jwt)).toEqual([undefined, 'ErrorResponse']);
  });

  it('[APP-01] that of a published one shows the viewer’s own application, and of nobody else', async () => {
    const organization = await world.organization();
    const owner = await world.member(organization);
    const id = await world.draft(owner.jwt);
    await world.move(owner.jwt, id, 'publish');
    const applicant = await world.person('applicant');
    const jwt = await world.jwtOf(applicant.email);
    const asked = async (token?: string) =>
      (
        await world.ask<{ ownApplication: { id: string; created: string } | null }>(
          `job(id: "${id}") { ownApplication { id created } }`,
          token,
        )
      ).ownApplication;
    expect(await asked(jwt)).toBeNull();
    const { rows } = await sql<{ id: string }>`
      insert into application (site, job_id, organization_id, account_id, request_key, language, first_name, last_name, email,
        cover_letter, created_at, updated_at)
      values ('default', ${id}, ${organization}, ${applicant.id}::uuid, 'a-request-of-the-tests', 'en', 'Ann', 'Bell',
        ${applicant.email}, '', ${world.now}, ${world.now})
      returning id
    `.execute(world.database);
    expect(await asked(jwt)).toEqual({ id: rows[0]!.id, created: world.now.toISOString() });
    expect(await asked(owner.jwt)).toBeNull();
    expect(await asked()).toBeNull();
    await sql`update application set state = 'withdrawn' where job_id = ${id}`.execute(world.database);
    expect(await asked(jwt)).toBeNull();
  });
});
