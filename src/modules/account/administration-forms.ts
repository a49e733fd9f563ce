import { type GraphqlResult, isUnsupported } from '#contract/backend/graphql-outcome.js';
import {
  EndMasqueradeDocument,
  MasqueradeDocument,
  OpenPrivateRecordDocument,
  type PrivateRecordKind,
  type RoleName,
  SetUserBlockedDocument,
  SendUserMailDocument,
  SetUserRolesDocument,
  SetUserRolesIfUnchangedDocument,
  type SetUserRolesMutation,
  type SetUserRolesMutationVariables,
  type UserMail,
  MergeOrganizationsDocument,
  DecideOrganizationDocument,
  type OrganizationStanding,
  DecideRecruiterDocument,
  type RecruiterDecision,
} from '#contract/generated/operations.js';
import { ROLE_NAMES } from '#contract/accounts/account-roles.js';
import {
  ACCESS_PATH,
  DASHBOARD_PATH,
  MASQUERADE_PATH,
  USER_PATTERN,
  userPath,
  USERS_PATH,
  ORGANIZATION_MERGE_PATH,
  SITE_ORGANIZATION_PATH,
  RECRUITERS_PATH,
} from '#contract/pages/paths.js';
import { type FormAction, type FormContext, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';
import { again, check, failed, goOn } from './form-outcomes.js';

const RECORD_KINDS: readonly PrivateRecordKind[] = ['job', 'resume'];

/** Returns the id of the account that the page is about. */
function userId({ path }: FormContext): string {
  return path.split('/').at(-1) ?? '';
}

function saved(call: FormContext, notice: string): FormOutcome {
  return { kind: 'done', redirect: call.href(`${userPath(userId(call))}?notice=${notice}`) };
}

/** Errors that belong to no field of this form are shown for the whole form. */
function rejected(errors: readonly { field: string | null; message: string }[]): FormOutcome {
  return again(errors.map(({ message }) => ({ field: null, message })));
}

const roles: PagePart = {
  fields: ['before', ...ROLE_NAMES].map((name) => ({ name })),
  async handle(values, call) {
    const chosen = ROLE_NAMES.filter((role) => values[role]);
    const seen = values.before?.split(' ') ?? [];
    const before = values.before ? ROLE_NAMES.filter((role) => seen.includes(role)) : undefined;
    const answer = await setRoles({ userId: userId(call), roles: chosen }, before, call);
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.setUserRoles;
    // The page distinguishes the errors by their field.
    return errors.length > 0 ? again(errors) : saved(call, 'roles');
  },
};

/**
 * Sets the roles of an account, provided that it has the roles that the page showed.
 *
 * @param before roles that the page showed; a backend that does not know this argument rejects the first operation without any effect
 */
async function setRoles(
  wanted: SetUserRolesMutationVariables,
  before: RoleName[] | undefined,
  call: FormContext,
): Promise<GraphqlResult<SetUserRolesMutation>> {
  if (before) {
    const answer = await call.graphql(SetUserRolesIfUnchangedDocument, { ...wanted, before });
    if (answer.ok || !isUnsupported(answer.failure)) return answer;
  }
  return call.graphql(SetUserRolesDocument, wanted);
}

const block: PagePart = {
  fields: [{ name: 'blockReason' }],
  async handle({ blockReason }, call) {
    return check('block', { blockReason }, call) ?? setBlocked(call, true, blockReason);
  },
};

const unblock: PagePart = { fields: [], handle: (_values, call) => setBlocked(call, false) };

async function setBlocked(call: FormContext, blocked: boolean, reason?: string): Promise<FormOutcome> {
  const variables = { userId: userId(call), blocked, reason: reason ?? null };
  const answer = await call.graphql(SetUserBlockedDocument, variables);
  if (!answer.ok) return failed(answer.failure, call);
  const { errors } = answer.data.setUserBlocked;
  return errors.length > 0 ? rejected(errors) : saved(call, blocked ? 'blocked' : 'unblocked');
}

/** Sends a link to the owner of the account, who contacted the site because the first link did not arrive or has expired. */
function sendMail(mail: UserMail): PagePart {
  return {
    fields: [],
    async handle(_values, call) {
      const answer = await call.graphql(SendUserMailDocument, { userId: userId(call), mail });
      if (!answer.ok) return failed(answer.failure, call);
      const { errors } = answer.data.sendUserMail;
      return errors.length > 0 ? rejected(errors) : saved(call, `${mail}-sent`);
    },
  };
}

/** AUTH-14. */
const masquerade: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(MasqueradeDocument, { userId: userId(call) });
    if (!answer.ok) return failed(answer.failure, call);
    const { jwt, errors } = answer.data.masquerade;
    if (!jwt) return rejected(errors);
    return { kind: 'done', redirect: call.href(DASHBOARD_PATH), session: { begin: jwt } };
  },
};

