import { applicationWorld, PDF } from '../../../../../test/support/worlds/application-world.js';
import { deleteDue } from '../../../../../test/support/retention.js';
import { applicationFileRetention } from './application-retention.js';

const DAY_MS = 86_400_000;
const OWN = `query O($id: ID!) { ownApplication(id: $id) { coverLetter attachments { name } filesDeleted } }`;
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
