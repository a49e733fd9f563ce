/** A job kept on this device. */
export interface SavedJob {
  id: string;
  title: string;
  path: string;
}

const KEY = 'saved-jobs';
const AT_MOST = 100;
/** Said on the window whenever the list has changed, in this tab or another. */
export const SAVED_JOBS_CHANGED = 'saved-jobs-changed';

/** The kept jobs, the latest first; none where the browser keeps nothing. */
export function readSavedJobs(): SavedJob[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isSavedJob) : [];
  } catch {
    return [];
  }
}

/** Keeps a job, or lets go of one that was kept. @returns whether it is kept now */
export function toggleSavedJob(job: SavedJob): boolean {
  const others = readSavedJobs().filter(({ id }) => id !== job.id);
  const known = readSavedJobs().length > others.length;
  write(known ? others : [job, ...others].slice(0, AT_MOST));
  return !known;
}

function write(jobs: SavedJob[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(jobs));
  } catch {
    // A full or forbidden storage keeps nothing; the buttons show it.
  }
  dispatchEvent(new Event(SAVED_JOBS_CHANGED));
}

function isSavedJob(value: unknown): value is SavedJob {
  const { id, title, path } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof title === 'string' && typeof path === 'string' && path.startsWith('/');
}
