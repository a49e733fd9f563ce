import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { Column } from '../../../components/ui/containers/container';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { DangerAlert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { errorOf } from '../../../features/account/account-form';
import { AccountFrame } from '../../../features/account/account-page';
import { ConsentForm } from '../../../features/account/consents/consent-form';
import { usePage } from '../../../lib/page-context';
import type { ConsentPageData } from './+load.server';

export function Page({ data: { form, mail, state } }: { data: ConsentPageData }) {
  const { t, href } = usePage();
  if (state.kind === 'failed')
    return (
      <AccountFrame title={t('account.consent.promptTitle')}>
        <DangerAlert address={form.action}>
          <p>{t('account.consent.failed')}</p>
        </DangerAlert>
      </AccountFrame>
    );
  if (state.kind !== 'shown')
    return (
      <AccountFrame title={t('account.consent.promptTitle')} intro={t(`account.consent.state.${state.kind}`)}>
        <ButtonLink href={href(DASHBOARD_PATH)}>{t('account.login.goOn')}</ButtonLink>
      </AccountFrame>
    );
  return (
    <AccountFrame title={t('account.consent.promptTitle')} intro={t('account.consent.promptIntro')}>
      <Column gap={5}>
        <FormErrors errors={form.errors} labels={{ agreed: t('account.consent.label') }} address={form.action} />
        <ConsentForm
          text={state.text}
          mail={mail}
          action={form.action}
          csrf={form.csrf}
          error={errorOf(form, 'agreed')}
        />
      </Column>
    </AccountFrame>
  );
}
