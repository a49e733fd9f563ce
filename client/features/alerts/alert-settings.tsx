import type { AlertFragment } from '#contract/generated/operations.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/column';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { Panel } from '../../components/ui/containers/panel';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { AlertFacts } from './alert-facts';
import { FrequencyField } from './frequency-field';
import { FormIdentity } from '../../components/ui/forms/form-identity';

/** Frequency of an alert, and the form that ends it: for logged-in users, and for holders of the link from a mail. */
export function AlertSettings({ alert, change, end }: { alert: AlertFragment; change: PageForm; end: PageForm }) {
  const { t, href } = usePage();
  const wanted = Number(change.values.everySeconds) || alert.everySeconds;
  return (
    <>
      <Panel
        id="change"
        title={alert.summary || t(`alerts.everything.${alert.kind}`)}
        aside={<a href={href(alert.url.path)}>{t('alerts.show')}</a>}
      >
        <AlertFacts alert={alert} />
        <FormErrors errors={change.errors} labels={{}} address={change.action} />
        <Column as="form" method="post" action={change.action} gap={4}>
          <FormIdentity form={change} />
          <FrequencyField kind={alert.kind} value={wanted} />
          <div>
            <Button kind="secondary">{t('alerts.save')}</Button>
          </div>
        </Column>
      </Panel>
      <EndForm form={end} />
    </>
  );
}

/** Ends the alert immediately. */
function EndForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <Panel id="end" title={t('alerts.end.title')}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4}>
        <FormIdentity form={form} />
        <p>{t('alerts.end.text')}</p>
        <div>
          <Button kind="danger">{t('alerts.end.submit')}</Button>
        </div>
      </Column>
    </Panel>
  );
}

/** Hidden fields that every form of these pages sends. */
/** Confirms the alert by a form, because following a link alone is no confirmation. */
export function ConfirmForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <Panel id="confirm" title={t('alerts.confirm.title')}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4}>
        <FormIdentity form={form} />
        <p>{t('alerts.confirm.text')}</p>
        <div>
          <Button>{t('alerts.confirm.submit')}</Button>
        </div>
      </Column>
    </Panel>
  );
}
