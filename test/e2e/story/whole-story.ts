import type { Story } from './person';
import { Person } from './person';
import { register, verify } from './account-steps';
import { apply, findJob, readAnswer } from './applicant-steps';
import { buy, markAsPaid } from './commerce-steps';
import { approveJob, approveRecruiter } from './editor-steps';
import {
  answer,
  hearOfApproval,
  hearOfOwnApproval,
  introduceOrganization,
  postJob,
  readApplication,
} from './recruiter-steps';

const MISSION = 'Old trees, good apples';
const LETTER = 'I grew up under an apple tree, and never quite came down.';
const WORDS = 'Come on Tuesday, and bring boots.';
/** Larger than one part of an upload. */
const CV = Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\n'), Buffer.alloc(700_000, 0x20)]);

/** Titles of the steps that depend on whether scripts are enabled. */
const WAYS = {
  scripts: {
    captcha: 'the browser solves the puzzle where the site asks for one',
    editor: 'in the editor, saved as one types',
    upload: 'the file is sent in parts as soon as it is chosen',
    preview: 'with a preview',
  },
  plain: {
    captcha: 'a form; the server solves the puzzle where the site asks for one',
    editor: 'in text areas where lines with hyphens are lists, saved with each step',
    upload: 'the file is sent along with the form',
    preview: 'with a preview, each a form',
  },
};

/** From a visitor who has heard of the site to an answer that has been read. */
export async function playStory(story: Story): Promise<void> {
  const way = story.scripts ? WAYS.scripts : WAYS.plain;
  const recruiter = await Person.enter(story, 'Rosa', `Orchard${story.stamp}`);
  const editor = await Person.enter(story, 'Jonas', 'Weber', 'editor@demo.causeboard.test');
  const administrator = await Person.enter(story, 'Ida', 'Novak', 'admin@demo.causeboard.test');
  const applicant = await Person.enter(story, 'Amal', `Pippin${story.stamp}`);

  await recruiter.does(`A recruiter registers: ${way.captcha}`, () =>
    register(recruiter, 'recruiter', `Orchard ${story.stamp}`),
  );
  await recruiter.does('verifies by the mail that arrived: a link and a form', () => verify(recruiter));
  if (story.site === 'charity-ca') {
    await administrator.does('An administrator approves the recruiter in the queue: a link and a form', () =>
      approveRecruiter(administrator, recruiter),
    );
    await recruiter.does('The recruiter hears of it by mail, with a link', () => hearOfOwnApproval(recruiter));
  }
  await recruiter.does(`makes the organization: ${way.editor}`, () => introduceOrganization(recruiter, MISSION));
  // If publishing costs a credit, one is bought first.
  if (story.site === 'charity-ca') {
    let order = '';
    await recruiter.does('buys a credit by invoice: two forms', async () => {
      order = await buy(recruiter, { code: 'job-credits-1', by: 'invoice', area: 'ON' });
    });
    await administrator.does('An administrator marks the order as paid: a form', () =>
      markAsPaid(administrator, order),
    );
  }
  await recruiter.does(`posts a job: ${way.editor}`, () => postJob(recruiter));
  await editor.does('An editor approves it in the queue: links and a form', () => approveJob(editor));
  await recruiter.does('The recruiter hears of it by mail, with a link', () => hearOfApproval(recruiter));

  await applicant.does(`An applicant registers: ${way.captcha}`, () => register(applicant, 'applicant'));
  await applicant.does('verifies by the mail that arrived: a link and a form', () => verify(applicant));
  await applicant.does('finds the job by its words: a form', () => findJob(applicant));
  await applicant.does(`applies with a PDF: ${way.upload}`, () => apply(applicant, LETTER, CV));

  await recruiter.does('The recruiter reads it, from the mail: a link, and a file that is saved', () =>
    readApplication(recruiter, applicant, LETTER, CV),
  );
  await recruiter.does(`moves it on and answers: ${way.preview}`, () => answer(recruiter, WORDS));
  await applicant.does('The applicant reads the answer, in the mail and on the dashboard: links', () =>
    readAnswer(applicant, WORDS),
  );
  for (const person of [recruiter, editor, administrator, applicant]) await person.leave();
}
