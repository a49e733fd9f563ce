import { resumeWizardPath } from '#contract/pages/paths.js';
import { FormStep, StepList } from '../../../../components/defined-form/form-step';
import { OwnPage } from '../../../../components/layouts/own-page';
import { resumeWords } from '../../../../features/resumes/editing/resume-form';
import { usePage } from '../../../../lib/page-context';
import type { WizardData } from './+load.server';

export function Page({ data }: { data: WizardData }) {
  const { t } = usePage();
  const { step, steps, edited, form, fields, values, terms } = data;
  const words = resumeWords(t);
  return (
    <OwnPage narrow title={t('resume-form.wizardTitle')} intro={<p>{t('resume-form.wizardIntro')}</p>}>
      <StepList steps={steps} current={step} nameOf={words.step} pathOf={resumeWizardPath} />
      <FormStep
        entity="resume"
        form={form}
        step={step}
        isFirst={step === steps[0]}
        fields={fields}
        values={values}
        terms={terms}
        words={words}
        version={edited.version}
        hidden={{}}
      />
    </OwnPage>
  );
}
