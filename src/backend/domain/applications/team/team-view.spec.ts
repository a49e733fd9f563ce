import { sql } from 'kysely';
import { applicationWorld, type Faults, type Person } from '../../../../../test/support/worlds/application-world.js';

const TEAM = `query T($id: ID!) { receivedApplication(id: $id) { team { tags mean own knownTags ratings { name rating }
  notes { id at author body isOwn mentions } colleagues { id name } } } }`;
const NOTE = `mutation N($id: ID!, $note: ApplicationNoteInput!) { addApplicationNote(id: $id, note: $note) { errors { field message } } }`;
const DELETE = `mutation D($id: ID!, $note: ID!) { deleteApplicationNote(id: $id, note: $note) { errors { field } } }`;
const TAG = `mutation T($id: ID!, $tag: String!, $isOn: Boolean!) { tagApplication(id: $id, tag: $tag, isOn: $isOn) { errors { field message } } }`;
const RATE = `mutation R($id: ID!, $rating: Int) { rateApplication(id: $id, rating: $rating) { errors { field message } } }`;
const LIST = `query L($jobId: ID!, $filter: ApplicationFilterInput) { jobApplications(jobId: $jobId, filter: $filter) {
  total knownTags applications { id tags rating notes } } }`;

interface Team {
  tags: string[];
  mean: number | null;
  own: number | null;
  knownTags: string[];
  ratings: { name: string; rating: number }[];
  notes: { id: string; at: string; author: string | null; body: string; isOwn: boolean; mentions: string[] }[];
  colleagues: { id: string; name: string }[];
}
interface List {
  total: number;
  knownTags: string[];
  applications: { id: string; tags: string[]; rating: number | null; notes: number }[];
}
type Done = Faults | null;

