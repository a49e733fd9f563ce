import { test } from '@playwright/test';
import { StoryWorld } from '../../support/worlds/story-world.js';
import { logIn, PASSWORD, register, verify } from './account-steps';
import { approveContact, askForContact, readContact, revokeContact, writeResume } from './contact-steps';
import { expect, Person, type Story } from './person';

test.describe.configure({ mode: 'default', timeout: 240_000 });

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const CANADA = { site: 'charity-ca', home: '', lang: 'en-CA', country: 'CA', town: 'Kelowna' } as const;

test.describe('a request for contact', () => {
  let world: StoryWorld;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    world = await StoryWorld.start('in the process');
  });
  test.afterAll(() => world.stop());

  for (const scripts of [true, false])
    test(`[REC-09] [APP-09] [ROLE-05] is sent, approved on another device, read, and ended: 390 pixels, scripts ${scripts ? 'on' : 'off'}`, async ({
      browser,
    }) => {
      const stamp = Date.now().toString(36);
      const story: Story = { ...CANADA, world, browser, stamp, scripts, viewport: PHONE, title: `Beekeeper ${stamp}` };
      const applicant = await Person.enter(story, 'Amal', `Pippin${stamp}`);
      const recruiter = await Person.enter(story, 'Robin', 'Tremblay', 'recruiter@demo.causeboard.test');

      await applicant.does('An applicant registers', () => register(applicant, 'applicant'));
      await applicant.does('verifies by the mail that arrived', () => verify(applicant));
      await applicant.does('writes a resume', () => writeResume(applicant));
      await recruiter.does('A recruiter logs in', () => logIn(recruiter));
      await recruiter.does('finds the resume and asks for contact', () => askForContact(recruiter, applicant));
      const device = await Person.enter({ ...story, viewport: DESK }, 'Amal', applicant.lastName, applicant.email);
      await device.does('The applicant approves on another device, by the mail', () =>
        approveContact(device, PASSWORD),
      );
      await recruiter.does('The recruiter reads who it is, by the mail, and writes', () =>
        readContact(recruiter, applicant, 'Come on Tuesday.'),
      );
      await applicant.does('The applicant reads it, and ends the contact', () =>
        revokeContact(applicant, 'Come on Tuesday.'),
      );
      await recruiter.page.reload();
      await recruiter.does('The recruiter sees nothing private any more', () =>
        expect(recruiter.page.locator('main')).not.toContainText(applicant.lastName),
      );
      for (const person of [applicant, recruiter, device]) await person.leave();
    });
});
