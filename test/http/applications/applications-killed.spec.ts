import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { saveJobs } from '../../../src/backend/domain/jobs/job.repository.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../support/data/jobs.js';
import { startBackendProcess, type RunningProduct } from '../../support/products.mjs';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { waitFor } from '../../support/wait-for.js';

const EMPLOYER = 'jobs@food.test';
const OWNER = 'the-browser-of-somebody';
const PDF = Buffer.from('%PDF-1.7\nA letter.');
const SEND = `mutation F($input: ApplicationFileInput!, $part: Upload!) {
  sendApplicationFile(input: $input, part: $part) { file { token } received complete } }`;
const APPLY = 'mutation A($input: ApplicationInput!) { applyToJob(input: $input) { outcome } }';

interface Sent {
  file: { token: string };
  received: number;
  complete: boolean;
}

let test: TestDatabase;
let smtp: TestSmtpServer;
let folder: string;
let jobId: string;
let process: RunningProduct;

beforeAll(async () => {
  test = await createTestDatabase();
  smtp = await TestSmtpServer.start();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-killed-'));
  writeFileSync(join(folder, 'smtp-url'), smtp.url);
  await start();
  const job = jobToSave(await createOrganization(test.database, 'default'), { applicationEmails: [EMPLOYER] });
  [{ id: jobId } = { id: '' }] = await saveJobs(test.database, 'default', [job], recordingIndexer());
}, 60_000);
afterAll(async () => {
  await process.stop();
  await smtp.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  process = await startBackendProcess(folder, {
    databaseUrl: test.url,
    searchMemoryMb: 0,
    mail: { smtpUrlFile: join(folder, 'smtp-url') },
    mailSites: { default: { title: 'Causeboard', contactEmail: 'hello@causeboard.test', accent: '#0b5d57' } },
    origins: { default: 'https://jobs.example.org' },
  });
}

async function kill(): Promise<void> {
  Object.assign(process.child, { stopping: true });
  process.child.kill('SIGKILL');
  await process.exited;
}

/** @throws if the process does not answer */
async function ask<T>(query: string, variables: object, file?: Uint8Array<ArrayBuffer>): Promise<T> {
  const operations = JSON.stringify({ query, variables });
  const form = new FormData();
  form.set('operations', operations);
  form.set('map', JSON.stringify({ 0: ['variables.part'] }));
  if (file) form.set('0', new Blob([file]), 'part');
  const json = { 'content-type': 'application/json' };
  const response = await fetch(`${process.url}/graphql`, {
    method: 'POST',
    headers: { 'x-causeboard-frontend': 'default; locale=en', ...(file ? {} : json) },
    body: file ? form : operations,
  });
  const { data, errors } = (await response.json()) as { data?: Record<string, T>; errors?: unknown };
  if (!data) throw new Error(JSON.stringify(errors));
  return Object.values(data)[0]!;
}

function sendPart(input: object, bytes = PDF): Promise<Sent> {
  const part = { token: null, name: 'cv.pdf', offset: 0, last: true, owner: OWNER, ...input };
  return ask(SEND, { input: part, part: null }, new Uint8Array(bytes));
}

function apply(person: string, token: string): Promise<{ outcome: string }> {
  const typed = { firstName: 'Ann', lastName: 'Bell', emailAddress: person, coverLetter: 'I cook.' };
  const input = { jobId, requestKey: `the-form-of-${person}`, owner: OWNER, attachments: [token], ...typed };
  return ask(APPLY, { input });
}

async function applicants(): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select a.email from application a join application_file f on f.application_id = a.id order by a.email
  `.execute(test.database);
  return rows.map(({ email }) => email);
}

/** Counts attached and unattached files in one statement, because a server may still complete a statement of the killed process. */
async function allFiles(): Promise<number> {
  const { rows } = await sql`select from application_file`.execute(test.database);
  return rows.length;
}

async function waitingFiles(): Promise<number> {
  const { rows } = await sql`select from application_file where application_id is null`.execute(test.database);
  return rows.length;
}

it('[APP-01] [APP-02] killed between upload, row and mail: nothing acknowledged is lost, no mail is sent twice, no file remains', async () => {
  const people = Array.from({ length: 12 }, (_none, index) => `person${String(index).padStart(2, '0')}@people.test`);
  const tokens = new Map<string, string>();
  for (const person of people.slice(1)) tokens.set(person, (await sendPart({})).file.token);
  const { file: half, received } = await sendPart({ last: false });
  tokens.set(people[0]!, half.token);
  await sendPart({ name: 'of nobody.pdf' });

  // Kill between two parts of a file, and between the files and the forms.
  await kill();
  await start();
  expect(await sendPart({ token: half.token, offset: received })).toMatchObject({ complete: true });

  // Kill while forms are submitted, and while mails of earlier ones are being sent.
  smtp.mood = 'hanging';
  const acknowledged: string[] = [];
  const one = people.at(-1)!;
  acknowledged.push(one);
  expect(await apply(one, tokens.get(one)!)).toEqual({ outcome: 'created' });
  await waitFor('a mail to be on its way', () => smtp.attempts > 0, 15_000);
  const answers = people.slice(0, -1).map(async (person) => {
    await apply(person, tokens.get(person)!);
    acknowledged.push(person);
    if (acknowledged.length === 4) await kill();
  });
  await Promise.allSettled(answers);
  smtp.mood = 'well';
  smtp.breakOff();
  expect(await applicants()).toEqual(expect.arrayContaining(acknowledged));
  // Each application is stored completely or not at all.
  expect(await allFiles()).toBe(people.length + 1);

  // Lets the leases of the killed process on mails expire, before another process takes any mail.
  await sql`update mail set due_at = now() where sent_at is null`.execute(test.database);

  // Applicants who got no response submit again.
  await start();
  for (const person of people) expect(await apply(person, tokens.get(person)!)).toEqual({ outcome: 'created' });
  expect(await applicants()).toEqual(people);
  for (const person of people) await smtp.mailTo(person, 1, 60_000);
  await smtp.mailTo(EMPLOYER, people.length, 60_000);
  await waitFor('all mails to be noted as sent', async () => {
    const { rows: waiting } = await sql`select from mail where sent_at is null`.execute(test.database);
    return waiting.length === 0;
  });
  expect(people.map((person) => smtp.mailsTo(person).length)).toEqual(people.map(() => 1));
  expect(smtp.mailsTo(EMPLOYER)).toHaveLength(people.length);

  // One file remains, whose form is never submitted.
  expect(await waitingFiles()).toBe(1);
  await kill();
  await sql`update application_file set created_at = created_at - interval '1 hour' where application_id is null`.execute(
    test.database,
  );
  await start();
  await waitFor('the file to be gone', async () => (await waitingFiles()) === 0, 30_000);
  const { rows: parts } = await sql`select from application_file_part`.execute(test.database);
  expect(parts).toHaveLength(people.length + 1);
}, 240_000);
