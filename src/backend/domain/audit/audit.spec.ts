import { sql } from 'kysely';
import { accountWorld } from '../../../../test/support/worlds/account-world.js';
import { applicationWorld, type Person } from '../../../../test/support/worlds/application-world.js';

describe('the audit log', () => {
  const world = accountWorld();
  const DAY_MS = 86_400_000;
  const start = Date.parse('2026-01-01T00:00:00Z');
  let ada: { id: string; email: string };
  let jwt: string;

  beforeAll(async () => {
    const admin = await world.person('administrator');
    jwt = await world.jwtOf(admin.email);
    ada = await world.person();
    await sql`delete from audit_event`.execute(world.database);
    const events = [
      [ada.id, null, 'job.publish', { job: '7', title: 'Cook' }],
      [admin.id, ada.id, 'account.blocked', { reason: '7' }],
      [ada.id, null, 'job.archive', { job: '7' }],
      [ada.id, null, 'job.publish', { job: '77' }],
      [admin.id, null, 'organization.verified', { organization: '7' }],
      [null, ada.id, 'account.password-changed', {}],
    ] as const;
    for (const [index, [actor, subject, action, details]] of events.entries())
      await sql`
        insert into audit_event (at, actor_id, subject_id, action, details)
        values (${new Date(start + index * DAY_MS)}, ${actor}, ${subject}, ${action}, ${JSON.stringify(details)}::jsonb)
      `.execute(world.database);
  });

  const listed = async (args: string) => {
    const events = await world.ask<{ id: string; at: string; action: string }[]>(
      `auditEvents${args} { id at action }`,
      jwt,
    );
    return events.map(({ at }) => (Date.parse(at) - start) / DAY_MS);
  };
  const object = (kind: string, id: string) => `(filter: { object: { kind: ${kind}, id: "${id}" } })`;
  const day = (count: number) => new Date(start + count * DAY_MS).toISOString();

  it.each<[string, () => string, number[]]>([
    ['nothing', () => '', [5, 4, 3, 2, 1, 0]],
    ['an address', () => `(filter: { actor: " ${ada.email.toUpperCase()}" })`, [3, 2, 0]],
    ['an id of an account', () => `(filter: { actor: "${ada.id}" })`, [3, 2, 0]],
    ['nobody', () => '(filter: { actor: "nobody@people.test" })', []],
    ['a group', () => '(filter: { group: "job" })', [3, 2, 0]],
    ['an unknown group', () => '(filter: { group: "jo" })', []],
    ['a job', () => object('job', '7'), [2, 0]],
    ['an organization', () => object('organization', '7'), [4]],
    ['an account by its address', () => object('account', ada.email), [5, 1]],
    ['an account by its id', () => object('account', ada.id), [5, 1]],
    ['times', () => `(filter: { from: "${day(1)}", until: "${day(3)}" })`, [2, 1]],
    ['all of it', () => `(filter: { actor: "${ada.id}", group: "job", from: "${day(1)}" })`, [3, 2]],
  ])('is filtered by %s', async (_what, args, days) => {
    expect(await listed(args())).toEqual(days);
  });

  it('continues after an event with the same filter', async () => {
    const filter = `filter: { actor: "${ada.id}" }`;
    const [first] = await world.ask<{ id: string }[]>(`auditEvents(limit: 1, ${filter}) { id }`, jwt);
    expect(await listed(`(before: "${first!.id}", ${filter})`)).toEqual([2, 0]);
    expect(await listed('(before: "999999999")')).toEqual([]);
  });

  it('refuses an invalid time', async () => {
    const { errors } = await world.send('auditEvents(filter: { from: "soon" }) { id }', jwt);
    expect(errors).toHaveLength(1);
  });

  it('reads each filter by an index', async () => {
    const newest = 'order by at desc, id desc limit 31';
    const plan = async (rest: string): Promise<string> =>
      world.database.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        await sql`set local enable_sort = off`.execute(trx);
        const query = sql.raw<{ 'QUERY PLAN': string }>(`explain select id from audit_event where ${rest}`);
        const { rows } = await query.execute(trx);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(await plan(`actor_id = '${ada.id}' ${newest}`)).toContain('audit_event_actor_at');
    expect(await plan(`split_part(action, '.', 1) = 'job' ${newest}`)).toContain('audit_event_group');
    expect(await plan(`details @> '{"job":"7"}'`)).toContain('audit_event_details');
    expect(await plan(`at >= now() ${newest}`)).toContain('audit_event_at');
  });
});

