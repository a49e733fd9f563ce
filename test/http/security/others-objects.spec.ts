import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { linkTo } from '../../support/servers/mailbox.js';
import { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';
import { SiteUnderTest } from '../../support/data/site.js';

const PASSWORD = 'a long way to Tipperary';
const STEP = 'form[data-defined-form]';
const PDF = Buffer.from('%PDF-1.7\nA letter.');
const stamp = Date.now().toString(36);

/** Demo accounts; none of the objects that these tests create belongs to them. */
const OTHERS = ['anonymous', 'applicant', 'recruiter', 'editor', 'siteadmin', 'admin'] as const;
type Other = (typeof OTHERS)[number];

// The mails are read from the place where the product keeps them for developers.
const site = new SiteUnderTest(process.env.TEST_EMBEDDED!);
const visitors = {} as Record<Other, FormVisitor>;
let employer: RecruiterVisitor;
let applicant: RecruiterVisitor;
/** Addresses of the owner's objects. */
const theirs = {} as Record<
  'draft' | 'job' | 'organization' | 'members' | 'received' | 'list' | 'application' | 'file' | 'archive' | 'alert',
  string
>;
const ids = {} as Record<'draft' | 'job' | 'organization', string>;

async function newcomer(role: 'recruiter' | 'applicant'): Promise<RecruiterVisitor> {
  const visitor = new RecruiterVisitor(site);
  const email = `${role}-${stamp}@people.test`;
  const person = { firstName: 'Ida', lastName: `Own${stamp}`, organizationName: `Own ${stamp}`, email };
  await visitor.send(`/user/register/${role}`, 'form[data-form="register"]', {
    ...person,
    password: PASSWORD,
    consent: 'yes',
  });
  const verified = await visitor.send(await linkTo(site, email, '/user/verify'), 'form[data-form="verify"]', {
    password: PASSWORD,
  });
  expect(verified.status).toBe(303);
  return visitor;
}

/** @returns the id of the job */
async function writeJob(title: string): Promise<string> {
  const first = { title, description: 'You look after what is yours.', go: 'next' };
  const id = /job=(\d+)/.exec((await employer.send('/job/wizard', STEP, first)).headers.location!)![1]!;
  await employer.send(`/job/wizard?job=${id}&step=company`, STEP, {
    countryCode: 'CA',
    locality: 'Ottawa',
    go: 'next',
  });
  const categories = `/job/wizard?job=${id}&step=categories`;
  const page = await employer.page(categories);
  const chosen = (name: string) => page(`input[type="checkbox"][name="${name}"]`).first().attr('value')!;
  await employer.send(categories, STEP, {
    employmentType: chosen('employmentType'),
    occupationalField: chosen('occupationalField'),
    go: 'next',
  });
  await employer.send(`/job/wizard?job=${id}&step=application`, STEP, { applicationWorkflow: 'form', go: 'next' });
  return id;
}

beforeAll(async () => {
  for (const who of OTHERS)
    visitors[who] = who === 'anonymous' ? new FormVisitor(site) : await FormVisitor.loggedIn(site, who);
  employer = await newcomer('recruiter');
  applicant = await newcomer('applicant');
  const edit = (await employer.page('/user/organization'))('a[href*="/user/organization/edit"]').attr('href')!;
  ids.organization = /organization=(\d+)/.exec(edit)![1]!;
  theirs.organization = edit;
  theirs.members = `/user/organization/members?organization=${ids.organization}`;
  ids.job = await writeJob(`Own job ${stamp}`);
  await employer.send(`/job/wizard?job=${ids.job}&step=preview`, '[data-job-moves]', { go: 'submit' });
  await visitors.editor.send(`/job/wizard?job=${ids.job}&step=preview`, '[data-job-moves]', { go: 'approve' });
  ids.draft = await writeJob(`Own draft ${stamp}`);
  theirs.job = `/job/wizard?job=${ids.job}`;
  theirs.draft = `/job/wizard?job=${ids.draft}`;
  theirs.list = `/applications/${ids.job}`;
  const form = `/apply/${ids.job}/own-job-${stamp}`;
  const sent = await applicant.fill(form, 'form[data-apply-form]', { coverLetter: `Secret ${stamp}` }, [
    ['attachments', 'one.pdf', PDF],
    ['attachments', 'two.pdf', PDF],
  ]);
  expect([sent.status, sent.headers.location]).toEqual([303, `${form}?notice=sent`]);
  theirs.received = (await employer.page(theirs.list))('main ul a[href^="/applications/"]').last().attr('href')!;
  theirs.application = `/application/${theirs.received.split('/').at(-1)!}`;
  const received = await employer.page(theirs.received);
  theirs.file = received('#application a[download]').first().attr('href')!;
  theirs.archive = `/application-files/${theirs.received.split('/').at(-1)!}.zip`;
  const alert = await applicant.send(
    `/job-alert?search=own${stamp}`,
    'form[method="post"]:has(select[name="everySeconds"])',
    {
      everySeconds: '86400',
    },
  );
  theirs.alert = alert.headers.location!.split('?')[0]!;
}, 120_000);

it('[ROLE-02] the page of each object exists for people who may see it, and for nobody else', async () => {
  const seen: Record<string, Record<Other, number>> = {};
  for (const [what, path] of Object.entries(theirs)) {
    const answers = await Promise.all(OTHERS.map((who) => visitors[who].get(path)));
    seen[what] = Object.fromEntries(OTHERS.map((who, index) => [who, answers[index]!.status])) as Record<Other, number>;
    for (const { status, text } of answers) if (status !== 200) expect(text).not.toMatch(/Secret|Own draft|Ida/);
  }
  const administration = { editor: 200, siteadmin: 200, admin: 200 };
  const nobody = { editor: 404, siteadmin: 404, admin: 404 };
  const employers = { anonymous: 302, applicant: 403, recruiter: 404, ...administration };
  const page = { anonymous: 302, applicant: 404, recruiter: 404 };
  const file = { anonymous: 404, applicant: 404, recruiter: 404, ...nobody };
  // Administrators must give a reason first.
  const applications = { ...page, ...nobody, admin: 302 };
  expect(seen).toEqual({
    draft: employers,
    job: employers,
    organization: employers,
    members: { ...employers, applicant: 404 },
    list: applications,
    received: applications,
    application: { ...page, ...nobody },
    alert: { ...page, ...nobody },
    file,
    archive: file,
  });
  expect((await employer.get(theirs.file)).status).toBe(200);
  expect((await applicant.get(theirs.application)).status).toBe(200);
  for (const who of OTHERS) expect((await visitors[who].get(`/job/${ids.draft}/own-draft-${stamp}`)).status).toBe(404);
}, 60_000);

it('[ROLE-02] nobody else can change anything, whatever they send to any address', async () => {
  const version = '1';
  const sent: [address: string, values: Record<string, string>][] = [
    [
      `${theirs.draft}&step=job`,
      { title: 'Taken', description: 'Taken', fields: 'title description', version, go: 'next' },
    ],
    [`${theirs.draft}&step=preview`, { version, go: 'publish' }],
    [`${theirs.draft}&step=preview`, { version, go: 'discard' }],
    ['/job/wizard', { organization: ids.organization, title: 'Taken', fields: 'title', version: '0', go: 'next' }],
    ['/job-manager', { id: ids.job, go: 'archive' }],
    ['/job-manager', { id: ids.job, go: 'duplicate' }],
    ['/admin/jobs', { id: ids.draft, go: 'approve' }],
    [`/job-manager/close?job=${ids.job}`, { subject: 'Taken', body: 'Taken' }],
    [theirs.organization, { mission: 'Taken', fields: 'mission', version: '0', go: 'next' }],
    [`${theirs.organization}&step=preview`, { version: '0', go: 'publish' }],
    [theirs.members, { form: 'invite', email: `thief-${stamp}@people.test`, role: 'owner' }],
    ['/user/settings', { form: 'active-organization', organizationId: ids.organization }],
    [theirs.received, { form: 'move', state: 'declined' }],
    [theirs.received, { form: 'answer', subject: 'Taken', body: 'Taken' }],
    [theirs.application, { form: 'withdraw' }],
    [theirs.alert, { form: 'change', everySeconds: '604800' }],
    [theirs.alert, { form: 'end' }],
  ];
  const texts = async () => ({
    draft: (await employer.page(`${theirs.draft}&step=preview`))('main').text(),
    jobs: (await employer.page('/job-manager'))('main').text(),
    organization: (await employer.page(theirs.organization))('main').text(),
    members: (await employer.page(theirs.members))('main').text(),
    received: (await employer.page(theirs.received))('main').text(),
    application: (await applicant.page(theirs.application))('main').text(),
    alert: (await applicant.page(theirs.alert))('main').text(),
  });
  const before = await texts();
  for (const who of ['anonymous', 'applicant', 'recruiter'] as const) {
    const visitor = visitors[who];
    const page = await visitor.page(who === 'anonymous' ? '/user/login' : '/user/settings');
    const csrfToken = page('input[name="csrfToken"]').attr('value')!;
    for (const [address, values] of sent) {
      const { status, headers, text } = await visitor.post(address, { csrfToken, ...values });
      const outcome = status === 302 || status === 303 ? headers.location : status;
      // Requests may succeed for the person's own objects, but never for those of the owner.
      expect({ who, address, values, outcome, taken: /Own draft|Secret/.test(text) }).toMatchObject({ taken: false });
    }
  }
  expect(await texts()).toEqual(before);
}, 120_000);
