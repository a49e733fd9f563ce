import { Button } from '../../components/ui/buttons/button';
import { usePage } from '../../lib/page-context';
import styles from '../../components/defined-form/defined-form.module.css';

/**
 * The button that inserts the text of a job's file as the description. It saves the step, so it works without scripts.
 */
export function FileDescription() {
  const { t } = usePage();
  return (
    <div>
      <Button kind="secondary" name="go" value="describe">
        {t('job-wizard.fromFile.button')}
      </Button>
    </div>
  );
}

/** Help below a job's file: why its description matters. */
export function FileDescriptionHelp() {
  const { t } = usePage();
  return <p className={styles.help}>{t('job-wizard.fromFile.help', { button: t('job-wizard.fromFile.button') })}</p>;
}
