import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/column';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { FormIdentity } from '../../../components/ui/forms/form-identity';

/** Withdraws an application; a question prevents doing so by mistake. */
export function WithdrawForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <Panel id="withdraw" title={t('applications.withdraw.title')}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <details open={form.errors.length > 0}>
        <summary>{t('applications.withdraw.open')}</summary>
        <Column as="form" method="post" action={form.action} gap={4}>
          <FormIdentity form={form} />
          <p>{t('applications.withdraw.text')}</p>
          <div>
            <Button kind="danger">{t('applications.withdraw.submit')}</Button>
          </div>
        </Column>
      </details>
    </Panel>
  );
}
