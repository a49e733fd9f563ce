import { sql } from 'kysely';
import { buildSchema } from 'graphql';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../test/support/database.js';
import type { Backend } from '../contract/backend.js';
import { typeDefs } from '../contract/generated/schema.js';
import { UploadedFile } from '../contract/multipart/uploaded-file.js';
import { hashPassword } from './accounts/password-hash.js';
import { SessionTokens } from './accounts/session-token.js';
import { Sessions } from './accounts/sessions.js';
import { startBackend } from './index.js';

const WHO = [
  'anonymous',
  'applicant',
  'owner',
  'editor',
  'stranger',
  'job_editor',
  'site_admin',
  'administrator',
  'masqueraded',
] as const;
type Who = (typeof WHO)[number];

/** Nobody without an account; the others of WHO may. */
const KNOWN = WHO.filter((who) => who !== 'anonymous');
/** The masqueraded one is an applicant that the administrator acts as. */
const THEMSELVES = KNOWN.filter((who) => who !== 'masqueraded');
const RECRUITERS: Who[] = ['owner', 'editor', 'stranger'];
const MEMBERS: Who[] = ['owner', 'editor'];
const ADMINS: Who[] = ['job_editor', 'site_admin', 'administrator'];

interface Row {
  /** Of the operation, with its arguments. */
  ask: string;
  allowed: readonly Who[];
}

const PASSWORD = 'a long way to Tipperary';
const SECRET = 'a-secret-of-this-test-alone-0123456789';
const NOBODY = '00000000-0000-4000-8000-000000000000';
/** Of somebody who is none of WHO. */
const RESUME = '00000000-0000-4000-8000-00000000000a';
const registration = `role: applicant, email: "new@people.test", password: "${PASSWORD}", consent: true`;

