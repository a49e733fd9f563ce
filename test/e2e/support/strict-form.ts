import { SiteUnderTest } from '../../support/data/site';
import { FormVisitor } from '../../support/visitors/form-visitor';

export const QUESTION = 'When could you start?';

/** Path of the form of the demo recruiter's job that requires everything. */
export async function strictForm(): Promise<string> {
  const recruiter = await FormVisitor.loggedIn(new SiteUnderTest(process.env.TEST_EMBEDDED!), 'recruiter');
  const $ = await recruiter.page('/applications');
  // Other tests apply for other jobs, which then come first in the list.
  for (const link of $('main ul a').toArray()) {
    const list = await recruiter.page($(link).attr('href')!);
    const form = list('main a[href*="/job/"]').first().attr('href')!.replace('/job/', '/apply/');
    const labels = (await recruiter.page(form))('form[data-apply-form] label').text();
    if (labels.includes(QUESTION)) return form;
  }
  throw new Error('no job of the demo recruiter asks for everything');
}
