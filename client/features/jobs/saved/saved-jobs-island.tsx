import { useRef, useSyncExternalStore } from 'react';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { usePage } from '../../../lib/page-context';
import { readSavedJobs, SAVED_JOBS_CHANGED, type SavedJob, toggleSavedJob } from './saved-jobs';
import styles from './saved-jobs.module.css';

/** A button with the number of kept jobs, and their list in a dialog. */
export function SavedJobsIsland() {
  const { t } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const jobs = useSavedJobs();
  return (
    <div className={styles.saved}>
      <button type="button" className={styles.open} onClick={() => dialog.current?.showModal()}>
        <Icon name="bookmark" />
        <span>{t('island.saved.open')}</span>
        <b aria-hidden={jobs.length === 0}>{jobs.length > 0 ? jobs.length : ''}</b>
      </button>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="saved-title">
        <div className={styles.head}>
          <h2 id="saved-title">{t('island.saved.title')}</h2>
          <Button kind="quiet" type="button" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
            {t('island.saved.close')}
          </Button>
        </div>
        {jobs.length > 0 ? <SavedJobs jobs={jobs} /> : <p>{t('island.saved.none')}</p>}
        <p className={styles.small}>{t('island.saved.where')}</p>
      </dialog>
    </div>
  );
}

function SavedJobs({ jobs }: { jobs: readonly SavedJob[] }) {
  const { t } = usePage();
  return (
    <ul>
      {jobs.map((job) => (
        <li key={job.id}>
          <a href={job.path}>{job.title}</a>
          <button
            type="button"
            aria-label={t('island.saved.remove', { title: job.title })}
            onClick={() => toggleSavedJob(job)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

const NONE: SavedJob[] = [];
let known = { text: '', jobs: NONE };

function useSavedJobs(): SavedJob[] {
  return useSyncExternalStore(subscribe, snapshot, () => NONE);
}

function subscribe(changed: () => void): () => void {
  addEventListener(SAVED_JOBS_CHANGED, changed);
  addEventListener('storage', changed);
  return () => {
    removeEventListener(SAVED_JOBS_CHANGED, changed);
    removeEventListener('storage', changed);
  };
}

/** The same list object for as long as the list is the same. */
function snapshot(): SavedJob[] {
  const jobs = readSavedJobs();
  const text = JSON.stringify(jobs);
  if (text !== known.text) known = { text, jobs };
  return known.jobs;
}
