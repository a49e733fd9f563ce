import { applicationWorld, OWNER, PDF, type Faults } from '../../../../../test/support/worlds/application-world.js';
import { deleteDue } from '../../../../../test/support/retention.js';
import { applicationFileRetention } from './application-retention.js';

const DAY_MS = 86_400_000;
const OWN = `query O($id: ID!) { ownApplication(id: $id) { coverLetter attachments { name } filesDeleted } }`;
const ADD = `mutation A($id: ID!, $addition: ApplicationAdditionInput!) { addToApplication(id: $id, addition: $addition) { errors { message } } }`;
const RECEIVED = `query R($id: ID!) { receivedApplication(id: $id) { firstName attachments { name } archive filesDeleted } }`;

const world = applicationWorld();

/** Applies with a file attached. @returns the id of the application */
async function applied(cvDuration?: number): Promise<string> {
  const job = await world.job({}, { details: JSON.stringify(cvDuration === undefined ? {} : { cvDuration }) });
  const token = await world.sendFile('cv.pdf', PDF);
  const { applicationId } = await world.apply(job, { attachments: [token] }, 'applicant');
  return applicationId!;
}

it('[REC-01] files of applications are kept for the number of days that the job sets, and no longer', async () => {
  const sent = world.now;
  const [short, unlimited] = [await applied(30), await applied()];
  await world.database
    .updateTable('application')
    .set({ resume: '{"name":"Ann","title":"","contact":[],"sections":[]}' })
    .execute();
  const after = (days: number) => new Date(sent.getTime() + days * DAY_MS);
  expect(await deleteDue(world.database, after(29), applicationFileRetention)).toBe(0);
  expect(await deleteDue(world.database, after(31), applicationFileRetention)).toBe(1);
  // A second run deletes nothing.
  expect(await deleteDue(world.database, after(32), applicationFileRetention)).toBe(0);
  expect(await world.ask(OWN, { id: short }, 'applicant')).toEqual({
    coverLetter: expect.any(String) as string,
    attachments: [],
    filesDeleted: after(31).toISOString(),
  });
  expect(await world.ask(RECEIVED, { id: short }, 'owner')).toEqual({
    firstName: 'Ann',
    attachments: [],
    archive: null,
    filesDeleted: after(31).toISOString(),
  });
  expect(await world.ask(OWN, { id: unlimited }, 'applicant')).toEqual({
    coverLetter: expect.any(String) as string,
    attachments: [{ name: 'cv.pdf' }],
    filesDeleted: null,
  });
  const resumes = await world.database.selectFrom('application').select(['id', 'resume']).execute();
  expect(resumes.filter(({ resume }) => resume !== null).map(({ id }) => id)).toEqual([unlimited]);
});

it('[REC-01] files that are added later are kept for the same number of days from then on', async () => {
  const sent = world.now;
  const after = (days: number) => new Date(sent.getTime() + days * DAY_MS);
  const id = await applied(30);
  const add = async (day: number, name: string): Promise<void> => {
    world.now = after(day);
    await world.logInAgain('applicant');
    const addition = { body: '', owner: OWNER, attachments: [await world.sendFile(name, PDF)] };
    expect(await world.ask<Faults>(ADD, { id, addition }, 'applicant')).toEqual({ errors: [] });
  };
  const run = async (day: number) => {
    world.now = after(day);
    await world.logInAgain('applicant');
    const deleted = await deleteDue(world.database, world.now, applicationFileRetention);
    const { attachments, filesDeleted } = await world.ask<{
      attachments: { name: string }[];
      filesDeleted: string | null;
    }>(OWN, { id }, 'applicant');
    return [deleted, attachments.map(({ name }) => name), filesDeleted];
  };
  await add(29, 'certificate.pdf');
  expect(await run(31)).toEqual([1, ['certificate.pdf'], after(31).toISOString()]);
  await add(35, 'passport.pdf');
  expect(await run(36)).toEqual([0, ['certificate.pdf', 'passport.pdf'], after(31).toISOString()]);
  expect(await run(60)).toEqual([1, ['passport.pdf'], after(60).toISOString()]);
  expect(await run(66)).toEqual([1, [], after(66).toISOString()]);
  expect(await run(67)).toEqual([0, [], after(66).toISOString()]);
});
