import { readSavedJobs, type SavedJob, toggleSavedJob } from './saved-jobs';

/** Opens and closes the dialog with the kept jobs. */
export function startSavedJobsDialog(): void {
  const dialog = savedJobsDialog();
  if (!dialog) return;
  document.addEventListener('click', (event) => {
    const part = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-saved]') : null;
    if (part?.dataset.saved === 'open') dialog.showModal();
    if (part?.dataset.saved === 'close') dialog.close();
  });
}

/** Writes how many jobs are kept, and which. */
export function showSavedJobs(): void {
  const jobs = readSavedJobs();
  const count = document.querySelector('[data-saved="count"]');
  if (count) count.textContent = jobs.length ? String(jobs.length) : '';
  const dialog = savedJobsDialog();
  const list = dialog?.querySelector('ul');
  const template = dialog?.querySelector('template');
  if (!dialog || !list || !template) return;
  list.replaceChildren(...jobs.map((job) => listItem(template, job)));
  dialog.querySelector('p')!.hidden = jobs.length > 0;
}

function savedJobsDialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('dialog#saved-jobs');
}

function listItem(template: HTMLTemplateElement, job: SavedJob): Node {
  const item = template.content.cloneNode(true) as DocumentFragment;
  const link = document.createElement('a');
  link.href = job.path;
  link.textContent = job.title;
  const remove = item.querySelector('button')!;
  remove.before(link);
  remove.ariaLabel = (remove.ariaLabel ?? '').replace('{title}', () => job.title);
  remove.addEventListener('click', () => toggleSavedJob(job));
  return item;
}
