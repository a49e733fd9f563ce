import { editResumePath, OWN_RESUME_PATH } from '#contract/pages/paths.js';
import { FormStep, StepList } from '../../../components/defined-form/form-step';
import { OwnPage } from '../../../components/layouts/own-page';
import { resumeWords } from '../../../features/resumes/editing/resume-form';
import { usePage } from '../../../lib/page-context';
import type { EditorData } from './+load.server';

export function Page({ data }: { data: EditorData }) {
  const { t, href } = usePage();
  const { step, steps, edited, form, fields, values, terms } = data;
  const words = resumeWords(t);
  return (
    <OwnPage
      narrow
      title={t('resume-form.title')}
      intro={
        <p>
          {t('resume-form.intro')} <a href={href(OWN_RESUME_PATH)}>{t('resume-form.toResume')}</a>
        </p>
      }
    >
      <StepList steps={steps} current={step} nameOf={words.step} pathOf={editResumePath} />
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
        picture={edited.picture?.url}
      />
    </OwnPage>
  );
}