describe('[AUTH-14] actions of an administrator who acts as another person', () => {
  const world = applicationWorld();
  const ACTIONS = ['application.opened', 'application.moved', 'application.answered', 'application.downloaded'];

  beforeAll(async () => {
    const attachments = [await world.sendFile()];
    const { applicationId: id } = await world.apply(await world.job(), { attachments }, 'applicant');
    const change = (field: string, more: string) =>
      world.ask(`mutation { ${field}(id: "${id}", ${more}) { errors { message } } }`, {}, 'owner');
    await change('moveApplication', 'state: in_review');
    const own = world.tokens.owner;
    const { jwt } = await world.ask<{ jwt: string }>(
      `mutation { masquerade(userId: "${world.ids.owner}") { jwt } }`,
      {},
      'administrator',
    );
    world.tokens.owner = jwt;
    await change('moveApplication', 'state: interview');
    await change('answerApplication', 'answer: { subject: "Hello", body: "You" }');
    expect((await world.fetch(`/application-files/${id}.zip`, 'owner')).status).toBe(200);
    world.tokens.owner = own;
    await world.logInAgain('administrator');
  });

  it('name both in the log', async () => {
    type Event = { action: string; actor: { email: string }; details: { name: string; value: string }[] };
    const events = await world.ask<Event[]>(
      '{ auditEvents { action actor { email } details { name value } } }',
      {},
      'administrator',
    );
    const acting = ['owner@people.test', 'administrator@people.test'];
    expect(
      events.map(({ action, actor, details }) => [
        action,
        actor.email,
        details.find(({ name }) => name === 'masquerader')?.value,
      ]),
    ).toEqual([
      ...ACTIONS.toReversed().map((action) => [action, ...acting]),
      ['masquerade.begin', 'administrator@people.test', undefined],
      ['application.moved', 'owner@people.test', undefined],
    ]);
  });

  it('are found by either of them as the actor', async () => {
    const actionsOf = async (who: Person, more = '') => {
      const actor = `filter: { actor: "${world.ids[who]}" }`;
      return world.ask<{ id: string; action: string }[]>(
        `{ auditEvents(${actor} ${more}) { id action } }`,
        {},
        'administrator',
      );
    };
    const names = (events: readonly { action: string }[]) => events.map(({ action }) => action);
    const acting = ACTIONS.toReversed();
    expect(names(await actionsOf('owner'))).toEqual([...acting, 'application.moved']);
    const found = await actionsOf('administrator');
    expect(names(found)).toEqual([...acting, 'masquerade.begin']);
    const rest = await actionsOf('administrator', `before: "${found[1]!.id}" limit: 2`);
    expect(rest).toEqual(found.slice(2, 4));
    expect(await actionsOf('administrator', 'limit: 1')).toEqual(found.slice(0, 1));
  });

  it('are not exported as done by that person, but by the administrator', async () => {
    const exported = async (who: Person) => {
      const { audit_event: events } = JSON.parse(await world.ask<string>('{ exportMyData }', {}, who)) as {
        audit_event: { action: string; done_by_you: boolean; by_administrator: boolean; details: object }[];
      };
      expect(events.every(({ details }) => !('masquerader' in details))).toBe(true);
      return events.map(({ action, done_by_you, by_administrator }) => [action, done_by_you, by_administrator]);
    };
    expect(await exported('owner')).toEqual([
      ['application.moved', true, false],
      ['masquerade.begin', false, false],
      ...ACTIONS.map((action) => [action, false, true]),
    ]);
    expect(await exported('administrator')).toEqual([
      ['masquerade.begin', true, false],
      ...ACTIONS.map((action) => [action, true, true]),
    ]);
  });
});

