import { test } from '@playwright/test';
import { TestStripeServer } from '../../support/servers/stripe-server.js';
import { StoryWorld } from '../../support/worlds/story-world.js';
import { logIn, PASSWORD, register, verify } from './account-steps';
import { buy, markAsPaid, readSlots, readStatement, refund } from './commerce-steps';
import { approveContact, askForContact, readContact, revokeContact, writeResume } from './contact-steps';
import { approveJob, approveRecruiter } from './editor-steps';
import { expect, Person, type Story } from './person';
import { introduceOrganization, postJob } from './recruiter-steps';

test.describe.configure({ mode: 'default', timeout: 300_000 });

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const CANADA = { site: 'charity-ca', home: '', lang: 'en-CA', country: 'CA', town: 'Kelowna' } as const;
const DEFAULT = { site: 'default', home: '', lang: 'en', country: 'GB', town: 'Bristol' } as const;

test.describe('buying, spending and refunds', () => {
  let stripe: TestStripeServer;
  let world: StoryWorld;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    stripe = await TestStripeServer.start();
    world = await StoryWorld.start('in the process', {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    });
  });
  test.afterAll(async () => {
    await world.stop();
    await stripe.stop();
  });

  test('[REC-07] [REC-08] the story of a subscription: uk, bought in the pages, a job takes its slot', async ({
    browser,
  }) => {
    const stamp = Date.now().toString(36);
    const place = { site: 'uk', home: '', lang: 'en-GB', country: 'GB', town: 'Leeds' } as const;
    const story: Story = { ...place, world, browser, stamp, scripts: true, viewport: PHONE, title: `Grafter ${stamp}` };
    const recruiter = await Person.enter(story, 'Rosa', `Orchard${stamp}`);
    const administrator = await Person.enter(story, 'Ida', 'Novak', 'admin@demo.causeboard.test');
    const editor = await Person.enter(story, 'Jonas', 'Weber', 'editor@demo.causeboard.test');
    await recruiter.does('A recruiter registers', () => register(recruiter, 'recruiter', `Orchard ${stamp}`));
    await recruiter.does('verifies by the mail that arrived', () => verify(recruiter));
    await administrator.does('An administrator approves the recruiter', () =>
      approveRecruiter(administrator, recruiter),
    );
    await recruiter.goTo('/dashboard');
    await recruiter.does('The recruiter makes the organisation', () =>
      introduceOrganization(recruiter, 'Old trees, good apples'),
    );
    await recruiter.does('buys a subscription, which begins at once', async () => {
      await buy(recruiter, { code: 'slots-5', by: 'invoice', isDeliveredAtOnce: true });
    });
    await recruiter.does('has its slots', () => readSlots(recruiter, [0, 5, 5]));
    await recruiter.does('posts a job', () => postJob(recruiter));
    await editor.does('An editor approves it', () => approveJob(editor));
    await recruiter.does('The job has taken a slot', () => readSlots(recruiter, [1, 4, 5]));
    for (const person of [recruiter, administrator, editor]) await person.leave();
  });

  for (const [place, by, scripts] of [
    [CANADA, 'invoice', true],
    [DEFAULT, 'stripe', false],
  ] as const)
    test(`[REC-06] [REC-08] [REC-09] [APP-09] [ROLE-05] the story of credits: ${place.site}, paid by ${by}, 390 pixels, scripts ${scripts ? 'on' : 'off'}`, async ({
      browser,
    }) => {
      const stamp = Date.now().toString(36);
      const story: Story = { ...place, world, browser, stamp, scripts, viewport: PHONE, title: `Beekeeper ${stamp}` };
      const recruiter = await Person.enter(story, 'Rosa', `Orchard${stamp}`);
      const administrator = await Person.enter(story, 'Ida', 'Novak', 'admin@demo.causeboard.test');
      const editor = await Person.enter(story, 'Jonas', 'Weber', 'editor@demo.causeboard.test');
      const applicant = await Person.enter(story, 'Amal', `Pippin${stamp}`);

      await recruiter.does('A recruiter registers', () => register(recruiter, 'recruiter', `Orchard ${stamp}`));
      await recruiter.does('verifies by the mail that arrived', () => verify(recruiter));
      if (place.site === 'charity-ca')
        await administrator.does('An administrator approves the recruiter', () =>
          approveRecruiter(administrator, recruiter),
        );
      await recruiter.goTo('/dashboard');
      await recruiter.does('The recruiter makes the organization', () =>
        introduceOrganization(recruiter, 'Old trees, good apples'),
      );
      if (place.site === 'charity-ca') {
        const jobs = await buy(recruiter, { code: 'job-credits-1', by, area: 'ON' });
        await administrator.does('The administrator marks the order as paid', () => markAsPaid(administrator, jobs));
        await recruiter.does('The recruiter posts a job, for the credit', () => postJob(recruiter));
        await editor.does('An editor approves it', () => approveJob(editor));
        await recruiter.does('The statement says so', () =>
          readStatement(recruiter, {
            type: 'job',
            movements: [
              ['−1', 0],
              ['+1', 1],
            ],
            documents: 1,
          }),
        );
      }
      const contacts = await buy(recruiter, { code: 'contact-credits-5', by, area: by === 'invoice' ? 'ON' : '' });
      if (by === 'invoice') await markAsPaid(administrator, contacts);

      await applicant.does('An applicant registers', () => register(applicant, 'applicant'));
      await applicant.does('verifies by the mail that arrived', () => verify(applicant));
      await applicant.does('writes a resume', () => writeResume(applicant));
      await recruiter.does('The recruiter asks for contact', () => askForContact(recruiter, applicant));
      const device = await Person.enter({ ...story, viewport: DESK }, 'Amal', applicant.lastName, applicant.email);
      await device.does('The applicant approves on another device', () => approveContact(device, PASSWORD));
      await recruiter.does('The recruiter reads who it is, and writes', () =>
        readContact(recruiter, applicant, 'Come on Tuesday.'),
      );
      await applicant.does('The applicant ends the contact', () => revokeContact(applicant, 'Come on Tuesday.'));
      await recruiter.does('The recruiter sees nothing private any more', async () => {
        await recruiter.page.reload();
        await expect(recruiter.page.locator('main')).not.toContainText(applicant.lastName);
      });

      if (place.site !== 'charity-ca') await logIn(administrator);
      await administrator.does('An administrator refunds what is left of the order', () =>
        refund(administrator, contacts),
      );
      await recruiter.does('The statement and the credit note say so', () =>
        readStatement(recruiter, {
          type: 'resume_contact',
          movements: [
            ['−4', 0],
            ['−1', 4],
            ['+5', 5],
          ],
          documents: place.site === 'charity-ca' ? 3 : 2,
        }),
      );
      for (const person of [recruiter, administrator, editor, applicant, device]) await person.leave();
    });
});
