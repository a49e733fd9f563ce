import { applicationRows } from './application-permissions.js';
import { commerceRows } from './commerce-permissions.js';
import { contactRows } from './contact-permissions.js';
import { operatorRows } from './operator-permissions.js';
import { interviewRows } from './interview-permissions.js';

export const WHO = [
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
export type Who = (typeof WHO)[number];

/** Everybody in WHO with an account. */
const KNOWN = WHO.filter((who) => who !== 'anonymous');
/** Without the masqueraded person, who is an applicant as whom the administrator acts. */
export const THEMSELVES = KNOWN.filter((who) => who !== 'masqueraded');
const APPLICANTS: Who[] = ['applicant', 'masqueraded'];
const RECRUITERS: Who[] = ['owner', 'editor', 'stranger'];
const MEMBERS: Who[] = ['owner', 'editor'];
const ADMINS: Who[] = ['job_editor', 'site_admin', 'administrator'];

export interface Row {
  /** GraphQL text of the operation, with its arguments. */
  ask: string;
  allowed: readonly Who[];
}

export const PASSWORD = 'a long way to Tipperary';
const NOBODY = '00000000-0000-4000-8000-000000000000';
/** Id of the resume of a person who is not in WHO. */
export const RESUME = '00000000-0000-4000-8000-00000000000a';
const registration = `role: applicant, email: "new@people.test", password: "${PASSWORD}", consent: true`;

/** Every operation of the contract. The arguments are such that an allowed call does not remove the people of another row. */
export const MATRIX: Record<string, Row | readonly Row[]> = {
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
  'Query.ownJsonResume': { ask: 'ownJsonResume', allowed: THEMSELVES },
  'Query.editedResume': { ask: 'editedResume { fields { values } }', allowed: APPLICANTS },
  'Mutation.saveResume': {
    ask: 'saveResume(input: { fields: [{ name: "title", values: ["Cook"] }] }) { version }',
    allowed: APPLICANTS,
  },
  'Mutation.discardResumeDraft': { ask: 'discardResumeDraft(version: 99) { version }', allowed: APPLICANTS },
  'Mutation.setResumeVisibility': {
    ask: 'setResumeVisibility(visible: true) { errors { message } }',
    allowed: APPLICANTS,
  },
  'Mutation.deleteResume': { ask: 'deleteResume { errors { message } }', allowed: THEMSELVES },
  'Query.ownResume': { ask: 'ownResume { id }', allowed: KNOWN },
  'Query.bookmarkedJobs': { ask: 'bookmarkedJobs { id }', allowed: KNOWN },
  'Query.ownAlerts': { ask: 'ownAlerts { id }', allowed: KNOWN },
  // Tests next to the resolvers (alerts.spec.ts) check that other people's alerts are not found.
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
  'Query.jobListSortOptions': { ask: 'jobListSortOptions { code }', allowed: WHO },
  'Query.jobListFilters': { ask: 'jobListFilters', allowed: WHO },
  'Query.socialSignInSettings': { ask: 'socialSignInSettings { order }', allowed: WHO },
  'Query.menu': { ask: 'menu(name: "mini-policy") { items { title } }', allowed: WHO },
  'Query.getAppConfig': { ask: 'getAppConfig { key }', allowed: WHO },
  'Query.articles': { ask: 'articles { total items { title body } tags nextAt }', allowed: WHO },
  'Query.article': { ask: 'article(slug: "none") { article { title } }', allowed: WHO },
  'Query.termTree': { ask: 'termTree(vid: "remote_options") { label }', allowed: WHO },
  'Query.getRoutInfo': { ask: 'getRoutInfo(slug: "/jobs") { __typename }', allowed: WHO },
  'Query.landingPage': { ask: 'landingPage(id: "1") { id }', allowed: WHO },
  'Query.managedJobs': [
    { ask: 'managedJobs { total }', allowed: [...RECRUITERS, ...ADMINS] },
    { ask: 'managedJobs(organizationId: "1") { total }', allowed: [...MEMBERS, ...ADMINS] },
  ],
  'Query.jobsToReview': { ask: 'jobsToReview { total }', allowed: ADMINS },
  'Query.organizationsToReview': { ask: 'organizationsToReview { id }', allowed: ADMINS },
  'Mutation.decideOrganizationReview': {
    ask: 'decideOrganizationReview(input: { id: "1", submitted: "2026-11-21T09:00:00Z", approve: true }) { errors { message } }',
    allowed: ADMINS,
  },
  'Query.editedJob': { ask: 'editedJob(id: "1") { version }', allowed: [...RECRUITERS, ...ADMINS] },
  'Query.jobPreview': { ask: 'jobPreview(id: "1") { id }', allowed: [...RECRUITERS, ...ADMINS] },
  ...operatorRows<Who>({ admins: ADMINS, administrators: ['administrator'], nobody: NOBODY }),
  ...contactRows({ recruiters: RECRUITERS, themselves: THEMSELVES, known: KNOWN, nobody: NOBODY, resume: RESUME }),
  'Query.recruitersToApprove': { ask: 'recruitersToApprove { total }', allowed: ['administrator'] },
  'Query.ownRecruiterApproval': { ask: 'ownRecruiterApproval { state }', allowed: KNOWN },
  'Mutation.decideRecruiter': {
    ask: `decideRecruiter(input: { userId: "${NOBODY}", version: 0, decision: approve }) { errors { message } }`,
    allowed: ['administrator'],
  },
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
  'Mutation.startJobDescription': {
    ask: 'startJobDescription(input: { organizationId: "1", language: "en", fields: [] }) { errors { message } }',
    allowed: [...MEMBERS, ...ADMINS],
  },
  'Mutation.describeJobFromFile': {
    ask: 'describeJobFromFile(id: "1", version: 99) { id }',
    allowed: [...MEMBERS, ...ADMINS],
  },
  'Query.publishingTerms': [
    { ask: 'publishingTerms { price }', allowed: [...RECRUITERS, ...ADMINS] },
    { ask: 'publishingTerms(organizationId: "1") { price }', allowed: [...MEMBERS, ...ADMINS] },
  ],
  'Mutation.placeJob': {
    ask: 'placeJob(input: { id: "1", kind: featured, days: 7 }) { errors { message } }',
    allowed: [...MEMBERS],
  },
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
  'Mutation.acceptInvitation': { ask: `acceptInvitation(id: "${NOBODY}") { errors { message } }`, allowed: THEMSELVES },
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
  'Query.userContext': {
    ask: 'userContext { user { id } credits { data { amount } } userSubscriptions { total } }',
    allowed: WHO,
  },
  'Query.getUser': { ask: 'getUser { id }', allowed: WHO },
  'Query.getGdprConsentInfos': {
    ask: 'getGdprConsentInfos(type: PRIVACY_POLICY, placement: REGISTRATION) { id type optIn text }',
    allowed: WHO,
  },
  'Query.hasTheLatestConsent': {
    ask: 'hasTheLatestConsent(type: PRIVACY_POLICY, placement: REGISTRATION) { infoRevisionId infoId id mail }',
    allowed: KNOWN,
  },
  // A test next to the resolver (consents.spec.ts) checks that nobody gives consent for another address.
  'Mutation.createGdprUserConsent': {
    ask: 'createGdprUserConsent(mail: "nobody@people.test", infoId: "1") { errors { message } }',
    allowed: THEMSELVES,
  },
  'Query.exportMyData': { ask: 'exportMyData', allowed: THEMSELVES },
  'Query.mailLanguage': { ask: 'mailLanguage', allowed: THEMSELVES },
  'Query.users': { ask: 'users { total }', allowed: ['administrator'] },
  'Mutation.countJobViews': { ask: 'countJobViews(assertion: "none")', allowed: WHO },
  'Mutation.countSearches': { ask: 'countSearches(assertion: "none")', allowed: WHO },
  'Query.searchCounts': { ask: 'searchCounts(weeks: 1) { searches }', allowed: ['administrator'] },
  'Query.retention': { ask: 'retention { kind }', allowed: ['administrator'] },
  'Query.queue': { ask: 'queue { total }', allowed: ['administrator'] },
  'Mutation.retryTask': { ask: 'retryTask(kind: mail, id: "1") { tried }', allowed: ['administrator'] },
  'Mutation.retryTasks': { ask: 'retryTasks(kind: mail) { tried }', allowed: ['administrator'] },
  'Query.privateRecord': { ask: 'privateRecord(kind: job, id: "1") { name openUntil }', allowed: ['administrator'] },
  'Mutation.openPrivateRecord': {
    ask: 'openPrivateRecord(kind: job, id: "1", reason: "A complaint") { errors { message } }',
    allowed: ['administrator'],
  },
  'Query.auditEvents': { ask: 'auditEvents { id }', allowed: ['administrator'] },
  'Query.updatableOrganizationProfiles': { ask: 'updatableOrganizationProfiles { id }', allowed: RECRUITERS },
  ...commerceRows({
    known: KNOWN,
    everybody: WHO,
    recruiters: RECRUITERS,
    members: MEMBERS,
    admins: ADMINS,
    nobody: NOBODY,
  }),
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
  'Mutation.requestEmailVerification': {
    ask: 'requestEmailVerification(email: "nobody@people.test") { errors { message } }',
    allowed: WHO,
  },
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
  'Mutation.changeName': {
    ask: 'changeName(firstName: "", lastName: "") { errors { message } }',
    allowed: THEMSELVES,
  },
  'Mutation.changeMailLanguage': {
    ask: 'changeMailLanguage(language: "none") { errors { message } }',
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
  'Mutation.proposeResume': {
    ask: 'proposeResume(file: $part) { proposal { source } }',
    allowed: ['applicant', 'masqueraded'],
  },
  'Mutation.keepUploads': {
    ask: 'keepUploads(files: [], owner: "somebody-somewhere") { kept { name } }',
    allowed: WHO,
  },
  'Mutation.sendContactMessage': {
    ask: 'sendContactMessage(input: { name: "", email: "", subject: "", body: "" }) { errors { message } }',
    allowed: WHO,
  },
  'Mutation.reportJob': {
    ask: `reportJob(input: { jobId: "${NOBODY}", reason: "", body: "" }) { errors { message } }`,
    allowed: WHO,
  },
  'Query.keptApplicationFiles': {
    ask: 'keptApplicationFiles(tokens: ["none"], owner: "somebody-somewhere") { name }',
    allowed: WHO,
  },
  'Query.ownApplications': { ask: 'ownApplications { id }', allowed: KNOWN },
  'Query.ownApplication': { ask: `ownApplication(id: "${NOBODY}") { id }`, allowed: KNOWN },
  // Tests next to the resolvers (applications.spec.ts) check that jobs of other people are not found.
  'Query.jobsWithApplications': { ask: 'jobsWithApplications { total }', allowed: KNOWN },
  'Query.jobApplications': { ask: 'jobApplications(jobId: "1") { total }', allowed: KNOWN },
  'Query.exportedApplications': { ask: 'exportedApplications(jobId: "1") { next }', allowed: KNOWN },
  'Query.applicationBoard': { ask: 'applicationBoard(jobId: "1") { count }', allowed: KNOWN },
  'Query.applicationFileText': { ask: `applicationFileText(id: "${NOBODY}") { id }`, allowed: KNOWN },
  'Query.jobNumbers': { ask: 'jobNumbers(jobId: "1") { views }', allowed: [...RECRUITERS, ...ADMINS] },
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
  'Mutation.addToApplication': {
    ask: `addToApplication(id: "${NOBODY}", addition: { body: "a" }) { errors { message } }`,
    allowed: THEMSELVES,
  },
  'Mutation.withdrawApplication': {
    ask: `withdrawApplication(id: "${NOBODY}") { errors { message } }`,
    allowed: THEMSELVES,
  },
  'Mutation.moveApplication': {
    ask: `moveApplication(id: "${NOBODY}", state: declined) { errors { message } }`,
    allowed: KNOWN,
  },
  'Mutation.markApplicationRead': { ask: `markApplicationRead(id: "${NOBODY}")`, allowed: KNOWN },
  ...interviewRows({ themselves: THEMSELVES, known: KNOWN, nobody: NOBODY }),
  ...applicationRows({ themselves: THEMSELVES, everybody: WHO, known: KNOWN, nobody: NOBODY }),
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
