import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import {
  AcceptInvitationDocument,
  CancelInvitationDocument,
  InviteMemberDocument,
  type MemberRole,
  RemoveMemberDocument,
  SetMemberRoleDocument,
  DiscardOrganizationDraftDocument,
  type OrganizationDraftFactsFragment,
  PublishOrganizationDocument,
  SaveOrganizationDraftDocument,
} from '#contract/generated/operations.js';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import {
  INVITATION_PATH,
  ORGANIZATION_MEMBERS_PATH,
  OWN_ORGANIZATION_PATH,
  editOrganizationPath,
  ORGANIZATION_EDITOR_PATH,
} from '#contract/pages/paths.js';
import { CHECKED_BUTTONS } from '#contract/defined-form/defined-form.js';
import { movedUp, sentNames, sentValues } from '#contract/defined-form/sent-values.js';
import { ALL_ORGANIZATION_FIELDS } from '#contract/organization-form/organization-fields.js';
import {
  ORGANIZATION_FORM_STEPS,
  type OrganizationFormStep,
  PRIVATE_STEP,
} from '#contract/organization-form/organization-form.js';
import {
  FormRegistry,
  FormsModule,
  type FormAction,
  type FormContext,
  type FormOutcome,
  formsOfPage,
  type PagePart,
  conflictAnswer,
} from '../forms/index.js';
import { again, failed } from '../account/index.js';
import { definedFormFiles, isFileRule, neighbour } from '../defined-form/index.js';

/** Prefix of the value of a button that moves an entry up. */
const UP = 'up:';

/**
 * REC-04: each section of an organization's form is saved and published separately. Values that cannot be published stay saved as a draft.
 * A script that saves automatically (`go` is `autosave`) gets the URL of the section, which contains the new version.
 */
const organizationForm: FormAction = {
  paths: [ORGANIZATION_EDITOR_PATH],
  fields: [...['go', 'version', 'fields', 'steps'].map((name) => ({ name })), ...sentNames(ALL_ORGANIZATION_FIELDS)],
  files: definedFormFiles,
  async handle(values, call) {
    const id = call.query.get('organization') ?? '';
    const step =
      ORGANIZATION_FORM_STEPS.find((known) => known === call.query.get('step')) ?? ORGANIZATION_FORM_STEPS[0];
    const place = { id, step, version: Number(values.version) || 0 };
    const go = values.go ?? '';
    if (go === 'discard') {
      const answer = await call.graphql(DiscardOrganizationDraftDocument, sectionOf(place));
      return answer.ok ? shown(answer.data.discardOrganizationDraft, 'discarded', call) : failed(answer.failure, call);
    }
    // The list of sections and the preview send no fields: they publish what was saved before.
    if (go === 'publish' && values.fields === undefined) return published(place, go, values, call);
    return saved(place, values, call);
  },
};

/** Returns the organization that the page is about. */
const organizationOf = (call: FormContext): string => call.query.get('organization') ?? '';

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

const MEMBER_FORMS: readonly FormAction[] = [
  formsOfPage(ORGANIZATION_MEMBERS_PATH, { invite, cancel, role: setRole, remove }),
  accept,
];

/** Page forms with which people edit the pages of their organizations. */
@Module({ imports: [FormsModule] })
export class OrganizationEditingModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [organizationForm, ...MEMBER_FORMS]) this.forms.add(action);
  }
}

type Errors = readonly { field: string | null; message: string }[];

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

type Values = Readonly<Record<string, string>>;

interface Place {
  id: string;
  step: OrganizationFormStep;
  version: number;
}

/** The preview represents the whole form. */
function sectionOf({ id, step, version }: Place): { id: string; version: number; step: string | null } {
  return { id, version, step: step === 'preview' ? null : step };
}

async function published(place: Place, go: string, values: Values, call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(PublishOrganizationDocument, sectionOf(place));
  if (!answer.ok) return failed(answer.failure, call);
  const { errors, inReview } = answer.data.publishOrganization;
  const ofFields = errors.some(({ field }) => field != null);
  if (ofFields && place.step !== 'preview') return toStep(place, place.step, call, '&error=check');
  if (go === 'publish' || errors.length > 0)
    return shown(answer.data.publishOrganization, noticeOf(place, inReview), call);
  // Editors have one step less.
  const steps = ORGANIZATION_FORM_STEPS.filter((each) => each !== PRIVATE_STEP || values.steps !== 'public');
  const notice = noticeOf(place, inReview);
  return toStep(place, neighbour(steps, place.step, 1), call, `&notice=${notice}`);
}

function shown(
  { conflict, errors }: OrganizationDraftFactsFragment,
  notice: 'published' | 'private' | 'review' | 'discarded',
  call: FormContext,
): FormOutcome {
  if (conflict) return conflictAnswer(conflict, call);
  // The preview contains none of the fields: its page says where they are.
  if (errors.length > 0) return again(errors.map(({ message }) => ({ field: null, message })));
  return { kind: 'done', redirect: call.href(`${OWN_ORGANIZATION_PATH}?notice=${notice}`) };
}

/** Names and images that have been in review since an earlier change are mentioned only on pages where they can be changed. */
function noticeOf({ step }: Place, inReview: readonly string[]): 'published' | 'private' | 'review' {
  if (step === PRIVATE_STEP) return 'private';
  return inReview.length > 0 && (step === 'profile' || step === 'preview') ? 'review' : 'published';
}

function toStep({ id }: Place, step: OrganizationFormStep, call: FormContext, more = ''): FormOutcome {
  return { kind: 'done', redirect: call.href(editOrganizationPath(id, step)) + more };
}

async function saved(place: Place, values: Values, call: FormContext): Promise<FormOutcome> {
  const { id, step, version } = place;
  const go = values.go ?? '';
  const names = (values.fields ?? '').split(' ');
  const sent = sentValues(
    ALL_ORGANIZATION_FIELDS.filter(({ name }) => names.includes(name)),
    go.startsWith(UP) ? movedUp(values, go.slice(UP.length)) : values,
  );
  const answer = await call.graphql(SaveOrganizationDraftDocument, {
    input: {
      id,
      version,
      fields: Object.entries(sent).map(([name, each]) => ({ name, values: [...each] })),
      step: CHECKED_BUTTONS.organization.includes(go) ? step : null,
      owner: call.owner,
    },
  });
  if (!answer.ok) return failed(answer.failure, call);
  const { version: saved, conflict, errors } = answer.data.saveOrganizationDraft;
  if (conflict) return conflictAnswer(conflict, call);
  if (saved == null) return again(errors);
  // Files that were not stored cannot be restored from the saved draft, so the form is shown again with the sent values.
  if (errors.some(({ rule }) => isFileRule(rule))) return again(errors);
  if (go === 'autosave') return toStep(place, step, call, `&version=${saved}`);
  if (go === 'save') return { kind: 'done', redirect: call.href(`${OWN_ORGANIZATION_PATH}?notice=saved`) };
  if (errors.length > 0) return toStep(place, step, call, '&error=check');
  if (CHECKED_BUTTONS.organization.includes(go)) return published({ ...place, version: saved }, go, values, call);
  return toStep(place, step, call, '#form');
}
