import type { EditedJobQuery } from '../../../src/contract/generated/operations.js';
import type { JobFormStep } from '../../../src/contract/job-form/job-form.js';
import { CSRF_FIELD } from '../../../src/contract/sent-form.js';
import styles from '../../components/defined-form/defined-form.module.css';
import { Alert } from '../../components/ui/alert';
import { Button, ButtonLink } from '../../components/ui/button';
import { FormErrors } from '../../components/ui/form-errors';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { jobWords } from './job-words';
import { wizardPath } from './wizard-path';

type Edited = NonNullable<EditedJobQuery['editedJob']>;

const MOVES = ['publish', 'schedule', 'submit', 'update', 'approve'] as const;

interface WizardActionsProps {
  edited: Edited;
  form: PageForm;
  /** That one comes to when it is done. */
  list: string;
  /** Its date is to come. */
  isAhead: boolean;
}

/** What is left to do before a job can be shown to everybody, and the buttons that do it. */
export function WizardActions({ edited, form, list, isAhead }: WizardActionsProps) {
  const { t, href } = usePage();
  const { job, errors, version } = edited;
  const words = jobWords(t);
  const missing = errors.filter(({ field, step }) => field != null && step != null);
  // A date to come is for scheduling, and for nothing else.
  const moves = MOVES.filter((move) => job.steps.includes(move) && move !== (isAhead ? 'publish' : 'schedule'));
  const discard = t(job.isDiscardable ? 'job-wizard.move.discardDraft' : 'job-wizard.move.discardChanges');
  return (
    <div className={styles.form}>
      <FormErrors
        errors={form.errors.map(({ message }) => ({ field: null, message }))}
        labels={{}}
        address={form.action}
      />
      {job.sentBackReason && (
        <Alert kind="warn">
          <p>{t('job-wizard.sentBack')}</p>
          <p>{job.sentBackReason}</p>
        </Alert>
      )}
      {missing.length > 0 && (
        <Alert kind="warn">
          <p>{t('job-wizard.missing')}</p>
          <ul className={styles.missing}>
            {missing.map(({ field, step, message }) => (
              <li key={field}>
                <a href={`${href(wizardPath(job.id, step as JobFormStep))}#field-${field}`}>
                  {words.field(field!)}: {message}
                </a>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <form method="post" action={form.action} data-job-moves>
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="list" value={list} />
        <div className={styles.actions}>
          {missing.length === 0 &&
            moves.map((move) => (
              <Button key={move} name="go" value={move}>
                {t(`job-wizard.move.${move}`)}
              </Button>
            ))}
          <ButtonLink kind="secondary" href={href(wizardPath(job.id, 'application'))}>
            {t('defined-form.back')}
          </ButtonLink>
        </div>
        {(job.isDiscardable || job.hasChanges) && (
          <details className={styles.discard}>
            <summary>{discard}</summary>
            <p>{t('job-wizard.discardSure')}</p>
            <Button kind="secondary" name="go" value="discard">
              {discard}
            </Button>
          </details>
        )}
      </form>
    </div>
  );
}
