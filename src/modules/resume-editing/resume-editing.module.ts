import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import { movedUp, sentNames, sentValues } from '#contract/defined-form/sent-values.js';
import {
  SaveResumeDocument,
  type FormConflictFactsFragment,
  DeleteResumeDocument,
  DiscardResumeDraftDocument,
  type ResumeResultFactsFragment,
  SetResumeVisibilityDocument,
} from '#contract/generated/operations.js';
import {
  editResumePath,
  OWN_RESUME_PATH,
  type Path,
  RESUME_EDITOR_PATH,
  RESUME_PERSONAL_INFO_PATH,
  resumeWizardPath,
} from '#contract/pages/paths.js';
import { ALL_RESUME_FIELDS } from '#contract/resume-form/resume-fields.js';
import { RESUME_FORM_STEPS, RESUME_WIZARD_STEPS } from '#contract/resume-form/resume-form.js';
import {
  FormRegistry,
  FormsModule,
  type FormAction,
  type FormContext,
  type FormOutcome,
  conflictAnswer,
  formsOfPage,
  type PagePart,
} from '../forms/index.js';
import { again, failed } from '../account/index.js';
import { definedFormFiles, isFileRule, neighbour } from '../defined-form/index.js';

/** Prefix of the value of a button that moves an entry up. */
const UP = 'up:';

/**
 * APP-03: each step of the user's resume form, and of its wizard, is sent separately. All values are saved, valid or not; valid values
 * appear in the resume at once. For a script that saves automatically (`go` is `autosave`) they are only saved.
 */
const resumeForm: FormAction = {
  paths: [RESUME_EDITOR_PATH, RESUME_PERSONAL_INFO_PATH, ...RESUME_WIZARD_STEPS.map(resumeWizardPath)],
  fields: [...['go', 'version', 'fields'].map((name) => ({ name })), ...sentNames(ALL_RESUME_FIELDS)],
  files: definedFormFiles,
  async handle(values, call) {
    const go = values.go ?? '';
    const isSavedOnly = go === 'autosave' || go === 'more' || go.startsWith(UP);
    const answer = await call.graphql(SaveResumeDocument, {
      input: {
        version: Number(values.version) || 0,
        fields: fieldsOf(values),
        apply: !isSavedOnly,
        owner: call.owner,
      },
    });
    if (!answer.ok) return failed(answer.failure, call);
    const { version, conflict, errors } = answer.data.saveResume;
    if (conflict) return resumeConflict(conflict, call);
    // Files that were not stored cannot be restored from the saved draft, so the form is shown again with the sent values.
    if (version == null || errors.some(({ rule }) => isFileRule(rule))) return again(errors);
    const { here, before, after } = wayOf(call);
    if (go === 'autosave') return to(`${here}${here.includes('?') ? '&' : '?'}version=${version}`, call);
    if (isSavedOnly) return to(`${here}#form`, call);
    if (go === 'back') return to(before, call);
    if (errors.length > 0) return to(`${here}${here.includes('?') ? '&' : '?'}error=check`, call);
    return to(go === 'save' ? SAVED : after, call);
  },
};

const SAVED: Path = `${OWN_RESUME_PATH}?notice=saved`;

const visibility: PagePart = {
  fields: [{ name: 'visible' }],
  async handle({ visible }, call) {
    const isShown = visible === 'yes';
    const answer = await call.graphql(SetResumeVisibilityDocument, { visible: isShown });
    return outcomeOf(answer, (data) => data.setResumeVisibility, isShown ? 'shown' : 'hidden', call);
  },
};

const discard: PagePart = {
  fields: [{ name: 'version' }],
  async handle({ version }, call) {
    const answer = await call.graphql(DiscardResumeDraftDocument, { version: Number(version) || 0 });
    return outcomeOf(answer, (data) => data.discardResumeDraft, 'discarded', call);
  },
};

const remove: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(DeleteResumeDocument, {});
    return outcomeOf(answer, (data) => data.deleteResume, 'deleted', call);
  },
};

/** APP-03: changes the visibility for recruiters, discards unsaved values and deletes the resume. */
const ownResumeForms = formsOfPage(OWN_RESUME_PATH, { visibility, discard, delete: remove });

/** Page forms with which people edit their own resumes. */
@Module({ imports: [FormsModule] })
export class ResumeEditingModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [resumeForm, ownResumeForms]) this.forms.add(action);
  }
}

type Values = Readonly<Record<string, string>>;

function fieldsOf(values: Values): { name: string; values: string[] }[] {
  const go = values.go ?? '';
  const names = (values.fields ?? '').split(' ');
  const sent = sentValues(
    ALL_RESUME_FIELDS.filter(({ name }) => names.includes(name)),
    go.startsWith(UP) ? movedUp(values, go.slice(UP.length)) : values,
  );
  return Object.entries(sent).map(([name, each]) => ({ name, values: [...each] }));
}

/** Returns the current, previous and next step; the last step leads to the resume. */
function wayOf({ path, query }: FormContext): Record<'here' | 'before' | 'after', Path> {
  const isEditor = path === RESUME_EDITOR_PATH;
  return isEditor
    ? way(RESUME_FORM_STEPS, editResumePath, (step) => step === query.get('step'))
    : way(RESUME_WIZARD_STEPS, resumeWizardPath, (step) => resumeWizardPath(step) === path);
}

function way<Step extends string>(
  steps: readonly Step[],
  pathOf: (step: Step) => Path,
  isHere: (step: Step) => boolean,
): Record<'here' | 'before' | 'after', Path> {
  const step = steps.find(isHere) ?? steps[0]!;
  return {
    here: pathOf(step),
    before: pathOf(neighbour(steps, step, -1)),
    after: step === steps.at(-1) ? SAVED : pathOf(neighbour(steps, step, 1)),
  };
}

function to(path: string, { href }: FormContext): FormOutcome {
  return { kind: 'done', redirect: href(path) };
}

/** Only the owner edits a resume, so the conflict comes from another window. */
export function resumeConflict({ at }: FormConflictFactsFragment, call: FormContext): FormOutcome {
  return conflictAnswer({ at, by: call.t('resume-form.otherWindow') }, call);
}

function outcomeOf<Data>(
  answer: GraphqlResult<Data>,
  resultOf: (data: Data) => ResumeResultFactsFragment,
  notice: string,
  call: FormContext,
): FormOutcome {
  if (!answer.ok) return failed(answer.failure, call);
  const { conflict, errors } = resultOf(answer.data);
  if (conflict) return resumeConflict(conflict, call);
  if (errors.length > 0) return again(errors.map(({ message }) => ({ field: null, message })));
  return { kind: 'done', redirect: call.href(`${OWN_RESUME_PATH}?notice=${notice}`) };
}
