import { Fragment } from 'react';
import { Column } from '../../../components/ui/containers/column';
import { formatPlace } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { periodText } from './period-text';
import styles from './resume-view.module.css';

interface Entry {
  id: string;
  title: string;
  /** The place of the entry. */
  place: string | null;
  terms: readonly ({ label: string } | null)[];
  location: { countryCode: string; administrativeArea: string | null; locality: string | null } | null;
  timePeriod: { from: string; until: string | null } | null;
  summary: string | null;
}

/** Biographical entries, the latest first. */
export function Entries({ entries, lang }: { entries: readonly Entry[]; lang: string | undefined }) {
  const { t, locale, site } = usePage();
  return (
    <Column as="ol" gap={5} className={styles.entries}>
      {entries.map(({ id, title, place, terms, location, timePeriod, summary }) => {
        const where = location ? formatPlace(location, locale, site.countries) : null;
        const kinds = terms.flatMap((term) => term?.label ?? []);
        const lines = (summary ?? '').split('\n').filter((line) => line.trim() !== '');
        return (
          <li key={id}>
            <p className={styles.time}>{timePeriod ? periodText(timePeriod, locale, t) : t('resume.timeUnsaid')}</p>
            <div>
              <h3 lang={lang}>{title}</h3>
              {(place ?? where) && (
                <p>
                  {[place, where].filter(Boolean).map((part, index) => (
                    <Fragment key={part}>
                      {index > 0 && ', '}
                      {part}
                    </Fragment>
                  ))}
                </p>
              )}
              {kinds.length > 0 && <p className={styles.kinds}>{kinds.join(' · ')}</p>}
              {lines.length === 1 && <p lang={lang}>{lines[0]}</p>}
              {lines.length > 1 && (
                <ul lang={lang} className={styles.lines}>
                  {lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </Column>
  );
}
