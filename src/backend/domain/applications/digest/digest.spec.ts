import { sql } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { silentLogger } from '../../../../../test/support/database.js';
import { recordTasks } from '../../../../../test/support/recorded-tasks.js';
import { applicationWorld, type Person } from '../../../../../test/support/worlds/application-world.js';
import type { DigestContent } from '../../../platform/mail/outbox.js';
import { memberReceipts } from '../recipients/employer-recipients.js';
import { runDigests } from './send-digests.js';

const ANSWER = `mutation A($id: ID!, $answer: ApplicationAnswerInput!) { answerApplication(id: $id, answer: $answer) { errors { message } } }`;
const CHANGE = `mutation M($mails: RecruitingMailsInput!) { changeRecruitingMails(mails: $mails) }`;
const PROPOSE = `mutation P($id: ID!, $proposal: InterviewProposalInput!) { proposeInterview(id: $id, proposal: $proposal) { errors { message } } }`;
const DAY_MS = 86_400_000;
const mail = { title: 'Causeboard', contactEmail: 'hello@causeboard.test', accent: '#0b5d57' };
const SITE: BackendSite = {
  name: 'default',
  languages: ['en'],
  countries: ['CA'],
  demo: 'international',
  mail,
  timeZone: 'America/Toronto',
};

