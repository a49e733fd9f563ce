import sharp from 'sharp';
import { sql } from 'kysely';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { ALL_ORGANIZATION_FIELDS } from '#contract/organization-form/organization-fields.js';
import { PendingUploads } from '../../../platform/uploads/pending-uploads.js';
import { deleteReleasedFiles } from '../../../platform/files/stored-files.js';

interface Result {
  version: number | null;
  conflict: { by: string | null } | null;
  errors: { field: string | null; rule: string; message: string }[];
}
interface Edited {
  version: number;
  hasChanges: boolean;
  isOwner: boolean;
  fields: { name: string; values: string[] }[];
  errors: { field: string }[];
}

const RESULT = 'version conflict { by } errors { field rule message }';
const OWNER = 'a browser of the tests';
const PICTURE = () =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#0b5d57' } })
    .withExif({ IFD0: { Copyright: 'Nobody’s business' } })
    .png()
    .toBuffer();
const PDF = Buffer.from('%PDF-1.7\nA report.');

describe('[REC-04] the page of an organization', () => {
  const world = jobWorld();

  function save(
    jwt: string,
    id: number,
    version: number,
    fields: Record<string, string[]>,
    more = '',
  ): Promise<Result> {
    const list = Object.entries(fields).map(
      ([name, values]) => `{ name: "${name}", values: ${JSON.stringify(values)} }`,
    );
    const input = `id: "${id}", version: ${version}, owner: "${OWNER}", fields: [${list.join(' ')}] ${more}`;
    return world.ask(`saveOrganizationDraft(input: { ${input} }) { ${RESULT} }`, jwt);
  }
  function publish(jwt: string, id: number, version: number): Promise<Result> {
    return world.ask(`publishOrganization(id: "${id}", version: ${version}) { ${RESULT} }`, jwt);
  }
  function edited(jwt: string, id: number): Promise<Edited | null> {
    const asked = 'version hasChanges isOwner fields { name values } errors { field }';
    return world.ask(`editedOrganization(id: "${id}") { ${asked} }`, jwt);
  }
  async function valuesOf(jwt: string, id: number, name: string): Promise<string[] | undefined> {
    return (await edited(jwt, id))!.fields.find((field) => field.name === name)?.values;
  }
  function shown<Shown>(id: number, fields: string): Promise<Shown> {
    return world.ask(`organizationProfile(id: "${id}") { ${fields} }`);
  }
  /** Saves and publishes the fields. @returns the published version */
  async function put(jwt: string, id: number, fields: Record<string, string[]>): Promise<Result> {
    const { version } = (await edited(jwt, id))!;
    const saved = await save(jwt, id, version, fields);
    expect(saved.errors).toEqual([]);
    return publish(jwt, id, saved.version!);
  }
  /** Uploads a file as the form's script does. */
  async function send(name: string, bytes: Buffer, owner = OWNER) {
    const part = { token: null, name, offset: 0, last: true, owner };
    return new PendingUploads(world.database).take(part, bytes, { site: 'default', now: world.now });
  }
  async function token(name: string, bytes: Buffer, owner = OWNER): Promise<string> {
    const sent = await send(name, bytes, owner);
    if (!sent.ok) throw new Error(sent.violation.rule);
    return sent.file.token;
  }
  async function fileIds(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from file where uploaded order by id`.execute(world.database);
    return rows.map(({ id }) => id);
  }

  it('shows what its form held at publication, and nothing before', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    const { rows } = await sql<{ tid: number }>`
      select tid from term where vid = 'benefit' order by tid limit 2
    `.execute(world.database);
    const fields = {
      name: [`Gardens ${id}`],
      mission: ['Green where it was grey.'],
      foundedYear: ['1985'],
      countryCode: ['CA'],
      locality: ['Toronto'],
      presentation: ['<h2>We</h2><p onclick="x()">plant <strong>trees</strong></p><script>x()</script>'],
      benefits: rows.map(({ tid }) => String(tid)),
      website: ['https://gardens.test'],
      bluesky: ['https://bsky.app/profile/gardens.test'],
      contactPersons: [JSON.stringify({ firstName: 'Ada', lastName: 'Green', contactInfo: 'Mornings.\nBy phone.' })],
      videoGallery: [JSON.stringify({ source: 'https://vimeo.com/76979871', coverTitle: 'A day' })],
      furtherLocations: [JSON.stringify({ name: 'Depot', countryCode: 'CA', locality: 'Ottawa' })],
      faq: [
        JSON.stringify({ question: 'Why?', answer: 'Because.' }),
        JSON.stringify({ question: 'How?', answer: 'So.' }),
      ],
    };
    const before = await world.backend.version('default');
    const saved = await save(jwt, id, 0, fields);
    expect(saved).toEqual({ version: 1, conflict: null, errors: [] });
    expect(await world.backend.version('default')).toBe(before);
    expect(await shown(id, 'mission faq { question }')).toEqual({ mission: null, faq: [] });
    const asked = 'name mission faq { question }';
    expect(await world.ask(`organizationPreview(id: "${id}") { ${asked} }`, jwt)).toEqual({
      name: `Gardens ${id}`,
      mission: 'Green where it was grey.',
      faq: [{ question: 'Why?' }, { question: 'How?' }],
    });
    expect(await publish(jwt, id, 1)).toEqual({ version: 2, conflict: null, errors: [] });
    expect(await world.backend.version('default')).not.toBe(before);
    const groups = `name mission foundedYear website presentation organizationLocation { locality lat } socialProfiles { network url } benefits { slug }
      contactPersons { firstName contactInfo } videoGallery { source } furtherLocations { name address { locality lat } } faq { answer }`;
    expect(await shown(id, groups)).toMatchObject({
      name: `Gardens ${id}`,
      mission: 'Green where it was grey.',
      foundedYear: 1985,
      presentation: '<h3>We</h3><p>plant <strong>trees</strong></p>',
      organizationLocation: { locality: 'Toronto', lat: expect.any(Number) as number },
      socialProfiles: [{ network: 'bluesky' }],
      benefits: [{}, {}],
      contactPersons: [{ firstName: 'Ada', contactInfo: 'Mornings.\nBy phone.' }],
      furtherLocations: [{ name: 'Depot', address: { locality: 'Ottawa', lat: expect.any(Number) as number } }],
      faq: [{ answer: 'Because.' }, { answer: 'So.' }],
    });
    const search = `searchAPISearch(index_id: "organizations", fulltext: { keys: ["Gardens ${id}"] }, range: { first: 0, last: 5 })`;
    const { data } = await world.backend.execute({
      operationName: '',
      query: `{ ${search} { result_count } }`,
      headers: { 'x-causeboard-frontend': 'default; locale=en' },
    });
    expect(data).toMatchObject({ searchAPISearch: { result_count: 1 } });
    expect((await edited(jwt, id))!.hasChanges).toBe(false);
  });

  it('is not overwritten unnoticed: the second author is told who was first', async () => {
    const id = await world.organization();
    const [one, two] = [await world.member(id), await world.member(id, 'editor')];
    expect((await save(one.jwt, id, 0, { mission: ['One'] })).version).toBe(1);
    expect(await save(two.jwt, id, 0, { mission: ['Two'] })).toEqual({
      version: null,
      conflict: { by: one.email },
      errors: [],
    });
    // The answer to the same values was lost.
    expect(await save(one.jwt, id, 0, { mission: ['One'] })).toEqual({ version: 1, conflict: null, errors: [] });
    // A preview that publishes sends no values: nobody publishes what they have not seen.
    for (const late of [await save(two.jwt, id, 0, {}), await publish(two.jwt, id, 0)])
      expect(late).toMatchObject({ version: null, conflict: { by: one.email } });
    expect(await valuesOf(two.jwt, id, 'mission')).toEqual(['One']);
    const discard = (version: number) =>
      world.ask<Result>(`discardOrganizationDraft(id: "${id}", version: ${version}) { ${RESULT} }`, two.jwt);
    expect((await discard(0)).conflict).not.toBeNull();
    expect((await discard(1)).version).toBe(2);
    // Version numbers are never reused.
    expect((await save(one.jwt, id, 1, { mission: ['One'] })).conflict).not.toBeNull();
    expect((await edited(one.jwt, id))!).toMatchObject({ version: 2, hasChanges: false });
  });

  it('never shows invalid values, and the form reports them by field', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    const wrong = {
      name: [''],
      foundedYear: ['3000'],
      website: ['javascript:alert(1)'],
      locality: ['Toronto'],
      contactPersons: [JSON.stringify({ firstName: 'Ada', email: 'nobody' })],
      videoGallery: [JSON.stringify({ source: 'https://evil.test/watch?v=abcdefghijk' })],
      gallery: [JSON.stringify({ alt: 'No picture' })],
      faq: Array.from({ length: 21 }, (_none, index) => JSON.stringify({ question: `${index}?`, answer: 'Yes' })),
    };
    const { version, errors } = await save(jwt, id, 0, wrong);
    expect([version, errors]).toEqual([1, []]);
    const told = await publish(jwt, id, 1);
    expect(told.version).toBeNull();
    expect(told.errors.map(({ field, rule }) => [field, rule])).toEqual([
      ['name', 'required'],
      ['foundedYear', 'year'],
      ['countryCode', 'required'],
      ['website', 'url'],
      ['contactPersons.1.lastName', 'required'],
      ['contactPersons.1.email', 'email'],
      ['gallery.1.picture', 'required'],
      ['videoGallery.1.source', 'video'],
      ['faq', 'tooMany'],
    ]);
    expect(
      (await save(jwt, id, 1, { name: ['Gardens'], foundedYear: ['12'], locality: [] }, 'step: "profile"')).errors,
    ).toEqual([{ field: 'foundedYear', rule: 'year', message: 'Please enter a year, such as 1985' }]);
  });

  it('contains nothing executable, whatever is sent in any field', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    const hostile = '<img src=x onerror=alert(1)>\u0000\u202e<script>alert(1)</script>javascript:alert(1)';
    const isFile = ({ type }: { type: string }) => type === 'image' || type === 'file';
    const fields = (withFiles: boolean) =>
      ALL_ORGANIZATION_FIELDS.filter((field) => withFiles || !isFile(field)).map(
        ({ name, type, settings }): [string, string[]] => {
          const own = (settings?.fields ?? []).filter((field) => withFiles || !isFile(field));
          const entry = Object.fromEntries(own.map((field) => [field.name, hostile]));
          return [name, [type === 'entries' ? JSON.stringify(entry) : hostile]];
        },
      );
    // A file that does not belong to the sender is refused, together with the rest of the request.
    expect((await save(jwt, id, 0, Object.fromEntries(fields(true)))).version).toBeNull();
    await save(jwt, id, 0, Object.fromEntries(fields(false)));
    const { fields: kept } = (await edited(jwt, id))!;
    const text = JSON.stringify(kept);
    expect(text).not.toMatch(/\\u0000|\u202e/);
    expect(await valuesOf(jwt, id, 'presentation')).toEqual(['javascript:alert(1)']);
    expect(await valuesOf(jwt, id, 'logo')).toEqual([]);
    // Invalid URLs, terms and files are not shown; plain text is escaped where it is shown.
    expect((await publish(jwt, id, 1)).version).toBeNull();
  });

  it('can be edited by members only, and its private fields by owners only', async () => {
    const id = await world.organization();
    const other = await world.organization();
    const [owner, editor, stranger] = [
      await world.member(id),
      await world.member(id, 'editor'),
      await world.member(other),
    ];
    const applicant = await world.person('applicant');
    const admin = await world.reviewer('administrator');
    await put(owner.jwt, id, { firstName: ['Prudence'], companyName: ['Ledger Ltd'], vatNumber: ['GB1'] });
    expect(await valuesOf(owner.jwt, id, 'firstName')).toEqual(['Prudence']);
    expect(await valuesOf(admin.jwt, id, 'companyName')).toEqual(['Ledger Ltd']);
    // The field is hidden on this site.
    expect(await valuesOf(owner.jwt, id, 'vatNumber')).toBeUndefined();
    expect(JSON.stringify(await edited(editor.jwt, id))).not.toMatch(/Prudence|Ledger/);
    await put(editor.jwt, id, { mission: ['Ours'], firstName: ['Mallory'] });
    expect(await valuesOf(owner.jwt, id, 'firstName')).toEqual(['Prudence']);
    expect(await shown(id, 'mission')).toEqual({ mission: 'Ours' });
    expect(await edited(stranger.jwt, id)).toBeNull();
    for (const jwt of [stranger.jwt, await world.jwtOf(applicant.email), undefined])
      for (const asked of [
        `saveOrganizationDraft(input: { id: "${id}", fields: [{ name: "mission", values: ["Theirs"] }] })`,
        `publishOrganization(id: "${id}", version: 4)`,
        `discardOrganizationDraft(id: "${id}", version: 4)`,
      ]) {
        const { errors } = await world.send(`${asked} { version }`, jwt);
        expect([asked, errors?.[0]?.extensions?.code]).toEqual([asked, jwt ? 'FORBIDDEN' : 'UNAUTHENTICATED']);
      }
    expect(await shown(id, 'mission')).toEqual({ mission: 'Ours' });
  });

  it('keeps fields that the site hides, and cannot be published without a verified address', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    const { rows } = await sql<{ tid: number }>`select tid from term where vid = 'industry' limit 1`.execute(
      world.database,
    );
    await sql`update organization set industry_tid = ${rows[0]!.tid} where id = ${id}`.execute(world.database);
    await put(jwt, id, { industry: [], mission: ['Still here'] });
    expect(await shown(id, 'industry { tid } mission')).toEqual({
      industry: { tid: rows[0]!.tid },
      mission: 'Still here',
    });
    const fresh = await world.member(id, 'owner', { email_verified: null });
    const { version } = await save(fresh.jwt, id, (await edited(jwt, id))!.version, { mission: ['Unseen'] });
    expect((await publish(fresh.jwt, id, version!)).errors.map(({ rule }) => rule)).toEqual(['unverified']);
  });

  it('has re-encoded pictures: without metadata or hidden content, and not larger than needed', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    const polyglot = Buffer.concat([await PICTURE(), Buffer.from('<script>alert(1)</script>')]);
    const logo = await token('..\\..\\evil\u202egnp.html', polyglot);
    expect((await put(jwt, id, { logo: [logo] })).errors).toEqual([]);
    const { logo: image } = await shown<{ logo: { url: string } }>(id, 'logo { url }');
    expect(image.url).toMatch(/^\/files\/[0-9a-f-]{36}\/evilgnp\.webp$/);
    const answer = await world.backend.fetch({ path: image.url, headers: {} });
    expect(answer.headers['content-type']).toBe('image/webp');
    const bytes = Buffer.from(answer.body as Uint8Array);
    expect(bytes.includes('script') || bytes.includes('business')).toBe(false);
    expect((await sharp(bytes).metadata()).width).toBe(512);
    // A repeated token stands for the same picture, as sent by a page that was not reloaded.
    const again = await save(jwt, id, (await edited(jwt, id))!.version, { logo: [logo] });
    expect(again.errors).toEqual([]);
    expect((await valuesOf(jwt, id, 'logo'))![0]).toBe(`${image.url.split('/')[2]} evilgnp.webp`);
  });

  it('refuses invalid or large files and those of others, with an error', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    for (const [name, bytes, rule] of [
      ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'), 'fileType'],
      ['page.png', Buffer.from('<!doctype html><script>x()</script>'), 'fileType'],
      ['empty.png', Buffer.alloc(0), 'fileEmpty'],
    ] as const) {
      expect(await send(name, bytes)).toMatchObject({ ok: false, violation: { rule } });
    }
    const ruleOf = async (value: string, field = 'logo') => {
      const { errors } = await save(jwt, id, (await edited(jwt, id))!.version, { [field]: [value] });
      return errors[0]?.rule;
    };
    expect(await ruleOf(await token('report.pdf', PDF))).toBe('picture');
    expect(await ruleOf(await token('broken.png', Buffer.from('\x89PNG\r\n\x1a\nno more', 'latin1')))).toBe('picture');
    const large = Buffer.concat([await PICTURE(), Buffer.alloc(5_000_001)]);
    expect(await ruleOf(await token('large.png', large))).toBe('fileSize');
    expect(await ruleOf(await token('theirs.png', await PICTURE(), 'another browser'))).toBe('file');
    expect(await ruleOf('no such token')).toBe('file');
    const other = await world.organization();
    const rival = await world.member(other);
    await put(rival.jwt, other, { logo: [await token('own.png', await PICTURE())] });
    const [value] = (await valuesOf(rival.jwt, other, 'logo'))!;
    expect(await ruleOf(value!)).toBe('file');
    expect(await valuesOf(jwt, id, 'logo')).toEqual([]);
  });

  it('leaves no unused file behind', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    await deleteReleasedFiles(world.database, 0);
    const before = await fileIds();
    const left = async () => (await fileIds()).filter((each) => !before.includes(each)).length;
    const entry = async (name: string) => JSON.stringify({ picture: await token(name, await PICTURE()), alt: name });
    await put(jwt, id, {
      cover: [await token('first.png', await PICTURE())],
      gallery: [await entry('a.png'), await entry('b.png')],
    });
    const [a, b] = (await valuesOf(jwt, id, 'gallery'))!;
    await put(jwt, id, { cover: [await token('second.png', await PICTURE())], gallery: [b!, a!] });
    await deleteReleasedFiles(world.database, 0);
    expect(await left()).toBe(3);
    // The file is saved, replaced, and discarded; the published one is kept.
    const { version } = (await edited(jwt, id))!;
    await save(jwt, id, version, { cover: [await token('third.png', await PICTURE())], gallery: [] });
    await save(jwt, id, version + 1, { cover: [await token('fourth.png', await PICTURE())] });
    await world.ask(`discardOrganizationDraft(id: "${id}", version: ${version + 2}) { version }`, jwt);
    expect(await left()).toBe(5);
    expect(await deleteReleasedFiles(world.database)).toBe(0);
    await deleteReleasedFiles(world.database, 0);
    expect(await left()).toBe(3);
    expect(await shown(id, 'gallery { alt }')).toEqual({ gallery: [{ alt: 'b.png' }, { alt: 'a.png' }] });
    await sql`delete from organization where id = ${id}`.execute(world.database);
    await deleteReleasedFiles(world.database, 0);
    expect(await left()).toBe(0);
  });

  it('[REC-01] files of jobs are deleted too: if replaced in a draft, or discarded with it; a copy keeps its own', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    await deleteReleasedFiles(world.database, 0);
    const before = await fileIds();
    const left = async () => {
      await deleteReleasedFiles(world.database, 0);
      return (await fileIds()).filter((each) => !before.includes(each)).length;
    };
    const input = (more: string) => `${more} type: job_per_file, owner: "${OWNER}",`;
    const made = await world.save(jwt, input(''), { title: 'Goats', file: await token('one.pdf', PDF) });
    await world.save(jwt, input(`id: "${made.id}", version: 1,`), { file: await token('two.pdf', PDF) });
    expect(await left()).toBe(1);
    const copy = await world.ask<{ id: string }>(`duplicateJob(id: "${made.id}") { id }`, jwt);
    await world.ask(`discardJobDraft(id: "${made.id}", version: 2) { errors { rule } }`, jwt);
    expect(await left()).toBe(1);
    await world.ask(`discardJobDraft(id: "${copy.id}", version: 1) { errors { rule } }`, jwt);
    expect(await left()).toBe(0);
  });
});
