import { EditedResumeDocument, type EditedResumeQuery } from '#contract/generated/operations.js';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import type { ResumeFormName, ResumeFormStep } from '#contract/resume-form/resume-form.js';
import { stepForm, loadForm } from '../../../components/defined-form/form-values';
import type { FormFieldDefinition, FormTerms } from '../../../components/defined-form/form-view';
import { NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, failedPage, type PageData } from '../../../lib/page-data';
import type { PageForm } from '../../../lib/page-form';
import type { ViewerRequest } from '../../../lib/viewer-page';

/** A step of the form for the user's own resume. */
export interface ResumeStepData<Step extends ResumeFormStep = ResumeFormStep> extends PageData {
  form: PageForm;
  step: Step;
  /** Steps that have fields on this site. */
  steps: readonly Step[];
  edited: EditedResumeQuery['editedResume'];
  fields: readonly FormFieldDefinition[];
  values: FieldValues;
  terms: FormTerms;
}

/** @param wanted undefined, or a step without fields on this site, selects the first step */
export async function loadResumeStep<Step extends ResumeFormStep>(
  request: ViewerRequest,
  { form, all, wanted }: { form: ResumeFormName; all: readonly Step[]; wanted: string | null | undefined },
): Promise<Omit<ResumeStepData<Step>, 'head'> | Pick<PageData, 'failure'>> {
  const step = all.find((known) => known === wanted) ?? all[0]!;
  const [loaded, answer] = await Promise.all([
    loadForm(request, { entity: 'resume', bundle: form, step }),
    request.graphql(EditedResumeDocument, {}),
  ]);
  if (!loaded.ok) return failedPage(request, loaded.failure);
  if (!answer.ok) return failedPage(request, answer.failure);
  const edited = answer.data.editedResume;
  const fields = loaded.fields.filter(({ isHidden }) => !isHidden);
  const steps = all.filter((each) => fields.some((field) => field.step === each));
  if (!steps.includes(step)) return absentPage(request, NO_SUCH_PAGE);
  return {
    ...stepForm(request, { fields, step, stored: edited }),
    step,
    steps,
    edited,
    fields,
    terms: loaded.terms,
  };
}
