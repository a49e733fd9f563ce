import { EditedResumeDocument, type EditedResumeQuery } from '#contract/generated/operations.js';
import { type FieldValues, sharedField } from '#contract/defined-form/defined-form.js';
import type { ResumeFormName, ResumeFormStep } from '#contract/resume-form/resume-form.js';
import type { Translate } from '#shared/text/translator.js';
import { stepForm, loadForm } from '../../../components/defined-form/form-values';
import type { FormFieldDefinition, FormTerms, FormWords } from '../../../components/defined-form/form-view';
import { NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, failedPage, type PageData } from '../../../lib/page-data';
import type { PageForm } from '../../../lib/page-form';
import type { ViewerRequest } from '../../../lib/viewer-page';

const HELPED = [
  ...['picture', 'phone', 'birthday', 'homeLocation', 'about', 'title', 'desiredOccupation', 'desiredLocation'],
  ...[
    'desiredSalary',
    'availabilityPeriods',
    'education',
    'workExperience',
    'from',
    'until',
    'languagesFree',
    'skillsFree',
  ],
];

/** Fields that contain a single group of fields instead of several entries. */
const GROUPS = ['homeLocation', 'desiredLocation', 'desiredSalary'];

/** The fields about the person who fills in the form, which their browser can fill in. */
const OWN_DETAILS: Readonly<Record<string, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  phone: 'tel',
  birthday: 'bday',
  'homeLocation.1.countryCode': 'country',
  'homeLocation.1.administrativeArea': 'address-level1',
  'homeLocation.1.locality': 'address-level2',
  'homeLocation.1.zip': 'postal-code',
  'homeLocation.1.addressLine1': 'address-line1',
  'homeLocation.1.addressLine2': 'address-line2',
};

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

/** The texts of a resume's form. */
export function resumeWords(t: Translate): FormWords {
  const field = (name: string): string => sharedField(name, t) ?? t(`resume-form.field.${name}`);
  return {
    field,
    help: (name) => (HELPED.includes(name) ? t(`resume-form.help.${name}`) : undefined),
    choice: (name, choice) => (name === 'currencyCode' ? choice : t(`resume-form.choice.${name}.${choice}`)),
    group: (name) => t(`resume-form.group.${name}`),
    step: (name) => t(`resume-form.step.${name}`),
    entry: (name, number) =>
      GROUPS.includes(name) ? field(name) : t(`resume-form.entry.${name}`, { number: String(number) }),
    addEntry: (name) => t(`resume-form.add.${name}`),
    conditional: ['countryCode', 'currencyCode', 'salaryUnit', 'from'],
    autocomplete: OWN_DETAILS,
  };
}
