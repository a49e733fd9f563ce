import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import {
  DescribeJobFromFileDocument,
  DiscardJobDraftDocument,
  MoveJobDocument,
  SaveJobDraftDocument,
} from '#contract/generated/operations.js';
import { CHECKED_BUTTONS } from '#contract/defined-form/defined-form.js';
import { movedUp, sentNames, sentValues } from '#contract/defined-form/sent-values.js';
import { ALL_JOB_FIELDS } from '#contract/job-form/job-fields.js';
import { JOB_FORM_STEPS, JOB_TYPES, type JobFormStep } from '#contract/job-form/job-form.js';
import { JOB_MANAGER_PATH, JOB_REVIEW_PATH, JOB_WIZARD_PATH } from '#contract/pages/paths.js';
import {
  FormRegistry,
  FormsModule,
  conflictAnswer,
  type FormAction,
  type FormContext,
  type FormOutcome,
} from '../forms/index.js';
import { again, failed } from '../account/index.js';
import { definedFormFiles, isFileRule, neighbour } from '../defined-form/index.js';
import {
  managerForm,
  reviewForm,
  reviewedJobForm,
  reviewReasonsForm,
  siteJobsForm,
  moveNotice,
} from './job-step-forms.js';

/** Prefix of the value of a button that moves an entry up; the name of the entry follows. */
const UP = 'up:';

/** Actions of the buttons in the last step. */
const MOVES = ['publish', 'schedule', 'submit', 'update', 'withdraw', 'approve'] as const;

/**
 * REC-01: each step of a job's form is sent and saved separately, valid or not; the page then shows the errors. A script that saves
 * automatically (`go` is `autosave`) gets the URL of the step, which contains the new version.
 */
const wizardForm: FormAction = {
  paths: [JOB_WIZARD_PATH],
  fields: [
    ...['go', 'version', 'key', 'type', 'organization', 'fields', 'list'].map((name) => ({ name })),
    ...sentNames(ALL_JOB_FIELDS),
  ],
  files: definedFormFiles,
  async handle(values, call) {
    const step = JOB_FORM_STEPS.find((known) => known === call.query.get('step')) ?? JOB_FORM_STEPS[0];
    const go = values.go ?? '';
    const id = call.query.get('job');
    if (id && go === 'discard') return discard(id, values, call);
    const move = MOVES.find((known) => known === go);
    if (id && move) return moved(id, move, values, call);
    return saved(id, step, go, values, call);
  },
};

/** Page forms with which people manage the jobs of their organizations. */
@Module({ imports: [FormsModule] })
export class JobEditingModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [wizardForm, managerForm, reviewForm, reviewedJobForm, reviewReasonsForm, siteJobsForm])
      this.forms.add(action);
  }
}

async function saved(
  id: string | null,
  step: JobFormStep,
  go: string,
  values: Readonly<Record<string, string>>,
  call: FormContext,
): Promise<FormOutcome> {
  const names = (values.fields ?? '').split(' ');
  const sent = sentValues(
    ALL_JOB_FIELDS.filter(({ name }) => names.includes(name)),
    go.startsWith(UP) ? movedUp(values, go.slice(UP.length)) : values,
  );
  const checked = CHECKED_BUTTONS.job.includes(go);
  const answer = await call.graphql(SaveJobDraftDocument, {
    input: {
      id,
      key: values.key || null,
      type: JOB_TYPES.find((type) => type === values.type) ?? null,
      organizationId: values.organization || null,
      version: Number(values.version) || 0,
      fields: Object.entries(sent).map(([name, each]) => ({ name, values: [...each] })),
      step: checked ? step : null,
      owner: call.owner,
    },
  });
  if (!answer.ok) return failed(answer.failure, call);
  const { id: saved, version, conflict, errors } = answer.data.saveJobDraft;
  if (conflict) return conflictAnswer(conflict, call);
  if (saved == null) return again(errors);
  const to = (next: JobFormStep, more = '') => call.href(`${JOB_WIZARD_PATH}?job=${saved}&step=${next}${more}`);
  if (errors.some(({ rule }) => isFileRule(rule))) return again(errors);
  if (go === 'describe') return described({ id: saved, version: version ?? 0 }, to(step), call);
  if (go === 'autosave') return { kind: 'done', redirect: to(step, `&version=${version}`) };
  if (go === 'more' || go.startsWith(UP)) return { kind: 'done', redirect: to(step, '#form') };
  if (go === 'save') return listed(values, { notice: 'saved' }, call);
  if (go === 'back') return { kind: 'done', redirect: to(neighbour(JOB_FORM_STEPS, step, -1)) };
  return {
    kind: 'done',
    redirect: errors.length > 0 ? to(step, '&error=check') : to(neighbour(JOB_FORM_STEPS, step, 1)),
  };
}

/** Proposes a description extracted from the file of the job. @param address URL of the step, which then shows the proposed description */
async function described(
  draft: { id: string; version: number },
  address: string,
  call: FormContext,
): Promise<FormOutcome> {
  const answer = await call.graphql(DescribeJobFromFileDocument, draft);
  if (!answer.ok) return failed(answer.failure, call);
  const { conflict, errors } = answer.data.describeJobFromFile;
  if (conflict) return conflictAnswer(conflict, call);
  if (errors.length > 0) return again(errors);
  return { kind: 'done', redirect: `${address}&notice=described#field-description` };
}

async function moved(
  id: string,
  step: (typeof MOVES)[number],
  values: Readonly<Record<string, string>>,
  call: FormContext,
): Promise<FormOutcome> {
  const version = Number(values.version) || 0;
  const answer = await call.graphql(MoveJobDocument, {
    input: { id, step, version, reason: null, closing: null, closingChoice: null },
  });
  if (!answer.ok) return failed(answer.failure, call);
  const { job, conflict, errors } = answer.data.moveJob;
  if (conflict) return conflictAnswer(conflict, call);
  if (errors.length > 0) return again(errors);
  return listed(values, { state: job?.state ?? '', notice: moveNotice(step, job) }, call);
}

async function discard(id: string, values: Readonly<Record<string, string>>, call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(DiscardJobDraftDocument, { id, version: Number(values.version) || 0 });
  if (!answer.ok) return failed(answer.failure, call);
  const { conflict, errors } = answer.data.discardJobDraft;
  if (conflict) return conflictAnswer(conflict, call);
  if (errors.length > 0) return again(errors);
  return listed(values, { notice: 'discard' }, call);
}

/** Returns to the list that the visitor came from: reviewers of other people's jobs have no list of their own. */
function listed(
  { list }: Readonly<Record<string, string>>,
  { state, notice }: { state?: string; notice: string },
  { href }: FormContext,
): FormOutcome {
  if (list === 'review') return { kind: 'done', redirect: href(`${JOB_REVIEW_PATH}?notice=${notice}`) };
  const query = new URLSearchParams({ ...(state ? { state } : {}), notice });
  return { kind: 'done', redirect: href(`${JOB_MANAGER_PATH}?${query.toString()}`) };
}