/** Every operation of the contract. Arguments are such that who may call it does not end another row's people. */
const MATRIX: Record<string, Row | readonly Row[]> = {
  'Query.searchAPISearch': (
    [
      ['jobs', WHO],
      ['organizations', WHO],
      ['resumes', [...RECRUITERS, ...ADMINS]],
    ] as const
  ).map(([index, allowed]) => ({
    ask: `searchAPISearch(index_id: "${index}", range: { first: 0, last: 1 }) { result_count }`,
    allowed,
  })),
  'Query.resume': {
    ask: `resume(id: "${RESUME}") { personalInfo { firstName } }`,
    allowed: [...RECRUITERS, ...ADMINS],
  },
  'Query.ownResume': { ask: 'ownResume { id }', allowed: KNOWN },
  'Query.bookmarkedJobs': { ask: 'bookmarkedJobs { id }', allowed: KNOWN },
  'Query.ownAlerts': { ask: 'ownAlerts { id }', allowed: KNOWN },
  // Whose it is is checked beside the resolvers: to others there is none (alerts.spec.ts).
  'Query.ownAlert': { ask: `ownAlert(id: "${NOBODY}") { id }`, allowed: KNOWN },
  'Query.alertOfLink': { ask: 'alertOfLink(token: "none") { id }', allowed: WHO },
  'Query.alertSummary': [
    { ask: 'alertSummary(kind: job, search: {})', allowed: WHO },
    { ask: 'alertSummary(kind: resume, search: {})', allowed: [...RECRUITERS, ...ADMINS] },
  ],
  'Query.keywordSuggestions': { ask: 'keywordSuggestions(prefix: "nur") { __typename }', allowed: WHO },
  'Query.placeSuggestions': { ask: 'placeSuggestions(text: "Tor") { __typename }', allowed: WHO },
  'Query.job': { ask: 'job(id: "1") { id }', allowed: WHO },
  'Query.similarJobs': { ask: 'similarJobs(id: "1") { id }', allowed: WHO },
  'Query.organizationProfile': { ask: 'organizationProfile(id: "1") { id }', allowed: WHO },
  'Query.teasedJobs': { ask: 'teasedJobs(kind: top) { job { id } }', allowed: WHO },
  'Query.trainingOrganizations': { ask: 'trainingOrganizations { id }', allowed: WHO },
  'Query.featuredOrganizations': { ask: 'featuredOrganizations { id }', allowed: WHO },
  'Query.menu': { ask: 'menu(name: "mini-policy") { items { title } }', allowed: WHO },
  'Query.getAppConfig': { ask: 'getAppConfig { key }', allowed: WHO },
  'Query.articles': { ask: 'articles { total items { title body } tags nextAt }', allowed: WHO },
  'Query.article': { ask: 'article(slug: "none") { article { title } }', allowed: WHO },
  'Query.termTree': { ask: 'termTree(vid: "remote_options") { label }', allowed: WHO },
  'Query.getRoutInfo': { ask: 'getRoutInfo(slug: "/jobs") { __typename }', allowed: WHO },
  'Query.managedJobs': [
    { ask: 'managedJobs { total }', allowed: [...RECRUITERS, ...ADMINS] },
    { ask: 'managedJobs(organizationId: "1") { total }', allowed: [...MEMBERS, ...ADMINS] },
  ],
  'Query.jobsToReview': { ask: 'jobsToReview { total }', allowed: ADMINS },
  'Query.editedJob': { ask: 'editedJob(id: "1") { version }', allowed: [...RECRUITERS, ...ADMINS] },
  'Query.jobPreview': { ask: 'jobPreview(id: "1") { id }', allowed: [...RECRUITERS, ...ADMINS] },
  'Query.entityDefinition': {
    ask: 'entityDefinition(entity_type: "job", bundle: "job_per_template") { bundle }',
    allowed: WHO,
  },
  'Mutation.saveJobDraft': [
    {
      ask: 'saveJobDraft(input: { organizationId: "1", type: job_per_template, fields: [] }) { id }',
      allowed: [...MEMBERS, ...ADMINS],
    },
    { ask: 'saveJobDraft(input: { id: "1", fields: [] }) { id }', allowed: [...MEMBERS, ...ADMINS] },
  ],
  'Mutation.moveJob': {
    ask: 'moveJob(input: { id: "1", step: archive }) { errors { message } }',
    allowed: [...MEMBERS, ...ADMINS],
  },
  'Mutation.duplicateJob': { ask: 'duplicateJob(id: "1") { id }', allowed: [...MEMBERS, ...ADMINS] },
  'Mutation.discardJobDraft': {
    ask: 'discardJobDraft(id: "1", version: 99) { errors { message } }',
    allowed: [...MEMBERS, ...ADMINS],
  },
  'Query.editedOrganization': {
    ask: 'editedOrganization(id: "1") { fields { name } }',
    allowed: [...RECRUITERS, ...ADMINS],
  },
  'Query.organizationTeam': {
    ask: 'organizationTeam(organizationId: "1") { members { email } }',
    allowed: [...RECRUITERS, ...ADMINS],
  },
  'Query.invitation': { ask: 'invitation(token: "none") { id }', allowed: WHO },
  'Query.ownInvitations': { ask: 'ownInvitations { id }', allowed: THEMSELVES },
  'Mutation.inviteMember': {
    ask: 'inviteMember(organizationId: "1", email: "none", role: editor) { errors { message } }',
    allowed: ['owner'],
  },
  'Mutation.cancelInvitation': {
    ask: `cancelInvitation(organizationId: "1", id: "${NOBODY}") { errors { message } }`,
    allowed: ['owner'],
  },
  'Mutation.acceptInvitation': {
    ask: `acceptInvitation(id: "${NOBODY}") { errors { message } }`,
    allowed: THEMSELVES,
  },
  'Mutation.setMemberRole': {
    ask: `setMemberRole(organizationId: "1", userId: "${NOBODY}", role: editor) { errors { message } }`,
    allowed: ['owner'],
  },
  'Mutation.removeMember': {
    ask: `removeMember(organizationId: "1", userId: "${NOBODY}") { errors { message } }`,
    allowed: ['owner'],
  },
  'Query.organizationPreview': { ask: 'organizationPreview(id: "1") { name }', allowed: [...RECRUITERS, ...ADMINS] },
  'Mutation.saveOrganizationDraft': {
    ask: 'saveOrganizationDraft(input: { id: "1", fields: [] }) { version }',
    allowed: [...MEMBERS, ...ADMINS],
  },
  'Mutation.publishOrganization': {
    ask: 'publishOrganization(id: "1", version: 99) { version }',
    allowed: [...MEMBERS, ...ADMINS],
  },
  'Mutation.discardOrganizationDraft': {
    ask: 'discardOrganizationDraft(id: "1", version: 99) { version }',
    allowed: [...MEMBERS, ...ADMINS],
  },
  'Query.getUser': { ask: 'getUser { id }', allowed: WHO },
  'Query.exportMyData': { ask: 'exportMyData', allowed: THEMSELVES },
  'Query.users': { ask: 'users { total }', allowed: ['administrator'] },
  'Mutation.countJobViews': { ask: 'countJobViews(assertion: "none")', allowed: WHO },
  'Query.queue': { ask: 'queue { total }', allowed: ['administrator'] },
  'Mutation.retryTask': { ask: 'retryTask(kind: mail, id: "1") { tried }', allowed: ['administrator'] },
  'Mutation.retryTasks': { ask: 'retryTasks(kind: mail) { tried }', allowed: ['administrator'] },
  'Query.auditEvents': { ask: 'auditEvents { id }', allowed: ['administrator'] },
  'Query.updatableOrganizationProfiles': { ask: 'updatableOrganizationProfiles { id }', allowed: RECRUITERS },
  'Query.creditBalance': [
    { ask: 'creditBalance { amount }', allowed: KNOWN },
    { ask: 'creditBalance(organizationId: "1") { amount }', allowed: [...MEMBERS, ...ADMINS] },
  ],
  'Query.getSubscriptions': [
    { ask: 'getSubscriptions { total }', allowed: KNOWN },
    { ask: 'getSubscriptions(organizationId: "1") { total }', allowed: [...MEMBERS, ...ADMINS] },
  ],
  'Mutation.changeBookmarks': { ask: 'changeBookmarks(add: ["1"], remove: ["2"]) { id }', allowed: KNOWN },
  'Mutation.createJobAlert': {
    ask: 'createJobAlert(input: { search: {}, page: "/jobs", everySeconds: 0 }) { outcome }',
    allowed: WHO,
  },
  'Mutation.createResumeAlert': {
    ask: 'createResumeAlert(input: { search: {}, page: "/resumes", everySeconds: 0 }) { outcome }',
    allowed: [...RECRUITERS, ...ADMINS],
  },
  'Mutation.changeAlert': { ask: `changeAlert(id: "${NOBODY}", everySeconds: 86400) { outcome }`, allowed: KNOWN },
  'Mutation.deleteAlert': { ask: `deleteAlert(id: "${NOBODY}")`, allowed: KNOWN },
  'Mutation.confirmAlert': { ask: 'confirmAlert(token: "none")', allowed: WHO },
  'Mutation.changeAlertByLink': {
    ask: 'changeAlertByLink(token: "none", everySeconds: 86400) { outcome }',
    allowed: WHO,
  },
  'Mutation.deleteAlertByLink': { ask: 'deleteAlertByLink(token: "none")', allowed: WHO },
  'Mutation.userLogin': { ask: `userLogin(email: "owner@people.test", password: "wrong") { jwt }`, allowed: WHO },
  'Mutation.userLogout': { ask: 'userLogout', allowed: KNOWN },
  'Mutation.userLogoutEverywhere': { ask: 'userLogoutEverywhere', allowed: THEMSELVES },
  'Mutation.registerUser': { ask: `registerUser(input: { ${registration} }) { errors { message } }`, allowed: WHO },
  'Mutation.verifyEmail': { ask: 'verifyEmail(token: "none", password: "none") { jwt }', allowed: WHO },
  'Mutation.requestPasswordReset': {
    ask: 'requestPasswordReset(email: "nobody@people.test") { errors { message } }',
    allowed: WHO,
  },
  'Mutation.resetPassword': {
    ask: `resetPassword(token: "none", password: "${PASSWORD}") { errors { message } }`,
    allowed: WHO,
  },
  'Mutation.changePassword': {
    ask: `changePassword(currentPassword: "wrong", newPassword: "${PASSWORD}!") { errors { message } }`,
    allowed: THEMSELVES,
  },
  'Mutation.changeEmail': {
    ask: `changeEmail(currentPassword: "wrong", email: "other@people.test") { errors { message } }`,
    allowed: THEMSELVES,
  },
  'Mutation.confirmEmailChange': { ask: 'confirmEmailChange(token: "none") { errors { message } }', allowed: WHO },
  'Mutation.deleteAccount': {
    ask: 'deleteAccount(currentPassword: "wrong") { errors { message } }',
    allowed: THEMSELVES,
  },
  'Query.keptUploads': { ask: 'keptUploads(tokens: ["none"], owner: "somebody-somewhere") { name }', allowed: WHO },
  'Mutation.keepUploads': {
    ask: 'keepUploads(files: [], owner: "somebody-somewhere") { kept { name } }',
    allowed: WHO,
  },
  'Mutation.sendContactMessage': {
    ask: 'sendContactMessage(input: { name: "", email: "", subject: "", body: "" }) { errors { message } }',
    allowed: WHO,
  },
  'Query.keptApplicationFiles': {
    ask: 'keptApplicationFiles(tokens: ["none"], owner: "somebody-somewhere") { name }',
    allowed: WHO,
  },
  'Query.ownApplications': { ask: 'ownApplications { id }', allowed: KNOWN },
  'Query.ownApplication': { ask: `ownApplication(id: "${NOBODY}") { id }`, allowed: KNOWN },
  // Whose job it is is checked beside the resolvers: to others there is none (applications.spec.ts).
  'Query.jobsWithApplications': { ask: 'jobsWithApplications { total }', allowed: KNOWN },
  'Query.jobApplications': { ask: 'jobApplications(jobId: "1") { total }', allowed: KNOWN },
  'Query.closingMessage': { ask: 'closingMessage(jobId: "1") { total }', allowed: [...RECRUITERS, ...ADMINS] },
  'Mutation.sendClosingMessage': {
    ask: 'sendClosingMessage(jobId: "1", messages: []) { errors { message } }',
    allowed: [...MEMBERS, ...ADMINS],
  },
  'Query.receivedApplication': { ask: `receivedApplication(id: "${NOBODY}") { id }`, allowed: KNOWN },
  'Mutation.sendApplicationFile': {
    ask: 'sendApplicationFile(input: { name: "a", offset: 0, last: true, owner: "somebody-somewhere" }, part: $part) { received }',
    allowed: WHO,
  },
  'Mutation.applyToJob': {
    ask: 'applyToJob(input: { jobId: "1", requestKey: "of-this-one-test", firstName: "", lastName: "", emailAddress: "", coverLetter: "" }) { outcome }',
    allowed: WHO,
  },
  'Mutation.withdrawApplication': {
    ask: `withdrawApplication(id: "${NOBODY}") { errors { message } }`,
    allowed: THEMSELVES,
  },
  'Mutation.moveApplication': {
    ask: `moveApplication(id: "${NOBODY}", state: declined) { errors { message } }`,
    allowed: KNOWN,
  },
  'Mutation.answerApplication': {
    ask: `answerApplication(id: "${NOBODY}", answer: { subject: "a", body: "b" }) { errors { message } }`,
    allowed: KNOWN,
  },
  'Query.captchaChallenge': { ask: 'captchaChallenge { challenge }', allowed: WHO },
  'Query.identities': { ask: 'identities { provider }', allowed: THEMSELVES },
  'Mutation.loginWithIdentity': { ask: 'loginWithIdentity(assertion: "none") { jwt }', allowed: WHO },
  'Mutation.confirmIdentityLink': { ask: 'confirmIdentityLink(token: "none") { jwt }', allowed: WHO },
  'Mutation.linkIdentity': { ask: 'linkIdentity(assertion: "none") { errors { message } }', allowed: THEMSELVES },
  'Mutation.unlinkIdentity': { ask: 'unlinkIdentity(provider: "google") { errors { message } }', allowed: THEMSELVES },
  'Mutation.setActiveOrganization': {
    ask: 'setActiveOrganization(organizationId: "1") { errors { message } }',
    allowed: MEMBERS,
  },
  'Query.ownMembers': { ask: 'ownMembers { id }', allowed: THEMSELVES },
  'Mutation.createOrganization': {
    ask: 'createOrganization(name: "One more") { errors { message } }',
    allowed: RECRUITERS,
  },
  'Mutation.makeOwner': {
    ask: `makeOwner(organizationId: "1", userId: "${NOBODY}") { errors { message } }`,
    allowed: ['owner'],
  },
  'Mutation.setUserRoles': {
    ask: `setUserRoles(userId: "${NOBODY}", roles: [recruiter]) { errors { message } }`,
    allowed: ['administrator'],
  },
  'Mutation.setUserBlocked': {
    ask: `setUserBlocked(userId: "${NOBODY}", blocked: true) { errors { message } }`,
    allowed: ['administrator'],
  },
  'Mutation.masquerade': { ask: `masquerade(userId: "${NOBODY}") { jwt }`, allowed: ['administrator'] },
  'Mutation.endMasquerade': { ask: 'endMasquerade { jwt }', allowed: ['masqueraded'] },
};

