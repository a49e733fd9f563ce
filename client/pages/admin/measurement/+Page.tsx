import type { DestinationReport, RecentEvent } from '#contract/measurement/relay-report.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { formatTime } from '../../../lib/format';
import type { PageForm } from '../../../lib/page-form';
import { errorOf } from '../../../features/account/account-form';
import styles from '../../../features/account/administration/administration.module.css';
import type { MeasurementData } from './+load.server';

/** The configuration of event relays, the latest events, and a test. */
export function Page({ data: { report, validate, test, notice } }: { data: MeasurementData }) {
  const { t } = usePage();
  return (
    <OwnPage title={t('admin.measurement.title')} intro={<p>{t('admin.measurement.intro')}</p>}>
      {notice && (
        <Alert kind="good" passing>
          <p role="status">{t(`admin.measurement.notices.${notice}`)}</p>
        </Alert>
      )}
      <RelaySummary destinations={report.destinations} />
      <RelayTrials destinations={report.destinations} validate={validate} test={test} />
      <Panel id="recent" title={t('admin.measurement.recent')}>
        <RecentEvents events={report.recent} />
      </Panel>
    </OwnPage>
  );
}

interface RelayTrialsProps {
  destinations: readonly DestinationReport[];
  validate: PageForm;
  test: PageForm;
}

/** The configuration of each relay, and the results of its events. */
function RelaySummary({ destinations }: { destinations: readonly DestinationReport[] }) {
  const { t, locale } = usePage();
  const number = new Intl.NumberFormat(locale);
  return (
    <>
      {destinations.map(({ name, isOn, target, circuit, queued, counts }) => (
        <Panel key={name} id={name} title={t(`admin.measurement.destinations.${name}`)}>
          <dl className={styles.details} data-relay={name}>
            <div>
              <dt>{t('admin.measurement.state')}</dt>
              <dd data-relay-state={target && isOn ? circuit : 'off'}>
                {t(`admin.measurement.states.${target ? (isOn ? circuit : 'off') : 'not-set-up'}`)}
              </dd>
            </div>
            {target && (
              <div>
                <dt>{t('admin.measurement.target')}</dt>
                <dd>{target}</dd>
              </div>
            )}
            <div>
              <dt>{t('admin.measurement.queued')}</dt>
              <dd data-outcome="queued">{number.format(queued)}</dd>
            </div>
            {counts.map(({ outcome, count }) => (
              <div key={outcome}>
                <dt>{t(`admin.measurement.outcomes.${outcome}`)}</dt>
                <dd data-outcome={outcome}>{number.format(count)}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      ))}
    </>
  );
}

/** Sends a test event without a user, which neither service counts, to check the configuration. */
function RelayTrials({ destinations, validate, test }: RelayTrialsProps) {
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

/** Events that were sent, and the responses to them. */
function RecentEvents({ events }: { events: readonly RecentEvent[] }) {
  const { t, locale, site } = usePage();
  if (events.length === 0) return <p className={styles.soft}>{t('admin.measurement.none')}</p>;
  return (
    <ol className={styles.events}>
      {events.map(({ at, destination, name, body, outcome, answer }, index) => (
        <li key={index} data-sent={name}>
          <p>
            <strong>{name}</strong>
            <time dateTime={at}>{formatTime(at, locale, site.timeZone)}</time>
          </p>
          <p className={styles.soft}>
            {t(`admin.measurement.destinations.${destination}`)} · {t(`admin.measurement.sent.${outcome}`)}
            {answer && ` · ${answer}`}
          </p>
          <details>
            <summary>{t('admin.measurement.body')}</summary>
            <pre className={styles.body}>{body}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}
