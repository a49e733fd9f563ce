import { readSavedJobs, SAVED_JOBS_CHANGED, type SavedJob, toggleSavedJob } from './saved-jobs';
import { showSavedJobs, startSavedJobsDialog } from './show-saved-jobs';

/** Makes every `data-save` button of the page work, those that come later included, and the list of what is kept. */
export function startSavedJobs(): void {
  startSavedJobsDialog();
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-save]') : null;
    const job = button && jobOf(button);
    if (job) toggleSavedJob(job);
  });
  const show = () => {
    showSavedJobs();
    for (const button of document.querySelectorAll<HTMLElement>('[data-save]')) showSaveButton(button);
  };
  addEventListener(SAVED_JOBS_CHANGED, show);
  addEventListener('storage', show);
  // A page that comes back as it was left may have missed a change.
  addEventListener('pageshow', ({ persisted }) => persisted && show());
  showSavedJobs();
}

/** Shows on a button whether its job is kept. */
export function showSaveButton(button: HTMLElement): void {
  button.setAttribute('aria-pressed', String(readSavedJobs().some(({ id }) => id === button.dataset.save)));
}

function jobOf(button: HTMLElement): SavedJob | undefined {
  const id = button.dataset.save;
  const link = button.closest('li')?.querySelector<HTMLAnchorElement>('a[data-job]');
  const title = link?.textContent ?? button.closest('article')?.querySelector('h1, h2')?.textContent;
  const path = link?.getAttribute('href') ?? button.dataset.path;
  return id && title && path ? { id, title, path } : undefined;
}
