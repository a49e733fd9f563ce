import { Button } from '../../components/ui/button';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { Panel } from '../../components/ui/panel';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { Hidden } from './alert-settings';
import styles from './alerts.module.css';

/** Says that mails may come: what merely follows the link does not say it. */
export function ConfirmForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <Panel id="confirm" title={t('alerts.confirm.title')}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <form method="post" action={form.action} className={styles.form}>
        <Hidden form={form} />
        <p>{t('alerts.confirm.text')}</p>
        <div>
          <Button>{t('alerts.confirm.submit')}</Button>
        </div>
      </form>
    </Panel>
  );
}