describe('[REC-05] the digest of members', () => {
  const world = applicationWorld();
  let job: string;

  beforeEach(async () => {
    await sql`truncate application, interview, mail, mail_attachment, recruiting_mail cascade`.execute(world.database);
    await sql`delete from job`.execute(world.database);
    job = await world.job({ title: 'Cook' });
    // Friday.
    at('2026-11-13T15:00:00Z');
  });

  const at = (time: string) => void (world.now = new Date(time));
  const run = (sites = [SITE], clock = () => world.now) =>
    runDigests({ database: world.database, sites, clock, logger: silentLogger });
  const change = (who: Person, digest: string) =>
    world.ask<boolean>(CHANGE, { mails: { applications: true, digest } }, who);
  const apply = async (jobId = job) => (await world.apply(jobId, {}, 'applicant')).applicationId!;

  /** @returns the digests written since the last call */
  async function digests(): Promise<{ recipient: string; content: DigestContent }[]> {
    const mails = (await world.mails()).filter(({ template }) => template === 'recruiting-digest');
    await sql`delete from mail`.execute(world.database);
    return mails.map(({ recipient, details }) => ({
      recipient,
      content: JSON.parse(details.content!) as DigestContent,
    }));
  }
  const readers = async () => (await digests()).map(({ recipient }) => recipient.split('@')[0]);

  it('reports on Monday morning, in the time zone of the site, how many people wait and for how long', async () => {
    for (let person = 0; person < 3; person++) await world.apply(job);
    at('2026-11-20T15:00:00Z');
    await world.apply(job);
    at('2026-11-23T11:59:00Z');
    await run();
    expect(await readers()).toEqual([]);
    at('2026-11-23T12:00:00Z');
    const tasks = recordTasks();
    await run();
    tasks.stop();
    expect(new Set(tasks.done)).toEqual(new Set(['digest send']));
    const sent = await digests();
    expect(sent.map(({ recipient }) => recipient)).toEqual(
      expect.arrayContaining(['owner@people.test', 'editor@people.test']),
    );
    expect(sent).toHaveLength(2);
    const waiting = [{ title: 'Cook', path: `/applications/${job}?state=new`, people: 4, days: 10 }];
    expect(sent[0]!.content).toEqual({ people: 4, waiting, interviews: [], closing: [], more: 0 });
    // Nothing identifies the applicants.
    expect(JSON.stringify(sent)).not.toMatch(/Ann|Bell|ann@/i);
  });

  it('comes once a week or a day, however many processes run, however often', async () => {
    await apply();
    await change('editor', 'daily');
    at('2026-11-23T13:00:00Z');
    await Promise.all([run(), run(), run(), run()]);
    await run();
    expect((await readers()).sort()).toEqual(['editor', 'owner']);
    at('2026-11-24T13:00:00Z');
    await Promise.all([run(), run()]);
    expect(await readers()).toEqual(['editor']);
    // Saturday and Sunday.
    for (const day of ['28', '29']) {
      at(`2026-11-${day}T13:00:00Z`);
      await run();
    }
    expect(await readers()).toEqual([]);
    at('2026-11-30T13:00:00Z');
    await run();
    expect((await readers()).sort()).toEqual(['editor', 'owner']);
  });

  it('is not sent twice after it was missed, and never in the afternoon', async () => {
    await apply();
    await change('editor', 'daily');
    at('2026-11-23T18:00:00Z');
    await run();
    expect(await readers()).toEqual([]);
    // No process ran on Tuesday either: one digest covers the whole week.
    at('2026-11-25T13:00:00Z');
    await run();
    await run();
    expect((await readers()).sort()).toEqual(['editor', 'owner']);
    at('2026-11-26T13:00:00Z');
    await run();
    expect(await readers()).toEqual(['editor']);
  });

  it('comes at the same hour after a DST change, and once on that day', async () => {
    const berlin = [{ ...SITE, timeZone: 'Europe/Berlin' }];
    at('2026-10-01T08:00:00Z');
    await apply();
    await change('editor', 'daily');
    await change('owner', 'off');
    const sent: string[] = [];
    for (let now = Date.parse('2026-10-23T00:00:00Z'); now < Date.parse('2026-10-28T00:00:00Z'); now += 1_800_000) {
      world.now = new Date(now);
      await run(berlin);
      if ((await readers()).length > 0) sent.push(world.now.toISOString());
    }
    expect(sent).toEqual(['2026-10-23T05:00', '2026-10-26T06:00', '2026-10-27T06:00'].map((time) => `${time}:00.000Z`));
  });

  it('comes again after a clock that was far ahead has been corrected', async () => {
    await apply();
    await sql`insert into recruiting_mail (account_id, site, digest_day) values (${world.ids.owner}::uuid, 'default', '2031-01-06')`.execute(
      world.database,
    );
    at('2026-11-23T13:00:00Z');
    await run();
    expect((await readers()).sort()).toEqual(['editor', 'owner']);
  });

  it('is not sent without content: an answer ends the waiting, and the weekly one needs somebody who waits', async () => {
    await change('editor', 'daily');
    at('2026-11-20T15:00:00Z');
    const id = await apply();
    at('2026-11-23T13:00:00Z');
    await run();
    // A weekend and a day do not count as a long wait.
    expect(await readers()).toEqual([]);
    await world.ask(ANSWER, { id, answer: { subject: 'Hello', body: 'Thank you.', state: null } }, 'owner');
    at('2026-11-24T13:00:00Z');
    await run();
    expect(await readers()).toEqual([]);
    const soon = await world.job({ title: 'Driver', expiresAt: new Date('2026-12-02T04:59:59.999Z') });
    await sql`update job set time_zone = 'America/Toronto' where id = ${soon}`.execute(world.database);
    at('2026-11-30T13:00:00Z');
    await run();
    expect(await digests()).toEqual([
      {
        recipient: 'editor@people.test',
        content: {
          people: 0,
          waiting: [],
          interviews: [],
          closing: [{ title: 'Driver', path: '/job-manager?state=published', day: '2026-12-01' }],
          more: 0,
        },
      },
    ]);
  });

  it('reports interviews of the next days, without the names of applicants', async () => {
    await change('editor', 'daily');
    const id = await apply();
    const start = '2026-11-25T15:00';
    const proposal = { starts: [start], timeZone: 'UTC', minutes: 30, place: 'Here', note: '' };
    expect(await world.ask(PROPOSE, { id, proposal }, 'owner')).toEqual({ errors: [] });
    await sql`update interview set state = 'booked', starts_at = ${`${start}:00Z`}`.execute(world.database);
    at('2026-11-20T13:00:00Z');
    await run();
    expect(await readers()).toEqual([]);
    at('2026-11-24T13:00:00Z');
    await run();
    const [digest, ...others] = await digests();
    expect(others).toEqual([]);
    expect(digest!.content.interviews).toEqual([
      { title: 'Cook', path: `/applications/${job}/${id}`, start: `${start}:00.000Z`, minutes: 30, zone: 'UTC' },
    ]);
  });

  it('goes to nobody else: strangers, and people who stopped it, left, are blocked or are no longer recruiters', async () => {
    await apply();
    const other = await world.job({ title: 'Night guard' }, {}, { of: 1 });
    await world.apply(other);
    at('2026-11-23T13:00:00Z');
    await run([
      { ...SITE, roles: { applicant: true, recruiter: false } },
      { ...SITE, name: 'guarded' },
    ]);
    expect(await readers()).toEqual([]);
    const editor = sql`id = ${world.ids.editor}::uuid`;
    const again = async (): Promise<string[]> => {
      await sql`delete from mail`.execute(world.database);
      await sql`update recruiting_mail set digest_day = null`.execute(world.database);
      await run();
      return (await digests())
        .map(({ recipient, content }) => `${recipient} ${content.waiting.map(({ title }) => title).join()}`)
        .sort();
    };
    const all = ['editor@people.test Cook', 'owner@people.test Cook', 'stranger@people.test Night guard'];
    const withoutEditor = all.slice(1);
    expect(await again()).toEqual(all);
    await sql`update account set blocked_at = now() where ${editor}`.execute(world.database);
    expect(await again()).toEqual(withoutEditor);
    await sql`update account set blocked_at = null, roles = '{applicant}' where ${editor}`.execute(world.database);
    expect(await again()).toEqual(withoutEditor);
    await sql`update account set roles = '{recruiter}' where ${editor}`.execute(world.database);
    await change('editor', 'off');
    expect(await again()).toEqual(withoutEditor);
    await change('editor', 'weekly');
    expect(await again()).toEqual(all);
    const { rows } = await sql<{ organization_id: number; account_id: string; role: 'editor' }>`
      delete from organization_member where account_id = ${world.ids.editor}::uuid returning *
    `.execute(world.database);
    expect(await again()).toEqual(withoutEditor);
    await world.database.insertInto('organization_member').values(rows).execute();
    expect(await again()).toEqual(all);
  });

  it('is not sent to people who have left one of its organizations, or stopped it, after it was written', async () => {
    await apply();
    at('2026-11-23T13:00:00Z');
    await run();
    const mayReceive = memberReceipts(world.database);
    const [written] = await world.database
      .selectFrom('mail')
      .select(['site', 'template', 'details'])
      .where('template', '=', 'recruiting-digest')
      .where('recipient', '=', 'editor@people.test')
      .execute();
    expect(await mayReceive(written!)).toBe(true);
    await change('editor', 'off');
    expect(await mayReceive(written!)).toBe(false);
    await change('editor', 'daily');
    expect(await mayReceive(written!)).toBe(true);
    const ids = JSON.stringify([...(JSON.parse(written!.details.organizations!) as number[]), 999_999]);
    expect(await mayReceive({ ...written!, details: { ...written!.details, organizations: ids } })).toBe(false);
  });

  it('starts in the following week if it is chosen midweek', async () => {
    await apply();
    await change('editor', 'off');
    at('2026-11-25T12:30:00Z');
    await change('editor', 'weekly');
    await change('owner', 'daily');
    await run();
    at('2026-11-26T12:30:00Z');
    await run();
    expect(await readers()).toEqual(['owner']);
    at(new Date(world.now.getTime() + 4 * DAY_MS).toISOString());
    await run();
    expect((await readers()).sort()).toEqual(['editor', 'owner']);
  });
});
