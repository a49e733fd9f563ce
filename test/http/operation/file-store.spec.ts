import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import sharp from 'sharp';
import { openCluster, type Cluster } from '../../../src/backend/platform/embedded-postgres/cluster.js';
import { SiteUnderTest } from '../../support/data/site.js';
import { silentLogger } from '../../support/database.js';
import { DEMO_PASSWORD, makeDemoFolder, type RunningProduct, startProduct } from '../../support/products.mjs';
import { freePort } from '../../support/servers/free-port.js';
import { Scrape } from '../../support/telemetry/prometheus-text.js';
import { S3Server } from '../../support/servers/s3-server.js';
import { waitFor } from '../../support/wait-for.js';
import { Applicant, TYPED } from '../../support/visitors/applicant.js';

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(700_000, 'a letter ')]);
const PATIENCE_MS = 120_000;
/** Time in which the job looks for files twice. */
const ROUNDS_MS = 11_000;
const START_MS = 400_000;

let server: S3Server;
let folder: string;
let other: string;
let metricsPort: number;
let product: RunningProduct;
let site: SiteUnderTest;
let cluster: Cluster;
let client: pg.Client;

beforeAll(async () => {
  server = await S3Server.start();
  folder = makeDemoFolder('files');
  other = mkdtempSync(join(tmpdir(), 'causeboard-files-'));
  metricsPort = await freePort();
  cluster = await openCluster(folder, silentLogger);
  client = new pg.Client(cluster.target);
  await client.connect();
  // A few of the demo data's thousands of files are enough.
  await rows('delete from application_file where id in (select id from application_file order by id offset 30)');
  await rows('update job set logo_file = null');
  await rows(
    'update organization set logo_file = null where id in (select id from organization order by id offset 30)',
  );
  await rows(`delete from file where not exists (select from organization o where o.logo_file = file.id)
    and not exists (select from article a where a.picture_file = file.id)
    and not exists (select from organization_details d where d.cover_file = file.id)`);
  await start();
}, START_MS);
afterAll(async () => {
  await product.stop();
  await client.end();
  await cluster.close();
  await server.stop();
  for (const each of [folder, other]) rmSync(each, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const own = { DATA_DIR: folder, DEMO_DATA: 'on', DEMO_PASSWORD, METRICS_PORT: String(metricsPort) };
  product = await startProduct({ ...own, ...server.settings });
  site = new SiteUnderTest(product.url);
}

async function rows<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(statement, values)).rows;
}

async function inDatabase(): Promise<number> {
  const [found] = await rows<{ n: string }>(`
    select (select count(*) from file where object_key is null) + (select count(*) from message_file where object_key is null)
      + (select count(*) from application_file where object_key is null and application_id is not null) as n`);
  return Number(found!.n);
}

/** Waits until all files are in the store, and no others. */
async function settled(): Promise<void> {
  await waitFor('all files to be in the store', async () => (await inDatabase()) === 0, PATIENCE_MS);
  const unfinished = () => rows(`select from stored_object where state <> 'stored'`);
  await waitFor('all other objects to be gone', async () => (await unfinished()).length === 0, PATIENCE_MS);
}

