import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { blockedQueries } from '../../../../test/support/blocked-queries.js';
import { recordingIndexer } from '../../../../test/support/data/jobs.js';
import { HEADING, TEXT } from '../../../../test/support/worlds/import-world.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';
import { seedTerms } from '../../reference/prepare-database.js';
import { importFile } from './import-file.js';

const DAY_MS = 86_400_000;

describe('[REC-02] importing jobs that people have edited on the site', () => {
  const world = jobWorld();
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-import-'));
  let sources = 0;
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Creates a member of an organization with an imported job, which has no closing date. */
  async function imported() {
    const organization = await world.organization();
    const member = await world.member(organization);
    const source = `feed-${++sources}`;
    const path = join(folder, `${source}.csv`);
    const name = (
      await sql<{ name: string }>`select name from organization where id = ${organization}`.execute(world.database)
    ).rows[0]!.name;
    /** @param days after the start of the test */
    async function run(days: number, title = 'Cook') {
      writeFileSync(path, `${HEADING}\n1,${title},,${TEXT},0,,${name}\n`);
      const result = await importFile(
        {
          path,
          site: { name: 'default', languages: ['en'], countries: ['CA'] },
          source,
          dryRun: false,
          allowIncomplete: true,
        },
        {
          database: world.database,
          terms: await seedTerms(world.database),
          indexer: recordingIndexer(),
          places: { find: () => Promise.resolve({}) },
          now: new Date(world.now.getTime() + days * DAY_MS),
        },
      );
      if ('refused' in result) throw new Error(result.refused);
      const { created, updated, unchanged } = result.report;
      return { created, updated, unchanged };
    }
    expect(await run(0)).toMatchObject({ created: 1 });
    const { id: number } = await world.database
      .selectFrom('job')
      .select('id')
      .where('source', '=', source)
      .executeTakeFirstOrThrow();
    const job = String(number);
    /** Publishes changes of the job with a step. */
    async function edit(step: string, changes: Record<string, string> = {}) {
      const { version } = (await world.edited(member.jwt, job))!;
      const saved = await world.save(member.jwt, `id: "${job}", version: ${version},`, await world.complete(changes));
      expect([saved.errors, saved.conflict]).toEqual([[], null]);
      const moved = await world.move(member.jwt, job, step, `version: ${saved.version}`);
      expect(moved.errors).toEqual([]);
    }
    const stored = () =>
      world.database.selectFrom('job').selectAll().where('id', '=', number).executeTakeFirstOrThrow();
    return { organization, member, job, run, edit, stored };
  }

  it('a job that was missing from its feed, renewed, and then unpublished by a reviewer stays unpublished', async () => {
    const { job, run, edit, stored } = await imported();
    await sql`update job set state = 'archived', content_hash = '' where id = ${job}`.execute(world.database);
    await edit('renew');
    const editor = await world.reviewer();
    await world.move(editor.jwt, job, 'unpublish', 'reason: "The pay is not true."');
    expect(await run(1)).toMatchObject({ unchanged: 1 });
    expect(await stored()).toMatchObject({ state: 'draft' });
  });

  it('a job that is archived while its row is imported stays archived', async () => {
    const { member, job, run, stored } = await imported();
    const importing = await world.database.transaction().execute(async (trx) => {
      // What the step of a member writes.
      await sql`update job set state = 'archived' where id = ${job}`.execute(trx);
      await sql`
        insert into job_event (job_id, actor_id, at, step, from_state, to_state)
        values (${job}, ${member.id}, ${world.now}, 'archive', 'published', 'archived')
      `.execute(trx);
      const result = run(1, 'Chef');
      await waitFor(
        'the import to wait for the job',
        async () => (await blockedQueries(world.database, trx)).length > 0,
      );
      return { result };
    });
    await importing.result;
    expect(await stored()).toMatchObject({ state: 'archived', title: 'Cook' });
  });

  it('they keep their edits and the end that a recruiter has chosen until their row changes', async () => {
    const { run, edit, stored } = await imported();
    await edit('update', { description: 'You cook for us.', expiration: '2026-12-15' });
    const { expires_at } = await stored();
    const kept = { description: '<p>You cook for us.</p>', expires_at };
    expect(await run(1)).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect(await stored()).toMatchObject(kept);
    // At this time, the end would be moved if it were that of the import.
    expect(await run(45)).toMatchObject({ unchanged: 1 });
    expect(await stored()).toMatchObject(kept);
    expect(await run(45, 'Chef')).toMatchObject({ updated: 1 });
    const { title, expires_at: end } = await stored();
    expect(title).toBe('Chef');
    expect(end!.getTime()).toBeGreaterThan(expires_at!.getTime());
    // From then on it is extended again.
    expect(await run(90, 'Chef')).toMatchObject({ updated: 1 });
    expect(await run(90, 'Chef')).toMatchObject({ unchanged: 1 });
  });

  it('they keep their edits when a recruiter renews them', async () => {
    const { member, job, run, edit, stored } = await imported();
    expect((await world.move(member.jwt, job, 'archive')).errors).toEqual([]);
    await edit('renew', { description: 'You cook for us.' });
    const { published_at, expires_at } = await stored();
    for (const days of [1, 45]) expect([days, await run(days)]).toMatchObject([days, { unchanged: 1 }]);
    expect(await stored()).toMatchObject({ description: '<p>You cook for us.</p>', published_at, expires_at });
  });
});
