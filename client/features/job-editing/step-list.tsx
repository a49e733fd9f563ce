import { JOB_FORM_STEPS, type JobFormStep } from '../../../src/contract/job-form/job-form.js';
import { usePage } from '../../lib/page-context';
import styles from './job-form.module.css';
import { wizardPath } from './wizard-path';

/** Where one is, and what is left. Steps of a job that is not kept yet lead nowhere. */
export function StepList({ current, jobId }: { current: JobFormStep; jobId: string | undefined }) {
  const { t, href } = usePage();
  return (
    <nav aria-label={t('job-wizard.steps')}>
      <ol className={styles.steps}>
        {JOB_FORM_STEPS.map((step) => {
          const name = t(`job-wizard.step.${step}`);
          return (
            <li key={step}>
              {step === current || jobId === undefined ? (
                <span aria-current={step === current ? 'step' : undefined}>{name}</span>
              ) : (
                <a href={href(wizardPath(jobId, step))}>{name}</a>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
