import type { DestinationReport } from '#contract/measurement/relay-report.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/column';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { errorOf } from '../account-form';
import { FormIdentity } from '../../../components/ui/forms/form-identity';
import styles from './administration.module.css';

interface RelayTrialsProps {
  destinations: readonly DestinationReport[];
  validate: PageForm;
  test: PageForm;
}

/** Sends a test event without a user, which neither service counts, to check the configuration. */
export function RelayTrials({ destinations, validate, test }: RelayTrialsProps) {
  const { t } = usePage();
  const isSetUp = (name: string): boolean => destinations.some((each) => each.name === name && each.target);
  if (!isSetUp('measurement') && !isSetUp('conversion')) return null;
  const labels = { testCode: t('admin.measurement.testCode') };
  return (
    <Panel id="trials" title={t('admin.measurement.trials')}>
      {isSetUp('measurement') && (
        <Column as="form" method="post" action={validate.action} gap={3} id="validate">
          <FormErrors errors={validate.errors} labels={{}} address={validate.action} />
          <FormIdentity form={validate} />
          <p className={styles.soft}>{t('admin.measurement.validateHelp')}</p>
          <Button kind="secondary">{t('admin.measurement.validate')}</Button>
        </Column>
      )}
      {isSetUp('conversion') && (
        <Column as="form" method="post" action={test.action} noValidate gap={3} id="test">
          <FormErrors errors={test.errors} labels={labels} address={test.action} />
          <FormIdentity form={test} />
          <FormField
            name="testCode"
            label={labels.testCode}
            help={t('admin.measurement.testCodeHelp')}
            required
            maxLength={30}
            defaultValue={test.values.testCode}
            error={errorOf(test, 'testCode')}
          />
          <Button kind="secondary">{t('admin.measurement.test')}</Button>
        </Column>
      )}
    </Panel>
  );
}