describe('[AUTH-14] an administrator who acts as a recruiter', () => {
  const world = applicationWorld();
  const MINUTE_MS = 60_000;
  const start = Date.parse('2026-11-21T09:00:00Z');
  let job: string;
  let id: string;

  beforeEach(async () => {
    job = await world.job();
    id = (await world.apply(job, {}, 'applicant')).applicationId!;
    await sql`delete from audit_event`.execute(world.database);
    await act();
  });

  /** Makes "owner" an administrator who acts as that person. */
  async function act(): Promise<void> {
    await world.logInAgain('administrator');
    const masquerade = `mutation { masquerade(userId: "${world.ids.owner}") { jwt } }`;
    world.tokens.owner = (await world.ask<{ jwt: string }>(masquerade, {}, 'administrator')).jwt;
    await world.logInAgain('administrator');
  }

  const change = (field: string) => world.ask(`mutation { ${field} { errors { message } } }`, {}, 'owner');

  async function events() {
    const { rows } = await sql<{ action: string; actor_id: string; details: Record<string, string> }>`
      select action, actor_id, details from audit_event where action not like 'masquerade.begin' order by id
    `.execute(world.database);
    return rows;
  }

  it.each([
    ['the list', () => `{ jobApplications(jobId: "${job}") { applications { firstName } } }`],
    ['the board', () => `{ applicationBoard(jobId: "${job}") { cards { firstName } } }`],
    ['the export', () => `{ exportedApplications(jobId: "${job}") { applications { firstName } } }`],
    ['one application', () => `{ receivedApplication(id: "${id}") { firstName emailAddress } }`],
  ])('leaves one entry in half an hour by reading %s', async (_what, query) => {
    const read = () => world.ask(query(), {}, 'owner');
    const entry = {
      action: 'application.opened',
      actor_id: world.ids.owner,
      details: { job, masquerader: world.ids.administrator },
    };
    await Promise.all([read(), read(), read()]);
    expect(await events()).toEqual([entry]);
    world.now = new Date(start + 29 * MINUTE_MS);
    await read();
    expect(await events()).toHaveLength(1);
    // Another session is another access.
    await act();
    await read();
    expect(await events()).toEqual([entry, entry]);
    world.now = new Date(start + 60 * MINUTE_MS);
    await read();
    expect(await events()).toHaveLength(3);
  });

  it('leaves no entry by numbers, nor do members and applicants by reading', async () => {
    expect(await world.ask<object[]>('{ jobsWithApplications { total } }', {}, 'owner')).not.toEqual([]);
    await world.ask(`{ receivedApplication(id: "${id}") { firstName } }`, {}, 'editor');
    await world.ask(`{ ownApplication(id: "${id}") { state } }`, {}, 'applicant');
    expect(await events()).toEqual([]);
  });

  it('leaves an entry by every change that has none of its own', async () => {
    await change(`addApplicationNote(id: "${id}", note: { body: "A secret", mentions: [] })`);
    await change(`tagApplication(id: "${id}", tag: "friend", isOn: true)`);
    const proposal = 'starts: ["2026-12-03T14:30"], timeZone: "Europe/London", minutes: 30, place: "0123", note: ""';
    await change(`proposeInterview(id: "${id}", proposal: { ${proposal} })`);
    await change(`answerApplication(id: "${id}", answer: { subject: "Hello", body: "You" })`);
    const { delayedMails } = await world.ask<{ delayedMails: { id: string }[] }>(
      `{ receivedApplication(id: "${id}") { delayedMails { id } } }`,
      {},
      'owner',
    );
    await change(`sendAnswerNow(id: "${id}", mail: "${delayedMails.at(-1)!.id}")`);
    await world.ask('mutation { changeBookmarks(add: [], remove: []) { id } }', {}, 'owner');
    const about = { application: id, masquerader: world.ids.administrator };
    const found = await events();
    expect(found.map(({ action, details }) => [action, details.operation])).toEqual([
      ['application.opened', undefined],
      ['masquerade.changed', 'addApplicationNote'],
      ['masquerade.changed', 'tagApplication'],
      ['masquerade.changed', 'proposeInterview'],
      ['application.answered', undefined],
      ['masquerade.changed', 'sendAnswerNow'],
      ['masquerade.changed', 'changeBookmarks'],
    ]);
    expect(found[1]!.details).toEqual({ ...about, operation: 'addApplicationNote' });
    expect(found[5]!.details).toEqual({ ...about, operation: 'sendAnswerNow' });
  });

  it('leaves no entry by a change that is refused, nor does the person by their own changes', async () => {
    await change(`addApplicationNote(id: "${id}", note: { body: "", mentions: [] })`);
    await change(`addApplicationNote(id: "00000000-0000-4000-8000-000000000000", note: { body: "x", mentions: [] })`);
    await world.ask(
      `mutation { tagApplication(id: "${id}", tag: "x", isOn: true) { errors { message } } }`,
      {},
      'editor',
    );
    expect((await events()).filter(({ action }) => action !== 'application.opened')).toEqual([]);
  });
});
