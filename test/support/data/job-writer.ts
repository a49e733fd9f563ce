import type { Response } from 'supertest';
import type { FormVisitor } from '../visitors/form-visitor.js';

/** Selector for the form of a step of the job wizard. */
export const STEP = 'form[data-defined-form]';

/** Path to which a response redirects. */
export function nextPath(answer: Response): string {
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([303, expect.any(String)]);
  return answer.headers.location!;
}

/** Value of the option or checkbox with the given label. */
export async function valueOf(visitor: FormVisitor, path: string, name: string, words: string): Promise<string> {
  const $ = await visitor.page(path);
  const option = $(`select[name="${name}"] option`).filter((_index, each) => $(each).text().trim() === words);
  const box = $(`input[name="${name}"]`).filter((_index, each) => $(each).parent().text().trim() === words);
  return option.attr('value') ?? box.attr('value') ?? `no ${words} in ${name}`;
}

/** Fills in all steps of a new job. @returns the address of the last step */
export async function writeJob(
  visitor: FormVisitor,
  title: string,
  more: Record<string, string> = {},
): Promise<string> {
  const first = {
    title,
    description: 'You look after the bees of our gardens, all year round.\n\n- gently\n- daily',
    go: 'next',
  };
  const company = nextPath(await visitor.send('/job/wizard', STEP, first));
  expect(company).toMatch(/^\/job\/wizard\?job=\d+&step=company$/);
  const remoteOptions = await valueOf(visitor, company, 'remoteOptions', 'Remote');
  const categories = nextPath(await visitor.send(company, STEP, { remoteOptions, countryCode: 'CA', go: 'next' }));
  const employmentType = await valueOf(visitor, categories, 'employmentType', 'Full-time');
  const occupationalField = await valueOf(visitor, categories, 'occupationalField', 'Nursing');
  const pay = { minSalary: '41,000', maxSalary: '52 000', currencyCode: 'CAD', salaryUnit: 'YEAR' };
  const schedule = nextPath(
    await visitor.send(categories, STEP, { employmentType, occupationalField, ...pay, go: 'next' }),
  );
  const application = nextPath(await visitor.send(schedule, STEP, { duration: '14', ...more, go: 'next' }));
  const preview = nextPath(
    await visitor.send(application, STEP, {
      applicationWorkflow: 'email',
      applicationEmails: 'bees@charity.test',
      ...more,
      go: 'next',
    }),
  );
  expect(preview).toMatch(/&step=preview$/);
  return preview;
}

/** Writes and publishes a job that accepts applications by form. @returns the paths of its page and its form */
export async function publishJobWithForm(visitor: FormVisitor, name: string): Promise<{ job: string; form: string }> {
  const title = `${name} ${Date.now().toString(36)}`;
  const preview = await writeJob(visitor, title, { applicationWorkflow: 'form' });
  nextPath(await visitor.send(preview, '[data-job-moves]', { go: 'publish' }));
  const ending = `${/job=(\d+)/.exec(preview)![1]!}/${title.toLowerCase().replaceAll(' ', '-')}`;
  return { job: `/job/${ending}`, form: `/apply/${ending}` };
}
