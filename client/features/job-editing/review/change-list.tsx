import type { EditedJobQuery } from '#contract/generated/operations.js';
import { usePage } from '../../../lib/page-context';
import { jobWords } from '../job-words';
import styles from '../manager.module.css';
import { shortened } from './shortened';
import { useValueWords } from './value-words';

type Change = NonNullable<EditedJobQuery['editedJob']>['changes'][number];

/** Effects of a change on each changed field: the old value beside the new one, with the different words marked. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t, locale } = usePage();
  const words = jobWords(t, locale);
  return (
    <section className={styles.changes} aria-labelledby="job-changes" data-job-changes>
      <h2 id="job-changes">{t('job-wizard.changes.title')}</h2>
      {changes.map((change) => (
        <div key={change.field} data-changed={change.field}>
          <h3>{words.field(change.field)}</h3>
          {change.parts.length > 0 && change.parts.every((part) => part.change === 'same') && (
            <p>{t('job-wizard.changes.onlyFormatting')}</p>
          )}
          <dl className={styles.versions}>
            {(['before', 'after'] as const).map((version) => (
              <div key={version}>
                <dt>{t(`job-wizard.changes.${version}`)}</dt>
                <dd>
                  <Version change={change} version={version} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

function Version({ change, version }: { change: Change; version: 'before' | 'after' }) {
  const { t } = usePage();
  const wordsOf = useValueWords();
  const values = change[version];
  if (values.length === 0) return t('job-wizard.changes.empty');
  if (change.parts.length === 0) return wordsOf(change.field, values);
  const other = version === 'before' ? 'added' : 'removed';
  const Mark = version === 'before' ? 'del' : 'ins';
  return shortened(change.parts)
    .filter((part) => part.change !== other)
    .map(({ text, change: kind }, index) => (kind === 'same' ? text : <Mark key={index}>{text}</Mark>));
}
