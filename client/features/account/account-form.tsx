import type { ComponentProps, ReactNode } from 'react';
import type { AccountFormName } from '#contract/accounts/account-forms.js';
import { CHECKED_RULE_VALUES, CHECKED_RULES } from '#contract/accounts/account-rules.js';
import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import styles from './account.module.css';

/** A form that is sent to the address of its page, with scripts and without. */
export function AccountForm({
  name,
  form,
  labels,
  submit,
  busy,
  disabled,
  kind,
  children,
}: {
  name: AccountFormName;
  form: PageForm;
  labels: Readonly<Record<string, string>>;
  /** Label of the button. */
  submit: string;
  /** Text while the form is being sent. */
  busy: string;
  disabled?: boolean;
  /** Style of the button. */
  kind?: ComponentProps<typeof Button>['kind'];
  children?: ReactNode;
}) {
  const { t, href } = usePage();
  const messages = Object.fromEntries(
    CHECKED_RULES.map((rule) => [rule, t(`rules.account.${rule}`, CHECKED_RULE_VALUES[rule])]),
  );
  const texts = { messages, labels, failed: t('form.failed'), session: t('account.login.sessionFailed') };
  return (
    <Column gap={5} data-account-form>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column
        as="form"
        method="post"
        action={form.action}
        gap={5}
        data-form={name}
        data-texts={JSON.stringify(texts)}
        data-home={href(DASHBOARD_PATH)}
      >
        <FormIdentity form={form} />
        {children && <Column gap={4}>{children}</Column>}
        <Column gap={3}>
          <Button wide kind={kind} disabled={disabled}>
            {submit}
          </Button>
        </Column>
      </Column>
      <p className={styles.busy} role="status" tabIndex={-1} data-form-busy={busy} />
    </Column>
  );
}

/** The first error of a field. */
export function errorOf(form: PageForm, field: string): string | undefined {
  return form.errors.find((error) => error.field === field)?.message;
}
