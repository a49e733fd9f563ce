import type { JobFormStep, JobType } from '../../../src/contract/job-form/job-form.js';
import { CSRF_FIELD } from '../../../src/contract/sent-form.js';
import { Button } from '../../components/ui/button';
import { FormErrors } from '../../components/ui/form-errors';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { JobField } from './job-field';
import styles from './job-form.module.css';
import { type FormFieldDefinition, type FormTerms, groupsOf } from './job-form-view';

export interface WizardStepProps {
  form: PageForm;
  step: JobFormStep;
  type: JobType;
  /** Of a job that is not kept yet. */
  fresh?: { key: string; organization: string };
  version: number;
  /** That it is saved and closed to. */
  list: string;
  fields: readonly FormFieldDefinition[];
  values: Readonly<Record<string, readonly string[]>>;
  terms: FormTerms;
}

/** One step of a job's form. Sent as it is, with scripts and without; scripts save it as one types (`data-job-form`). */
export function WizardStep({ form, step, type, fresh, version, list, fields, values, terms }: WizardStepProps) {
  const { t } = usePage();
  const groups = groupsOf(fields, step);
  const shown = groups.flatMap((group) => group.fields);
  const labels = Object.fromEntries(shown.map(({ name }) => [name, t(`job-wizard.field.${name}`)]));
  const hasFile = shown.some((field) => field.type === 'file');
  const fieldOf = (field: FormFieldDefinition) => (
    <JobField
      key={field.name}
      field={field}
      values={values[field.name] ?? []}
      error={form.errors.find((error) => error.field === field.name)?.message}
      terms={terms}
    />
  );
  return (
    <div className={styles.form}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <form
        method="post"
        action={form.action}
        encType={hasFile ? 'multipart/form-data' : undefined}
        className={styles.card}
        noValidate
        data-job-form={step}
        data-script="job"
        data-texts={JSON.stringify({
          saving: t('job-wizard.saving'),
          saved: t('job-wizard.saved'),
          waiting: t('job-wizard.waiting'),
          restored: t('job-wizard.restored'),
          failed: t('job-wizard.notSaved'),
        })}
      >
        <h2>{t(`job-wizard.step.${step}`)}</h2>
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="type" value={type} />
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="fields" value={shown.map(({ name }) => name).join(' ')} />
        {fresh && (
          <>
            <input type="hidden" name="key" value={fresh.key} />
            <input type="hidden" name="organization" value={fresh.organization} />
          </>
        )}
        <div className={styles.fields}>
          {groups.map((group) =>
            group.name ? (
              <fieldset key={group.name} className={styles.group}>
                <legend>{t(`job-wizard.group.${group.name}`)}</legend>
                <div className={styles.together}>{group.fields.map(fieldOf)}</div>
              </fieldset>
            ) : (
              fieldOf(group.fields[0]!)
            ),
          )}
        </div>
        <p className={styles.saved} role="status" data-job-saved />
        <div className={styles.actions}>
          {/* What the Enter key does comes first. */}
          <Button name="go" value="next">
            {t('job-wizard.next')}
          </Button>
          {step !== 'job' && (
            <Button kind="secondary" name="go" value="back">
              {t('job-wizard.back')}
            </Button>
          )}
          <Button kind="quiet" name="go" value="save">
            {t('job-wizard.saveAndClose')}
          </Button>
        </div>
      </form>
    </div>
  );
}
