import type { ApplicationState } from '#contract/generated/operations.js';
import { CSRF_FIELD, FORM_FIELD } from '#contract/applications/sent-form.js';
import { Button } from '../../../components/ui/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Panel } from '../../../components/ui/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../applications.module.css';
import { StateTag } from '../state-tag';

/** Where an application is, and a button for each place where it may go. */
export function MoveForm({
  form,
  state,
  nextStates,
}: {
  form: PageForm;
  state: ApplicationState;
  nextStates: readonly ApplicationState[];
}) {
  const { t } = usePage();
  return (
    <Panel id="move" title={t('applications.move.title')} aside={<StateTag state={state} side="employer" />}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      {nextStates.length === 0 && <p className={styles.soft}>{t('applications.move.none')}</p>}
      {nextStates.length > 0 && (
        <form method="post" action={form.action} className={styles.form}>
          <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
          <input type="hidden" name={FORM_FIELD} value={form.part} />
          <div className={styles.steps}>
            {nextStates.map((next) => (
              <Button key={next} name="state" value={next} kind={next === 'declined' ? 'quiet' : 'secondary'}>
                {t(`applications.move.${next}`)}
              </Button>
            ))}
          </div>
          {nextStates.includes('declined') && <p className={styles.soft}>{t('applications.move.declinedHelp')}</p>}
        </form>
      )}
    </Panel>
  );
}
