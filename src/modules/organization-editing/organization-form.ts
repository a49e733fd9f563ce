import { CHECKED_BUTTONS } from '#contract/defined-form/defined-forms.js';
import { movedUp, sentNames, sentValues } from '#contract/defined-form/sent-values.js';
import {
  DiscardOrganizationDraftDocument,
  type OrganizationDraftFactsFragment,
  PublishOrganizationDocument,
  SaveOrganizationDraftDocument,
} from '#contract/generated/operations.js';
import { ALL_ORGANIZATION_FIELDS } from '#contract/organization-form/organization-fields.js';
import {
  ORGANIZATION_FORM_STEPS,
  type OrganizationFormStep,
  PRIVATE_STEP,
} from '#contract/organization-form/organization-form.js';
import { editOrganizationPath, ORGANIZATION_EDITOR_PATH, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { definedFormFiles, isFileRule, neighbour } from '../defined-form/index.js';
import { conflictAnswer, type FormAction, type FormContext, type FormOutcome } from '../forms/index.js';

type Values = Readonly<Record<string, string>>;

/** A button that puts an entry before the one above it. */
const UP = 'up:';

/**
 * REC-04: each step of an organization's form is sent by itself and kept, right or wrong, and no page shows it before `publish`. A script
 * that saves by itself (`go` is `autosave`) is answered with the address of the step and the new version in it.
 */
export const organizationForm: FormAction = {
  paths: [ORGANIZATION_EDITOR_PATH],
  fields: [...['go', 'version', 'fields', 'steps'].map((name) => ({ name })), ...sentNames(ALL_ORGANIZATION_FIELDS)],
  files: definedFormFiles,
  async handle(values, call) {
    const id = call.query.get('organization') ?? '';
    const step =
      ORGANIZATION_FORM_STEPS.find((known) => known === call.query.get('step')) ?? ORGANIZATION_FORM_STEPS[0];
    const version = Number(values.version) || 0;
    switch (values.go) {
      case 'publish': {
        const answer = await call.graphql(PublishOrganizationDocument, { id, version });
        return answer.ok ? shown(answer.data.publishOrganization, 'published', call) : failed(answer.failure, call);
      }
      case 'discard': {
        const answer = await call.graphql(DiscardOrganizationDraftDocument, { id, version });
        return answer.ok
          ? shown(answer.data.discardOrganizationDraft, 'discarded', call)
          : failed(answer.failure, call);
      }
      default:
        return saved({ id, step, version }, values, call);
    }
  },
};

function shown(
  { conflict, errors, inReview }: OrganizationDraftFactsFragment,
  notice: 'published' | 'discarded',
  call: FormContext,
): FormOutcome {
  if (conflict) return conflictAnswer(conflict, call);
  // The last step has none of the fields: its page says where they are.
  if (errors.length > 0) return again(errors.map(({ message }) => ({ field: null, message })));
  const shownNotice = inReview.length > 0 ? 'review' : notice;
  return { kind: 'done', redirect: call.href(`${OWN_ORGANIZATION_PATH}?notice=${shownNotice}`) };
}

async function saved(
  { id, step, version }: { id: string; step: OrganizationFormStep; version: number },
  values: Values,
  call: FormContext,
): Promise<FormOutcome> {
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
  const to = (next: OrganizationFormStep, more = ''): FormOutcome => ({
    kind: 'done',
    redirect: call.href(editOrganizationPath(id, next)) + more,
  });
  // What cannot be kept the page could not show again from what is.
  if (errors.some(({ rule }) => isFileRule(rule))) return again(errors);
  if (go === 'autosave') return to(step, `&version=${saved}`);
  if (go === 'save') return { kind: 'done', redirect: call.href(`${OWN_ORGANIZATION_PATH}?notice=saved`) };
  if (go === 'more' || go.startsWith(UP)) return to(step, '#form');
  if (errors.length > 0) return to(step, '&error=check');
  // Editors have a step less.
  const steps = ORGANIZATION_FORM_STEPS.filter((each) => each !== PRIVATE_STEP || values.steps !== 'public');
  return to(neighbour(steps, step, go === 'back' ? -1 : 1));
}