describe('[REC-05] an organization’s internal notes about an applicant', () => {
  const world = applicationWorld();
  const SECRET = 'a word that nobody else reads';
  let job: string;
  let id: string;

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    job = await world.job();
    id = (await world.apply(job, {}, 'applicant')).applicationId!;
    await sql`delete from mail`.execute(world.database);
  });

  const team = async (who: Person = 'owner') =>
    (await world.ask<{ team: Team | null } | null>(TEAM, { id }, who))?.team ?? null;
  const note = (body: string, mentions: string[] = [], who: Person = 'owner') =>
    world.ask<Done>(NOTE, { id, note: { body, mentions } }, who);
  const tag = (text: string, isOn = true, who: Person = 'owner') => world.ask<Done>(TAG, { id, tag: text, isOn }, who);
  const rate = (rating: number | null, who: Person = 'owner') => world.ask<Done>(RATE, { id, rating }, who);
  const list = (filter: object = {}, who: Person = 'editor') => world.ask<List>(LIST, { jobId: job, filter }, who);

  it('are visible to its members with author and time, and can be changed by nobody else', async () => {
    expect((await note(` ${SECRET}\r\nand more `))?.errors).toEqual([]);
    await tag(SECRET);
    await rate(4);
    const { notes, tags, mean, own } = (await team('editor'))!;
    expect(notes).toEqual([
      {
        id: expect.any(String) as string,
        at: world.now.toISOString(),
        author: 'owner',
        body: `${SECRET}\nand more`,
        isOwn: false,
        mentions: [],
      },
    ]);
    expect([tags, mean, own]).toEqual([[SECRET], 4, null]);
    for (const who of ['applicant', 'other', 'stranger', 'job_editor', 'site_admin', 'administrator'] as const) {
      const changes = [
        await note('x', [], who),
        await tag('x', true, who),
        await tag(SECRET, false, who),
        await rate(1, who),
        await world.ask(DELETE, { id, note: notes[0]!.id }, who),
        await team(who),
      ];
      expect([who, changes]).toEqual([who, changes.map(() => null)]);
    }
    const after = (await team())!;
    expect([after.notes.length, after.tags, after.mean]).toEqual([1, [SECRET], 4]);
  });

  it('are not visible to an administrator who has opened the applications with a reason', async () => {
    await note(SECRET);
    await tag(SECRET);
    await rate(5);
    const OPEN = `mutation O($id: ID!) { openPrivateRecord(kind: job, id: $id, reason: "A complaint") { errors { message } } }`;
    await world.ask(OPEN, { id: job }, 'administrator');
    const one = await world.ask<{ team: Team | null }>(TEAM, { id }, 'administrator');
    expect(one).toEqual({ team: null });
    expect(await list({}, 'administrator')).toEqual({
      total: 1,
      knownTags: [],
      applications: [{ id, tags: [], rating: null, notes: 0 }],
    });
    expect((await list({ tag: 'guessed', sort: 'rating' }, 'administrator')).total).toBe(1);
  });

  it('never reach the applicant: neither by page or export nor by mail', async () => {
    await note(SECRET, [world.ids.editor]);
    await tag(SECRET);
    await rate(2);
    const OWN = `query O($id: ID!) { ownApplication(id: $id) { id state events { subject body author } } }`;
    const exported = await world.ask<string>('{ exportMyData }', {}, 'applicant');
    const seen = JSON.stringify([await world.ask(OWN, { id }, 'applicant'), exported]);
    expect(seen).not.toContain(SECRET);
    const [application] = (JSON.parse(exported) as { application: object[] }).application;
    for (const column of ['tags', 'rating', 'read_at', 'search_text']) expect(application).not.toHaveProperty(column);
    expect(JSON.stringify(await world.mails())).not.toContain(SECRET);
  });

  it('mentioned colleagues get a link, and only colleagues can be mentioned', async () => {
    const { colleagues } = (await team())!;
    expect(colleagues).toEqual([{ id: world.ids.editor, name: 'editor' }]);
    for (const stranger of [world.ids.stranger, world.ids.applicant, 'x', world.ids.editor.toUpperCase()]) {
      const { errors } = (await note('Look', [world.ids.editor, stranger]))!;
      expect([stranger, errors.map(({ field }) => field)]).toEqual([stranger, ['mention']]);
    }
    expect([await world.mails(), (await team())!.notes]).toEqual([[], []]);
    await note('Look at Ann', [world.ids.editor, world.ids.editor]);
    expect((await team())!.notes[0]!.mentions).toEqual(['editor']);
    const mails = await world.mails();
    expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
      ['application-mention', 'editor@people.test'],
    ]);
    expect(mails[0]!.details).toEqual({
      path: `/applications/${job}/${id}`,
      name: 'owner',
      title: 'Community cook',
      organization: 'Food Bank',
    });
  });

  it('each member rates separately; the mean sorts the list', async () => {
    world.now = new Date(world.now.getTime() + 60_000);
    const second = await world.apply(job, { emailAddress: 'b@people.test' }, 'other');
    await rate(3);
    await rate(4, 'editor');
    expect(await team('editor')).toMatchObject({
      mean: 3.5,
      own: 4,
      ratings: [
        { name: 'owner', rating: 3 },
        { name: 'editor', rating: 4 },
      ],
    });
    for (const wrong of [0, 6, -1])
      expect((await rate(wrong))?.errors).toEqual([{ field: 'rating', message: 'Please choose a rating from 1 to 5' }]);
    expect((await list({ sort: 'rating' })).applications.map(({ rating }) => rating)).toEqual([3.5, null]);
    expect((await list()).applications.map((each) => each.id)).toEqual([second.applicationId, id]);
    await rate(null, 'editor');
    expect((await team())!.mean).toBe(3);
    await rate(null);
    expect((await list({ sort: 'rating' })).applications.map(({ rating }) => rating)).toEqual([null, null]);
  });

  it('tags are added and removed ignoring case, and filter the list', async () => {
    await world.apply(job, { emailAddress: 'b@people.test' }, 'other');
    await Promise.all([tag('Night shift'), tag('Driver', true, 'editor'), tag('NIGHT  shift')]);
    const { tags } = (await team())!;
    expect(tags.map((each) => each.toLowerCase()).sort()).toEqual(['driver', 'night shift']);
    const filtered = await list({ tag: 'Driver' });
    expect([filtered.total, filtered.applications.map((each) => each.id)]).toEqual([1, [id]]);
    expect((await list({ tag: "x' or '1" })).total).toBe(0);
    await tag('driver', false);
    expect((await list({ tag: 'Driver' })).total).toBe(0);
    for (const [wrong, message] of [
      [' ', 'Field is required'],
      ['x'.repeat(41), 'Please use at most 40 characters'],
    ] as const)
      expect((await tag(wrong))?.errors).toMatchObject([
        { field: 'tag', message: expect.stringContaining(message) as string },
      ]);
    for (let count = 1; count < 20; count += 1) await tag(`Tag ${count}`);
    expect((await tag('One more'))?.errors[0]?.message).toContain('at most 20 tags');
  });

  it('notes are deleted by their author only, and with the application; an author who leaves is not named', async () => {
    await note('Mine');
    await note('Theirs', [], 'editor');
    const [mine, theirs] = (await team())!.notes;
    await world.ask(DELETE, { id, note: theirs!.id }, 'owner');
    expect((await team())!.notes).toHaveLength(2);
    await world.ask(DELETE, { id, note: mine!.id }, 'owner');
    const exported = JSON.parse(await world.ask<string>('{ exportMyData }', {}, 'editor')) as Record<string, object[]>;
    expect(exported.application_note).toEqual([{ at: expect.any(String) as string, body: 'Theirs' }]);
    await sql`update application_note set account_id = null`.execute(world.database);
    expect((await team())!.notes.map(({ author, body }) => [author, body])).toEqual([[null, 'Theirs']]);
    expect((await note(' '))?.errors).toMatchObject([{ field: 'note' }]);
    expect((await note('x'.repeat(5001)))?.errors).toMatchObject([{ field: 'note' }]);
    await rate(3);
    await sql`delete from application where id = ${id}::uuid`.execute(world.database);
    for (const table of ['application_note', 'application_rating'])
      expect((await sql`select from ${sql.table(table)}`.execute(world.database)).rows).toHaveLength(0);
  });
});
