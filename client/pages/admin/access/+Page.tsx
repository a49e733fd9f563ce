import { ACCESS_MINUTES } from '#contract/accounts/account-roles.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Panel } from '../../../components/ui/containers/panel';
import { FormField } from '../../../components/ui/forms/form-field';
import { AccountForm, errorOf } from '../../../features/account/account-form';
import { usePage } from '../../../lib/page-context';
import type { AccessData } from './+load.server';

/** Asks an administrator for the reason to see private data of others, before it is shown. */
export function Page({ data: { kind, name, form } }: { data: AccessData }) {
  const { t } = usePage();
  const labels = { reason: t('admin.access.reason') };
  return (
    <OwnPage
      title={t('admin.access.title')}
      intro={<p>{t('admin.access.intro', { minutes: ACCESS_MINUTES })}</p>}
      narrow
    >
      <Panel id="access" title={t(`admin.access.${kind}`, { name: name || t('resume.untitled') })}>
        <AccountForm
          name="access"
          form={form}
          labels={labels}
          submit={t('admin.access.open')}
          busy={t('dashboard.settings.busy')}
        >
          <FormField
            name="reason"
            label={labels.reason}
            help={t('admin.access.reasonHelp')}
            required
            maxLength={500}
            defaultValue={form.values.reason}
            error={errorOf(form, 'reason')}
          />
        </AccountForm>
      </Panel>
    </OwnPage>
  );
}
