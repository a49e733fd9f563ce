import type { DestinationReport } from '#contract/measurement/relay-report.js';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import styles from './administration.module.css';

/** The configuration of each relay, and the results of its events. */
export function RelaySummary({ destinations }: { destinations: readonly DestinationReport[] }) {
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
