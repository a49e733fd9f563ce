import {
  AcceptInvitationDocument,
  CancelInvitationDocument,
  InviteMemberDocument,
  type MemberRole,
  RemoveMemberDocument,
  SetMemberRoleDocument,
} from '#contract/generated/operations.js';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import { INVITATION_PATH, ORGANIZATION_MEMBERS_PATH, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormAction, type FormContext, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';

type Errors = readonly { field: string | null; message: string }[];

/** Returns the organization that the page is about. */
const organizationOf = (call: FormContext): string => call.query.get('organization') ?? '';

function outcomeOf<Data>(
  answer: GraphqlResult<Data>,
  errorsOf: (data: Data) => { errors: Errors },
  notice: string,
  call: FormContext,
): FormOutcome {
  if (!answer.ok) return failed(answer.failure, call);
  const { errors } = errorsOf(answer.data);
  if (errors.length > 0) return again(errors);
  const query = new URLSearchParams({ organization: organizationOf(call), notice });
  return { kind: 'done', redirect: call.href(`${ORGANIZATION_MEMBERS_PATH}?${query.toString()}`) };
}

function roleOf(text: string | undefined): MemberRole {
  return text === 'owner' ? 'owner' : 'editor';
}

const invite: PagePart = {
  fields: [{ name: 'email' }, { name: 'role' }],
  async handle({ email = '', role }, call) {
    const wanted = { organizationId: organizationOf(call), email, role: roleOf(role) };
    const answer = await call.graphql(InviteMemberDocument, wanted);
    return outcomeOf(answer, (data) => data.inviteMember, 'invited', call);
  },
};

const cancel: PagePart = {
  fields: [{ name: 'id' }],
  async handle({ id = '' }, call) {
    const answer = await call.graphql(CancelInvitationDocument, { organizationId: organizationOf(call), id });
    return outcomeOf(answer, (data) => data.cancelInvitation, 'canceled', call);
  },
};

const setRole: PagePart = {
  fields: [{ name: 'userId' }, { name: 'role' }],
  async handle({ userId = '', role }, call) {
    const wanted = { organizationId: organizationOf(call), userId, role: roleOf(role) };
    const answer = await call.graphql(SetMemberRoleDocument, wanted);
    return outcomeOf(answer, (data) => data.setMemberRole, 'role', call);
  },
};

const remove: PagePart = {
  fields: [{ name: 'userId' }, { name: 'own' }],
  async handle({ userId = '', own }, call) {
    const answer = await call.graphql(RemoveMemberDocument, { organizationId: organizationOf(call), userId });
    const outcome = outcomeOf(answer, (data) => data.removeMember, 'removed', call);
    // A member who has left the organization has no access to that page any more.
    return own && outcome.kind === 'done'
      ? { kind: 'done', redirect: call.href(`${OWN_ORGANIZATION_PATH}?notice=left`) }
      : outcome;
  },
};

const accept: FormAction = {
  paths: [INVITATION_PATH],
  fields: [{ name: 'id' }],
  async handle({ id = '' }, call) {
    const answer = await call.graphql(AcceptInvitationDocument, { id });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.acceptInvitation;
    if (errors.length > 0) return again(errors);
    return { kind: 'done', redirect: call.href(`${OWN_ORGANIZATION_PATH}?notice=joined`) };
  },
};

export const MEMBER_FORMS: readonly FormAction[] = [
  formsOfPage(ORGANIZATION_MEMBERS_PATH, { invite, cancel, role: setRole, remove }),
  accept,
];
