import { linkTo } from '../servers/mailbox.js';
import type { SiteUnderTest } from '../data/site.js';
import { FormVisitor } from './form-visitor.js';

const PASSWORD = 'correct horse battery';

/** Registers a recruiter with an organization that has not been reviewed. @returns the recruiter's browser, logged in */
export async function newEmployer(site: SiteUnderTest, organizationName: string, email: string): Promise<FormVisitor> {
  const employer = new FormVisitor(site);
  const person = { firstName: 'Ida', lastName: 'Keeper', organizationName, email, password: PASSWORD, consent: 'yes' };
  const registered = await employer.send('/user/register/recruiter', 'form[data-form="register"]', person);
  if (registered.status !== 303) throw new Error(`${email} is not registered: ${registered.status}`);
  const link = await linkTo(site, email, '/user/verify');
  const verified = await employer.send(link, 'form[data-form="verify"]', { password: PASSWORD });
  if (verified.status !== 303) throw new Error(`${email} is not verified: ${verified.status}`);
  return employer;
}

/** Writes jobs and submits them for review. @returns their ids, in the order of the review queue */
export async function jobsForReview(employer: FormVisitor, titles: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const path = ids[0] ? await copyOf(employer, ids[0], title) : await firstJob(employer, title);
    const sent = await employer.send(path, '[data-job-moves]', { go: 'submit' });
    if (sent.status !== 303) throw new Error(`${title} is not sent: ${sent.status}`);
    ids.push(idOf(path));
  }
  return ids;
}

const DESCRIPTION = 'You look after the bees of our gardens, all year round.';
const STEP = 'form[data-defined-form]';
const stepOf = (id: string, step: string): string => `/job/wizard?job=${id}&step=${step}`;

async function firstJob(employer: FormVisitor, title: string): Promise<string> {
  const made = await employer.send('/job/wizard', STEP, { title, description: DESCRIPTION, go: 'next' });
  const id = idOf(made.headers.location!);
  await employer.send(stepOf(id, 'company'), STEP, { countryCode: 'CA', locality: 'Ottawa', go: 'next' });
  const $ = await employer.page(stepOf(id, 'categories'));
  const chosen = (name: string) => $(`input[name="${name}"]`).first().attr('value')!;
  const terms = { employmentType: chosen('employmentType'), occupationalField: chosen('occupationalField') };
  await employer.send(stepOf(id, 'categories'), STEP, { ...terms, go: 'next' });
  await employer.send(stepOf(id, 'application'), STEP, { applicationWorkflow: 'form', go: 'next' });
  return stepOf(id, 'preview');
}

async function copyOf(employer: FormVisitor, id: string, title: string): Promise<string> {
  const form = `[data-job="${id}"] [data-job-actions]`;
  const copied = await employer.send('/job-manager', form, { go: 'duplicate' });
  const copy = idOf(copied.headers.location!);
  await employer.send(stepOf(copy, 'job'), STEP, { title, description: DESCRIPTION, go: 'save' });
  return stepOf(copy, 'preview');
}

function idOf(path: string): string {
  return /job=(\d+)/.exec(path)![1]!;
}
