import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordingIndexer } from '../../../../test/support/data/jobs.js';
import { HEADING, importWorld, NOW, TEXT } from '../../../../test/support/worlds/import-world.js';
import { endOfDay, startOfDay } from '#shared/time-zones/zoned-days.js';
import { suspendOrganizations } from '../../domain/organizations/suspension.js';
import { reportLines } from './import-report.js';

describe('importing a file', () => {
  const world = importWorld();
  const { run, report, jobs } = world;

  it('saves good rows, reports broken ones, and finds everything unchanged the second time', async () => {
    const file = [
      HEADING,
      `1,Cook,"US, CA, San Jose",${TEXT},0,35000-45000,Kitchen`,
      `2,,Toronto,${TEXT},0,,Kitchen`,
      `3,Driver,Toronto,short,0,,Kitchen`,
      'broken',
      `4,Baker,"Toronto, ON m4y1t5",${TEXT},1,20-25,`,
      `5,Nurse,,${TEXT},0,,KITCHEN`,
      '6,"never closed',
      `7,Clerk,Springfield,${TEXT},0,,Kitchen`,
    ].join('\n');
    const first = await report(file);
    expect(first).toMatchObject({ rows: 8, created: 4, updated: 0, unchanged: 0, incomplete: 4 });
    expect(first.refused).toEqual([
      { row: 2, key: '2', field: 'title', rule: 'is missing' },
      { row: 3, key: '3', field: 'description', rule: 'has fewer than 20 characters of text' },
      { row: 4, field: 'row', rule: 'line 5: has 1 fields where the heading has 7' },
      { row: 7, field: 'row', rule: 'line 8: a quotation mark opens and is never closed' },
    ]);
    const notes = first.notes.filter(({ field }) => !['application', 'employer'].includes(field));
    expect(notes.map(({ row, field }) => [row, field])).toEqual([
      [5, 'salary'],
      [8, 'place'],
    ]);
    const saved = await jobs();
    expect(saved).toMatchObject([
      {
        title: 'Cook',
        organization: 'Kitchen',
        country_code: 'US',
        administrative_area: 'CA',
        locality: 'San Jose',
        salary_min: 35000,
        salary_currency: 'USD',
        salary_unit: 'YEAR',
        reference: '1',
      },
      {
        title: 'Baker',
        organization: 'Employer not named',
        country_code: 'CA',
        locality: 'Toronto',
        zip: 'M4Y 1T5',
        remote_tid: 3,
        eligible_countries: ['CA'],
      },
      { title: 'Nurse', organization: 'Kitchen', country_code: null },
      { title: 'Clerk', locality: 'Springfield', country_code: 'GB', lat: null },
    ]);
    expect(saved[0]?.lat).toBeCloseTo(37.34, 1);

    const indexer = recordingIndexer();
    const later = new Date('2026-12-01T00:00:00Z');
    expect(await report(file, {}, { now: later, indexer })).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
    expect(indexer.indexed).toEqual([]);
    expect(await jobs()).toEqual(saved);
    expect(await report(file.replace('Cook', 'Chef'))).toMatchObject({ created: 0, updated: 1, unchanged: 3 });
  });

  it.each<[string, string | Buffer]>([
    ['an empty file', ''],
    ['random bytes', randomBytes(5000)],
    ['a workbook', Buffer.from('504b0304deadbeef', 'hex')],
    ['an error page', '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>'],
    ['CSV without needed columns', 'name,age\nBob,3\n'],
    ['CSV that was cut off', `${HEADING}\n1,Cook,Toronto,${TEXT},0,,K\n2,Cook,Toronto,"${TEXT}`],
    ['JSON that was cut off', `[{"title":"Cook","description":"${TEXT}"},{"title":"Dri`],
    ['XML that is not well-formed', `<source><job><title>Cook</title><description>${TEXT}</description></job><job>`],
  ])('refuses %s whole and writes nothing', async (_name, content) => {
    expect(await run(content)).toMatchObject({
      refused: expect.stringMatching(/^jobs\.csv (?:is|has|ends) /) as unknown,
    });
    expect(await jobs()).toEqual([]);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
  ])('reads %s', async (_name, encode) => {
    await report(encode(`title,description,location\nCafé-Küche à côté,${TEXT} Déjà vu,Montréal\n`));
    expect(await jobs()).toMatchObject([
      { title: 'Café-Küche à côté', locality: 'Montréal', description: `<p>${TEXT} Déjà vu</p>` },
    ]);
  });

  it('uses the last of two rows with the same key, and keeps the same content under two keys apart', async () => {
    const file = `${HEADING}\n1,Cook,Bonn,${TEXT},0,,K\n2,Cook,Bonn,${TEXT},0,,K\n1,Head cook,Bonn,${TEXT},0,,K\n`;
    expect(await report(file)).toMatchObject({
      created: 2,
      repeated: [{ row: 1, key: '1', rule: 'is repeated in row 3, which is used instead' }],
    });
    expect((await jobs()).map(({ title }) => title).sort()).toEqual(['Cook', 'Head cook']);
    expect(await report(file)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  });

  it('gives all rows the requested organization, and does not change an existing one', async () => {
    const file = `${HEADING}\n1,Cook,Bonn,${TEXT},0,,Other\n2,Baker,Bonn,${TEXT},0,,\n`;
    await report(file, { organization: 'Our House' });
    await sql`update organization set mission = 'edited'`.execute(world.database);
    await report(`${HEADING}\n3,Driver,Bonn,${TEXT},0,,OUR HOUSE\n`, { source: 'other-feed' });
    expect((await jobs()).map(({ organization }) => organization)).toEqual(['Our House', 'Our House', 'Our House']);
    expect((await sql`select name, mission from organization`.execute(world.database)).rows).toEqual([
      { name: 'Our House', mission: 'edited' },
    ]);
  });

  it('saves nothing in a dry run, and reports what it would do', async () => {
    expect(await report(`${HEADING}\n1,Cook,Bonn,${TEXT},0,,K\n`, { dryRun: true })).toMatchObject({
      created: 1,
      dryRun: true,
    });
    expect(await jobs()).toEqual([]);
    expect((await sql`select from organization`.execute(world.database)).rows).toEqual([]);
  });

  it('refuses closed jobs', async () => {
    const { refused, created } = await report(
      `title,description,closing date,date\nOld,${TEXT},2026-11-20,2026-11-01\nOpen,${TEXT},2026-11-21,2026-11-01\n`,
    );
    expect(refused).toEqual([{ row: 1, field: 'closing date', rule: 'already closed on 2026-11-20' }]);
    expect(created).toBe(1);
    expect(await jobs()).toMatchObject([
      { published_at: new Date('2026-11-01'), expires_at: new Date('2026-11-21T23:59:59.999Z') },
    ]);
  });

  it('reports dates and pay that it does not understand, and reads pay in the words of the feed', async () => {
    const rows = [`Cook,${TEXT},10/11/2026,soon,"£35,000",40k`, `Nurse,${TEXT},2027-01-01,,20 or 25,`];
    const { notes } = await report(`title,description,date,closing date,salary min,salary max\n${rows.join('\n')}\n`);
    expect(notes.filter(({ field }) => !['application', 'employer'].includes(field))).toEqual([
      { row: 1, field: 'publication date', rule: '“10/11/2026” is not understood; left out' },
      { row: 1, field: 'closing date', rule: '“soon” is not understood; left out' },
      { row: 2, field: 'salary', rule: '“20 or 25” is not a number; left out' },
    ]);
    expect(await jobs()).toMatchObject([
      { salary_min: 35_000, salary_max: 40_000, salary_currency: 'GBP' },
      { salary_min: null, published_at: NOW },
    ]);
  });

  it('interprets days in the time zone of the job’s location, otherwise of the site', async () => {
    const rows = [
      `Cook,${TEXT},"Vancouver, BC, Canada",2026-12-23,2026-11-02`,
      `Gardener,${TEXT},,2026-12-23,2026-11-02`,
      `Nurse,${TEXT},,2026-12-23T17:00,2026-11-02`,
      `Baker,${TEXT},,2026-12-23T17:00:00Z,2026-11-02`,
    ];
    const site = { name: 'default', languages: ['en'], countries: ['CA'], timeZone: 'America/Halifax' };
    await report(`title,description,location,closing date,date\n${rows.join('\n')}\n`, { site });
    const [vancouver, halifax] = ['America/Vancouver', 'America/Halifax'];
    expect(await jobs()).toMatchObject([
      {
        time_zone: vancouver,
        published_at: startOfDay('2026-11-02', vancouver),
        expires_at: endOfDay('2026-12-23', vancouver),
      },
      {
        time_zone: halifax,
        published_at: startOfDay('2026-11-02', halifax),
        expires_at: endOfDay('2026-12-23', halifax),
      },
      // A time without a zone is interpreted in the time zone, too.
      { expires_at: new Date('2026-12-23T21:00:00Z') },
      { expires_at: new Date('2026-12-23T17:00:00Z') },
    ]);
  });

  it('keeps hostile text harmless', async () => {
    const description = `"<p onclick=""x()"">${TEXT}<script>alert(1)</script><a href=""javascript:x"">go</a></p>"`;
    await report(
      `title,description,url,company\n"<b>Cook</b> <script>x</script>& ""baker""",${description},javascript:alert(1),<i>K</i>\n`,
    );
    expect(await jobs()).toMatchObject([
      {
        title: 'Cook & "baker"',
        description: `<p>${TEXT}go</p>`,
        organization: 'K',
        application_workflow: 'email',
        application_link: null,
      },
    ]);
  });

  it('puts the parts of an advertisement under headings of its language', async () => {
    const german =
      'Wir suchen für unsere Küche eine Person, die mit uns und den Menschen im Haus kochen will und nicht nur wärmt.';
    await report(`title,description,requirements,benefits\nKoch,"${german}",Freude an der Arbeit,- Essen - Bus\n`);
    expect(await jobs()).toMatchObject([{ language: 'de' }]);
    expect((await jobs())[0]?.description).toContain(
      '<h3>Anforderungen</h3><p>Freude an der Arbeit</p><h3>Leistungen</h3>',
    );
  });

  it('continues after a crash in the middle, with the same result', async () => {
    const rows = Array.from({ length: 1300 }, (_row, index) => `${index},Cook ${index},Bonn,${TEXT},0,,K`);
    const file = [HEADING, ...rows].join('\n');
    const indexer = recordingIndexer();
    const failing = {
      ...indexer,
      index: (...given: Parameters<typeof indexer.index>) =>
        indexer.indexed.length >= 1000 ? Promise.reject(new Error('the power is out')) : indexer.index(...given),
    };
    await expect(run(file, {}, { indexer: failing })).rejects.toThrow('the power is out');
    expect(await jobs()).toHaveLength(1000);
    expect(await report(file)).toMatchObject({ created: 300, updated: 0, unchanged: 1000 });
    expect(await jobs()).toHaveLength(1300);
  });

  it('publishes nothing of an organization that is suspended meanwhile', async () => {
    const row = (index: number) => `${index},Cook ${index},Bonn,${TEXT},0,,K`;
    await report([HEADING, ...Array.from({ length: 250 }, (_row, index) => row(index))].join('\n'));
    const file = [HEADING, ...Array.from({ length: 250 }, (_row, index) => row(index + 250))].join('\n');
    const indexer = recordingIndexer();
    const suspend = () =>
      world.database.transaction().execute((trx) => suspendOrganizations(trx, indexer, { which: sql`true` }, NOW));
    let suspension: Promise<void> | undefined;
    const suspending = {
      ...indexer,
      index: async (...given: Parameters<typeof indexer.index>) => {
        suspension ??= suspend();
        // It waits for the batch, and would otherwise be over before it.
        await Promise.race([suspension, setTimeout(200)]);
        await indexer.index(...given);
      },
    };
    const { created, refused } = await report(file, {}, { indexer: suspending });
    await suspension;
    expect(created + refused.length).toBe(250);
    expect(new Set((await jobs()).map(({ state }) => state))).toEqual(new Set(['draft']));
    expect(await report(file)).toMatchObject({ created: 0, updated: 0 });
  });

  it('ends after the current batch when it is interrupted', async () => {
    const rows = Array.from({ length: 3000 }, (_row, index) => `${index},Cook ${index},Bonn,${TEXT},0,,K`);
    const interruption = new AbortController();
    const indexer = recordingIndexer();
    const stopping = {
      ...indexer,
      index: (...given: Parameters<typeof indexer.index>) => (interruption.abort(), indexer.index(...given)),
    };
    const result = await report([HEADING, ...rows].join('\n'), {}, { indexer: stopping, signal: interruption.signal });
    expect(result.interrupted).toBe(true);
    expect(await jobs()).toHaveLength(result.created);
    expect(result.created).toBeLessThan(3000);
  });

  it('imports jobs without an employer or a way to apply only when told to, and reports each', async () => {
    const heading = 'job_id,title,description,company,email';
    const file = [
      heading,
      `1,Cook,${TEXT},Kitchen,jobs@kitchen.example`,
      `2,Baker,${TEXT},,jobs@kitchen.example`,
      `3,Nurse,${TEXT},Kitchen,`,
      `4,Clerk,${TEXT},,`,
    ].join('\n');
    const employer = { field: 'employer', rule: 'is not named' };
    const application = { field: 'application', rule: 'has neither a link nor an email address' };
    const strict = await report(file, { allowIncomplete: false });
    expect(strict).toMatchObject({ created: 1, incomplete: 3 });
    expect(strict.refused).toEqual([
      { row: 2, key: '2', ...employer },
      { row: 3, key: '3', ...application },
      { row: 4, key: '4', ...employer },
    ]);
    expect(reportLines(strict, undefined).join('\n')).toContain('--allow-incomplete imports them');
    const lenient = await report(file);
    expect(lenient).toMatchObject({ created: 3, unchanged: 1, incomplete: 3, refused: [] });
    expect(lenient.notes).toEqual([
      { row: 2, key: '2', ...employer },
      { row: 3, key: '3', ...application },
      { row: 4, key: '4', ...employer },
      { row: 4, key: '4', ...application },
    ]);
    const { rows } = await sql`select name, state from organization order by name`.execute(world.database);
    expect(rows).toEqual([
      { name: 'Employer not named', state: 'unnamed' },
      { name: 'Kitchen', state: 'public' },
    ]);
  });

  it('saves the rest of a batch if the database rejects one of its rows', async () => {
    const indexer = recordingIndexer();
    const strict = {
      ...indexer,
      index: async (...[trx, ids]: Parameters<typeof indexer.index>) => {
        await sql`select 1 / (case when exists(select from job where title = 'Poison' and id = any(${[...ids]}::bigint[])) then 0 else 1 end)`.execute(
          trx,
        );
      },
    };
    const file = `${HEADING}\n1,Cook,Bonn,${TEXT},0,,K\n2,Poison,Bonn,${TEXT},0,,K\n3,Baker,Bonn,${TEXT},0,,K\n`;
    const result = await report(file, {}, { indexer: strict });
    expect(result).toMatchObject({ created: 2, refused: [{ row: 2, key: '2', field: 'row' }] });
    expect((await jobs()).map(({ title }) => title)).toEqual(['Cook', 'Baker']);
  });
});
