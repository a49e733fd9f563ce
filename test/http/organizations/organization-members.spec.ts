import * as cheerio from 'cheerio';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { linkTo } from '../../support/servers/mailbox.js';
import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const MEMBERS = '/user/organization/members';
const INVITE = 'form[data-part="invite"]';
const alertsOf = (html: string) => folded(cheerio.load(html)('[role="alert"]').text());
let count = 0;

describe.each(PRODUCTS)('members of organizations, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('[REC-04] owners see the members, invite people, and revoke invitations; errors are shown', async () => {
    const owner = await FormVisitor.loggedIn(site, 'recruiter');
    const page = (await owner.get(MEMBERS)).headers.location!;
    const email = `guest-${Date.now().toString(36)}${count++}@people.test`;
    const $before = await owner.page(page);
    expect(folded($before('[data-member]').text())).toContain('recruiter@demo.causeboard.test');
    const wrong = await owner.send(page, INVITE, { email: 'nobody', role: 'editor' });
    expect([wrong.status, alertsOf(wrong.text)]).toEqual([422, expect.stringContaining('valid email address')]);
    const invited = await owner.send(page, INVITE, { email, role: 'editor' });
    expect(invited.headers.location).toMatch(/notice=invited/);
    const $after = await owner.page(invited.headers.location!);
    expect($after(`[data-invitation="${email}"]`).length).toBe(1);
    const last = await owner.send(page, '[data-member="recruiter@demo.causeboard.test"] form[data-part="remove"]');
    expect([last.status, alertsOf(last.text)]).toEqual([422, expect.stringContaining('at least one owner')]);
    await owner.send(page, `[data-invitation="${email}"] form`);
    expect((await owner.page(page))(`[data-invitation="${email}"]`).length).toBe(0);
  }, 60_000);

  it('[REC-04] [ROLE-02] members’ pages are only for members', async () => {
    const owner = await FormVisitor.loggedIn(site, 'recruiter');
    const page = (await owner.get(MEMBERS)).headers.location!;
    expect((await new FormVisitor(site).get(page)).headers.location).toMatch(/^\/user\/login/);
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    expect((await applicant.get(page)).text).not.toContain('recruiter@demo.causeboard.test');
    const csrf = (await applicant.page('/user/settings'))('input[name="csrfToken"]').attr('value')!;
    const answer = await applicant.post(page, {
      csrfToken: csrf,
      form: 'invite',
      email: 'x@people.test',
      role: 'owner',
    });
    // For others the page does not exist.
    expect(answer.status).toBe(404);
    expect((await owner.page(page))('[data-invitation="x@people.test"]').length).toBe(0);
    const gone = await site.page('/user/invitation?token=guess');
    expect([gone.status, gone.texts('main p')[0]]).toEqual([200, expect.stringContaining('is no longer valid')]);
  }, 60_000);
});

it('[REC-04] [AUTH-11] a person without an account is invited, registers, joins, switches, and leaves, without scripts', async () => {
  // The mails are read from the place where the product keeps them for developers.
  const site = new SiteUnderTest(process.env.TEST_EMBEDDED!);
  const owner = await FormVisitor.loggedIn(site, 'recruiter');
  const page = (await owner.get(MEMBERS)).headers.location!;
  const email = `invited-${Date.now().toString(36)}@people.test`;
  const password = `${DEMO_PASSWORD}-${Date.now()}`;
  await owner.send(page, INVITE, { email, role: 'editor' });
  const invitation = await linkTo(site, email, '/user/invitation');

  const guest = new FormVisitor(site);
  const $first = await guest.page(invitation);
  const register = $first('main a[href^="/user/register/recruiter"]').attr('href')!;
  // The form does not ask for an organization, because the invitation names one.
  const $register = await guest.page(register);
  expect($register('[name="organizationName"]').length).toBe(0);
  const person = { firstName: 'Ida', lastName: 'Guest', email, password, consent: 'yes' };
  const registered = await guest.send(register, 'form[data-form="register"]', person);
  expect([registered.status, registered.headers.location]).toEqual([303, expect.stringContaining('/user/check-mail')]);
  const verify = await linkTo(site, email, '/user/verify');
  // The link in the mail leads to the invitation.
  const verified = await guest.send(verify, 'form[data-form="verify"]', { password });
  expect([verified.status, verified.headers.location!.replace(/&?dispatch=[^&#]*/, '')]).toEqual([
    303,
    expect.stringContaining(invitation),
  ]);
  expect((await guest.page(verified.headers.location!))('form[data-accept-invitation]').length).toBe(1);

  // The page of the recruiter's organization offers the invitation first, and then a way to continue without it.
  const $own = await guest.page('/user/organization?destination=/job/wizard');
  expect($own('form[data-accept-invitation]').length).toBe(1);
  expect($own('main a[href="/job/wizard"]').text()).toBe('Do this later');
  expect((await guest.get('/job/wizard')).headers.location).toBe('/user/organization?destination=%2Fjob%2Fwizard');
  const named = await guest.send(
    '/user/organization?destination=/job/wizard',
    'form[data-form="create-organization"]',
    {
      organizationName: 'Own Garden',
    },
  );
  expect([named.status, named.headers.location]).toEqual([303, '/job/wizard']);
  expect((await guest.get('/job/wizard')).status).toBe(200);

  const joined = await guest.send(invitation, 'form[data-accept-invitation]');
  expect([joined.status, joined.headers.location]).toEqual([303, '/user/organization?notice=joined']);
  const $joined = await guest.page('/dashboard');
  const choices = $joined('[data-organization-switch] button');
  expect(choices.length).toBe(2);
  const current = () => guest.page('/dashboard').then(($) => $('[data-organization-switch] [aria-current]').text());
  expect(await current()).not.toBe('Own Garden');
  const other = choices.filter((_index, each) => $joined(each).text() === 'Own Garden').attr('value')!;
  const switched = await guest.send('/dashboard', '[data-organization-switch]', { organizationId: other });
  expect([switched.status, switched.headers.location]).toEqual([303, '/dashboard#main']);
  expect(await current()).toBe('Own Garden');
  // The form for editors has no step with private data.
  const editing = page.replace('/members', '/edit');
  const $form = await guest.page(editing);
  expect($form('nav a[href*="step=about"]').length).toBe(1);
  expect($form('nav a[href*="step=account"]').length).toBe(0);
  expect((await guest.get(`${editing}&step=account`)).status).toBe(404);

  const left = await guest.send(page, `[data-member="${email}"] form[data-part="remove"]`);
  expect([left.status, left.headers.location]).toEqual([303, '/user/organization?notice=left#main']);
  expect((await guest.get(editing)).status).toBe(404);
  expect((await guest.get(page)).status).toBe(404);
}, 120_000);