/** AUTH-14: back to one's own account. */
const endMasquerade: FormAction = {
  paths: [MASQUERADE_PATH],
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(EndMasqueradeDocument, {});
    if (!answer.ok) return failed(answer.failure, call);
    const { jwt, errors } = answer.data.endMasquerade;
    if (!jwt) return rejected(errors);
    return { kind: 'done', redirect: call.href(USERS_PATH), session: { begin: jwt } };
  },
};

/** Records why an administrator wants to see private data of other people, then redirects to that data. */
const access: FormAction = {
  paths: [ACCESS_PATH],
  fields: [{ name: 'reason' }],
  async handle({ reason = '' }, call) {
    const rejection = check('access', { reason }, call);
    if (rejection) return rejection;
    const kind = RECORD_KINDS.find((known) => known === call.query.get('kind'));
    const id = call.query.get('record');
    if (!kind || !id) return again([{ field: null, message: call.t('form.failed') }]);
    const answer = await call.graphql(OpenPrivateRecordDocument, { kind, id, reason });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.openPrivateRecord;
    return errors.length > 0 ? again(errors) : { kind: 'done', redirect: goOn(call) };
  },
};

/** Merges the organization of the page into the chosen one. */
const organizationMergeForm: FormAction = {
  paths: [ORGANIZATION_MERGE_PATH],
  fields: [{ name: 'from' }, { name: 'into' }],
  async handle({ from = '', into = '' }, call) {
    const answer = await call.graphql(MergeOrganizationsDocument, { from, into });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.mergeOrganizations;
    if (errors.length > 0) return again(errors);
    const query = new URLSearchParams({ organization: into, notice: 'merge' });
    return { kind: 'done', redirect: call.href(`${SITE_ORGANIZATION_PATH}?${query.toString()}`) };
  },
};

const STANDING_DECISIONS: readonly OrganizationStanding[] = [
  'verify',
  'unverify',
  'suspend',
  'resume',
  'trust',
  'distrust',
];

/** An administrator's decision about an organization of the site. */
const organizationStandingForm: FormAction = {
  paths: [SITE_ORGANIZATION_PATH],
  fields: [{ name: 'id' }, { name: 'go' }, { name: 'reason' }],
  async handle({ id = '', go = '', reason = '' }, call) {
    const decision = STANDING_DECISIONS.find((known) => known === go);
    if (!decision) return again([{ field: null, message: call.t('form.failed') }]);
    const answer = await call.graphql(DecideOrganizationDocument, { input: { id, decision, reason } });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.decideOrganization;
    if (errors.length > 0) return again(errors);
    const query = new URLSearchParams({ organization: id, notice: decision });
    return { kind: 'done', redirect: call.href(`${SITE_ORGANIZATION_PATH}?${query.toString()}`) };
  },
};

const RECRUITER_DECISIONS: readonly RecruiterDecision[] = ['approve', 'refuse', 'ask'];

/** An administrator's decision about a recruiter in the queue. */
const recruiterForm: FormAction = {
  paths: [RECRUITERS_PATH],
  fields: [{ name: 'user' }, { name: 'version' }, { name: 'go' }, { name: 'message' }],
  async handle({ user = '', version = '', go = '', message = '' }, call) {
    const decision = RECRUITER_DECISIONS.find((known) => known === go);
    if (!decision || !/^\d{1,9}$/.test(version)) return again([{ field: null, message: call.t('form.failed') }]);
    const input = { userId: user, version: Number(version), decision, message };
    const answer = await call.graphql(DecideRecruiterDocument, { input });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.decideRecruiter;
    if (errors.length > 0) return again(errors);
    const query = new URLSearchParams(call.query);
    query.set('notice', decision);
    return { kind: 'done', redirect: call.href(`${RECRUITERS_PATH}?${query.toString()}`) };
  },
};

export const ADMINISTRATION_FORMS: readonly FormAction[] = [
  organizationStandingForm,
  organizationMergeForm,
  formsOfPage(USER_PATTERN, {
    roles,
    block,
    unblock,
    masquerade,
    'verification-mail': sendMail('verification'),
    'reset-mail': sendMail('reset'),
  }),
  endMasquerade,
  access,
  recruiterForm,
];