/** @returns the output and exit code of a command */
async function command(name: string, args: string[], env: Record<string, string>) {
  const own = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
  try {
    const program = `build/server/bundle/${name}.mjs`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { env: own });
    return { code: 0, says: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, says: stdout + stderr };
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @returns a function that tells whether the job has looked for files to move again */
function roundsOf(started: number): () => boolean {
  return () => Date.now() - started > ROUNDS_MS;
}

async function picture(): Promise<{ path: string; key: string; id: string }> {
  const [file] = await rows<{ id: string; name: string; key: string }>(
    `select id, name, object_key as key from file where content_type = 'image/png' order by id limit 1`,
  );
  return { path: `/files/${file!.id}/${encodeURIComponent(file!.name)}`, key: file!.key, id: file!.id };
}

async function fetched(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(product.url + path, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Addresses of application forms of jobs that have one. */
async function forms(): Promise<string[]> {
  const list = await site.page('/jobs');
  const paths = list
    .$('[data-region="results"] h2 a[href*="/job/"]')
    .map((_index, link) => list.$(link).attr('href')!.split('?')[0]!)
    .get();
  const found: string[] = [];
  for (const path of paths) {
    const way = (await site.page(path)).$('a[href*="/apply/"]').first().attr('href');
    if (way) found.push(way);
  }
  return found;
}

/** Applies with a file. @returns the address of the file */
async function applyWith(applicant: Applicant, form: string, name: string): Promise<string> {
  expect((await applicant.apply(form, TYPED, [[name, PDF]])).status).toBe(303);
  const [file] = await rows<{ id: string }>(
    'select id from application_file where name = $1 and application_id is not null',
    [name],
  );
  return `/application-files/${file!.id}/${name}`;
}

async function download(applicant: Applicant, path: string) {
  return fetched(path, { cookie: applicant.cookieHeader() });
}

async function keyOfUpload(name: string): Promise<string | undefined> {
  const [file] = await rows<{ key: string | null }>('select object_key as key from application_file where name = $1', [
    name,
  ]);
  return file?.key ?? undefined;
}

it(
  '[OPS-04] pictures in the database are moved to the store, and shown from there',
  async () => {
    const red = { width: 300, height: 200, channels: 3, background: '#c33' } as const;
    const bytes = await sharp({ create: red }).png().toBuffer();
    const insert = `insert into file (id, name, content_type, bytes) values (gen_random_uuid(), 'a red.png', 'image/png', $1)`;
    await rows(insert, [bytes]);
    await settled();
    const { path, key, id } = await picture();
    const shown = await fetched(path);
    expect(shown.status).toBe(200);
    expect(shown.bytes.equals(bytes)).toBe(true);
    expect(server.read(key).equals(bytes)).toBe(true);
    expect(shown.headers.get('content-length')).toBe(String(shown.bytes.length));
    expect((await fetched(path, { 'if-none-match': `"${id}"` })).status).toBe(304);
    const resized = await fetched(`${path}?w=144`, { accept: 'image/webp' });
    expect([resized.status, resized.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const scrape = await Scrape.of(metricsPort);
    expect(scrape.sum('causeboard_file_store_requests_total', { operation: 'put', outcome: 'ok' })).toBeGreaterThan(0);
  },
  START_MS,
);

it(
  '[OPS-04] [APP-02] an upload goes to the store, is read from there, and is deleted with the account',
  async () => {
    const applicant = await Applicant.known(site, 'applicant');
    const [way, another] = await forms();
    const path = await applyWith(applicant, way!, 'letter.pdf');
    await settled();
    const key = (await keyOfUpload('letter.pdf'))!;
    expect(server.read(key).equals(PDF)).toBe(true);
    const given = await download(applicant, path);
    expect([given.status, given.headers.get('content-length')]).toEqual([200, String(PDF.length)]);
    expect(given.bytes.equals(PDF)).toBe(true);
    expect((await fetched(path)).status).toBe(404);

    // While the store is unavailable, submitted files are not lost, and stored ones cannot be read.
    await server.pause();
    const later = await applyWith(applicant, another!, 'later.pdf');
    expect((await download(applicant, later)).bytes.equals(PDF)).toBe(true);
    expect((await download(applicant, path)).status).toBe(503);
    const shown = await picture();
    expect((await fetched(shown.path)).status).toBe(503);
    expect((await fetched(shown.path, { 'if-none-match': `"${shown.id}"` })).status).toBe(304);
    expect((await fetched('/health/ready')).status).toBe(200);
    await waitFor('the log to say so', () => product.output.includes('A file cannot be read'));
    expect(product.output).not.toContain(server.settings.AWS_SECRET_ACCESS_KEY);
    await server.goOn();
    await settled();
    expect((await download(applicant, later)).bytes.equals(PDF)).toBe(true);
    const keys = [key, (await keyOfUpload('later.pdf'))!];
    expect(server.keys()).toEqual(expect.arrayContaining(keys));

    const values = { deletePassword: DEMO_PASSWORD };
    const gone = await applicant.send('/user/settings', 'form[data-form="delete-account"]', values);
    expect(gone.headers.location).toBe('/user/farewell#main');
    await waitFor('the objects to be gone', () => !server.keys().some((each) => keys.includes(each)), PATIENCE_MS);
  },
  START_MS,
);

it(
  '[OPS-04] files are moved back to the database and to the store again while they are read',
  async () => {
    await settled();
    const environment = { DATA_DIR: folder, ...server.settings };
    const { path } = await picture();
    const before = digest((await fetched(path)).bytes);
    const read = new AbortController();
    const seen = new Set<string>();
    const reading = (async () => {
      while (!read.signal.aborted) {
        const { status, bytes } = await fetched(path);
        seen.add(`${status} ${digest(bytes)}`);
      }
    })();
    try {
      const [wanted] = await rows<{ n: string }>(
        'select (select count(*) from file) + (select count(*) from application_file where application_id is not null) as n',
      );
      const back = await command('files', ['move', '--to', 'database'], environment);
      expect(back).toMatchObject({ code: 0, says: expect.stringContaining('are in the database again') as string });
      expect(await inDatabase()).toBe(Number(wanted!.n));
      await waitFor('all objects to be gone', () => server.keys().length === 0, PATIENCE_MS);
      // The product remembers that they must stay.
      await waitFor('some rounds of the job', roundsOf(Date.now()), PATIENCE_MS);
      expect(server.keys()).toEqual([]);
      const there = await command('files', ['move', '--to', 'store'], environment);
      expect(there).toMatchObject({ code: 0, says: expect.stringContaining('are in the file store now') as string });
      expect(await inDatabase()).toBe(0);
    } finally {
      read.abort();
      await reading;
    }
    expect([...seen]).toEqual([`200 ${before}`]);
    await settled();
    expect(await command('files', ['check'], environment)).toMatchObject({
      code: 0,
      says: expect.stringContaining(`The store has ${server.keys().length} objects`) as string,
    });
  },
  START_MS,
);

it(
  '[OPS-04] if the process is killed between writing an object and the commit, no file is lost and no object remains',
  async () => {
    await settled();
    const stored = server.keys().length;
    const bytes = Buffer.from('A file that is moved when the process dies.');
    const locker = new pg.Client(cluster.target);
    await locker.connect();
    // After the object is written, the job must wait for the row lock.
    await rows('update file_placement set in_database = true');
    const [file] = await rows<{ id: string }>(
      `insert into file (id, name, content_type, bytes) values (gen_random_uuid(), 'a.txt', 'text/plain', $1) returning id`,
      [bytes],
    );
    await locker.query('begin');
    await locker.query('select from file where id = $1 for update', [file!.id]);
    await rows('update file_placement set in_database = false');
    await waitFor('the object to be written', () => server.keys().length > stored, PATIENCE_MS);
    Object.assign(product.child, { stopping: true });
    product.child.kill('SIGKILL');
    await product.exited;
    await locker.query('rollback');
    await locker.end();
    const [left] = await rows<{ bytes: Buffer; key: string | null }>(
      'select bytes, object_key as key from file where id = $1',
      [file!.id],
    );
    expect(left).toEqual({ bytes, key: null });
    await rows(`update stored_object set changed_at = changed_at - interval '61 minutes' where state = 'writing'`);
    await start();
    await settled();
    expect((await fetched(`/files/${file!.id}/a.txt`)).bytes.equals(bytes)).toBe(true);
    const known = await rows<{ key: string }>(`select key from stored_object where state = 'stored' order by key`);
    expect(known).toHaveLength(stored + 1);
    expect(server.keys()).toEqual(known.map(({ key }) => key));
  },
  START_MS,
);

it(
  '[OPS-05] a backup contains the files, and is restored without a store',
  async () => {
    await settled();
    const file = join(other, 'backup.tar.zst');
    const lost = await command('backup', [file], { DATA_DIR: folder });
    expect(lost).toMatchObject({ code: 1, says: expect.stringContaining('Files are in object storage') as string });
    // The store is unavailable for one request.
    const read: string[] = [];
    server.interfere = (method, path) =>
      method === 'GET' && path.startsWith('/files/jobs/board/') && read.push(path) === 2 ? 'refuse' : undefined;
    expect(await command('backup', [file], { DATA_DIR: folder, ...server.settings })).toMatchObject({ code: 0 });
    server.interfere = () => undefined;
    expect(read[2]).toBe(read[1]);
    const restored = join(other, 'restored');
    expect(await command('restore', [file], { DATA_DIR: restored })).toMatchObject({ code: 0 });
    const own = await openCluster(restored, silentLogger);
    const copy = new pg.Client(own.target);
    await copy.connect();
    try {
      const { rows: files } = await copy.query<{ id: string; sha: string; key: string | null }>(
        `select id, encode(sha256(bytes), 'hex') as sha, object_key as key from file order by id`,
      );
      const wanted = await rows<{ id: string; sha: string; key: null }>(
        `select f.id, encode(o.sha256, 'hex') as sha, null as key from file f join stored_object o on o.key = f.object_key order by f.id`,
      );
      expect(wanted.length).toBeGreaterThan(3);
      expect(files).toEqual(wanted);
      const { rows: parts } = await copy.query<{ whole: boolean }>(
        `select f.size = coalesce(sum(octet_length(p.bytes)), 0) as whole from application_file f
      left join application_file_part p on p.file_id = f.id where f.application_id is not null group by f.id`,
      );
      expect(parts.every(({ whole }) => whole)).toBe(true);
    } finally {
      await copy.end();
      await own.close();
    }
    // The same backup is restored into an installation with a store.
    const elsewhere = { ...server.settings, FILES_URL: server.filesUrl.replace('/board?', '/another?') };
    const again = await startProduct({ DATA_DIR: restored, DEMO_PASSWORD, DEMO_DATA: 'on', ...elsewhere });
    try {
      const { path, key } = await picture();
      const answer = await fetch(again.url + path);
      expect(Buffer.from(await answer.arrayBuffer()).equals(server.read(key))).toBe(true);
    } finally {
      await again.stop();
    }
  },
  START_MS,
);

it(
  '[OPS-04] the doctor says whether objects can be written to the store, read and deleted',
  async () => {
    const environment = { DATA_DIR: folder, AUTH_SECRET: 'x'.repeat(32), NODE_ENV: 'production' };
    const line = async (env: Record<string, string>) =>
      (await command('doctor', [], { ...environment, ...env })).says
        .split('\n')
        .find((each) => each.includes(' files:'));
    expect(await line(server.settings)).toMatch(/^ok .+they are stored on 127\.0\.0\.1:\d+$/);
    expect(server.keys().filter((key) => key.startsWith('doctor'))).toEqual([]);
    expect(await line({})).toMatch(/^FAILED .+are in a file store, but FILES_URL is not set/);
    const wrong = await line({ ...server.settings, AWS_SECRET_ACCESS_KEY: 'another secret' });
    expect(wrong).toMatch(/^FAILED .+SignatureDoesNotMatch/);
    expect(wrong).not.toContain('another secret');
  },
  START_MS,
);

it('[OPS-04] commands explain invalid arguments', async () => {
  expect(await command('files', ['move'], {})).toMatchObject({
    code: 2,
    says: expect.stringContaining('Usage') as string,
  });
  const none = await command('files', ['check'], { DATA_DIR: other });
  expect(none).toMatchObject({ code: 1, says: expect.stringContaining('FILES_URL is not set') as string });
  const keyless = await command('files', ['check'], { DATA_DIR: other, FILES_URL: server.filesUrl });
  expect(keyless).toMatchObject({ code: 1, says: expect.stringContaining('AWS_ACCESS_KEY_ID') as string });
});