const ROWS = Object.entries(MATRIX).flatMap(([operation, rows]) =>
  [rows].flat().map((row): [string, string, Row] => [operation, row.ask.replace(/\s*\{[^{]*\}$/, ''), row]),
);

describe('who may do what', () => {
  let test: TestDatabase;
  let backend: Backend;
  let sessions: Sessions;
  const accounts = new Map<string, string>();
  const headers = { 'x-causeboard-frontend': 'default; locale=en' };

  async function ask(query: string, token?: string) {
    const own = token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
    const variables = query.includes('$part') ? { part: new UploadedFile('a', new Uint8Array()) } : undefined;
    const { data, errors } = await backend.execute({ operationName: '', query, variables, headers: own });
    return { data, codes: (errors ?? []).map(({ extensions }) => extensions?.code) };
  }

  /** A session of its own for each question: some end it. */
  async function logIn(who: Who): Promise<string | undefined> {
    if (who === 'anonymous') return undefined;
    const accountId = accounts.get(who === 'masqueraded' ? 'acted' : who)!;
    const masqueraderId = who === 'masqueraded' ? accounts.get('administrator') : undefined;
    return sessions.begin(test.database, { accountId, masqueraderId, now: new Date() });
  }

  /** Of every row of every table. */
  async function digest(): Promise<string> {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      order by 1
    `.execute(test.database);
    const parts = rows.map(
      ({ name }) =>
        sql`select ${name}::text as name, count(*) as n, sum(hashtextextended(t::text, 0)) as digest from ${sql.table(name)} t`,
    );
    return test.database.transaction().execute(async (trx) => {
      // Takes far longer to compile than to answer.
      await sql`set local jit = off`.execute(trx);
      const { rows: digests } = await sql`${sql.join(parts, sql` union all `)} order by name`.execute(trx);
      return JSON.stringify(digests);
    });
  }

  beforeAll(async () => {
    test = await createTestDatabase();
    const applications = { captcha: false, needAccount: false, closingMessage: true };
    const site = {
      name: 'default',
      languages: ['en'],
      countries: ['CA'],
      demo: 'international' as const,
      applications,
    };
    backend = await startBackend({
      ...{ dataDir: 'none', searchMemoryMb: 0, databaseUrl: test.url, sites: [site], demoData: false },
      ...{ secrets: [SECRET], logger: silentLogger },
    });
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (1, 'default', 'one', 'One', 'en', 'test', '1'), (2, 'default', 'two', 'Two', 'en', 'test', '2')`.execute(
      test.database,
    );
    await sql`insert into job (id, site, organization_id, title, language, description, state, published_at, application_workflow,
        source, source_key, content_hash)
      values (1, 'default', 1, 'Draft', 'en', '', 'draft', now(), 'form', 'test', '1', '')`.execute(test.database);
    await sql`select setval(pg_get_serial_sequence('job', 'id'), 100)`.execute(test.database);
    const feed = { subscribe: () => () => undefined, sync: () => Promise.resolve(), isCurrent: false };
    sessions = new Sessions(test.database, new SessionTokens([SECRET]), feed);
    const password_hash = await hashPassword(PASSWORD);
    for (const who of [...THEMSELVES, 'acted']) {
      const role = ['owner', 'editor', 'stranger'].includes(who) ? 'recruiter' : who === 'acted' ? 'applicant' : who;
      const { id } = await test.database
        .insertInto('account')
        .values({
          email: `${who}@people.test`,
          name: who,
          roles: [role],
          password_hash,
          email_verified: new Date(),
          approved_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      accounts.set(who, id);
      if (role !== 'recruiter') continue;
      const membership = who === 'editor' ? ('editor' as const) : ('owner' as const);
      const organization_id = who === 'stranger' ? 2 : 1;
      await test.database
        .insertInto('organization_member')
        .values({ organization_id, account_id: id, role: membership })
        .execute();
    }
    await sql`with owner as (insert into account (email, name, roles) values ('hired@people.test', 'Hired', '{applicant}') returning id)
      insert into resume (key, site, account_id, language, visible, title) select ${RESUME}::uuid, 'default', id, 'en', true, 'Cook' from owner`.execute(
      test.database,
    );
  }, 60_000);
  afterAll(async () => {
    await backend.close();
    await test.close();
  });

  it('[ROLE-02] is said of every operation of the contract, and of nothing else', () => {
    const schema = buildSchema(typeDefs);
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
    );
    expect(Object.keys(MATRIX).sort()).toEqual(fields.sort());
  });

  it.each(ROWS)('[ROLE-01] [ROLE-02] %s: %s', async (operation, _ask, { ask: field, allowed }) => {
    const declared = field.includes('$part') ? 'M($part: Upload!)' : '';
    const query = `${operation.startsWith('Mutation') ? `mutation ${declared}` : 'query'} { ${field} }`;
    for (const who of WHO) {
      const token = await logIn(who);
      const isAllowed = allowed.includes(who);
      const before = isAllowed ? '' : await digest();
      const { codes } = await ask(query, token);
      const refusal = who === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
      expect({ who, codes }).toEqual({ who, codes: isAllowed ? [] : [refusal] });
      if (!isAllowed) expect(await digest()).toBe(before);
    }
  });
});
