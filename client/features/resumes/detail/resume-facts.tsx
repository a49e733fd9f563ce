import type { ResumeDetailsFragment } from '#contract/generated/operations.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { formatDay, formatPay, formatPlace } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { periodText } from './period-text';
import styles from './resume-view.module.css';

/** What somebody looks for, as far as they have said it. */
export function ResumeFacts({ preferences }: { preferences: ResumeDetailsFragment['jobPreferences'] }) {
  const { t, locale, site, now } = usePage();
  const { desiredOccupation, employmentType, desiredLocation, desiredSalary, availableStart } = preferences;
  const { availabilityPeriods } = preferences;
  const isAvailable = availableStart !== null && availableStart <= dayIn(site.timeZone, now);
  const facts: [name: string, text: string | null][] = [
    ['occupation', desiredOccupation.map(({ label }) => label).join(', ')],
    ['place', desiredLocation && formatPlace(desiredLocation, locale, site.countries)],
    ['type', employmentType.map(({ label }) => label).join(', ')],
    ['salary', desiredSalary && formatPay(desiredSalary, locale, site.currencyPosition, t)],
    ['start', availableStart && (isAvailable ? t('resume.atOnce') : formatDay(availableStart, locale))],
    ['periods', availabilityPeriods.map((period) => periodText(period, locale, t)).join('; ')],
  ];
  if (!facts.some(([, text]) => text)) return null;
  return (
    <dl className={styles.facts} aria-label={t('resume.group.preferences')}>
      {facts.map(([name, text]) =>
        text ? (
          <div key={name} className={styles[name]}>
            <dt>{t(`resume.fact.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
