import { markApplied } from '../features/applications/browser/mark-applied';
import { lazyOnUse } from '../lib/behaviours';

const startAddition = lazyOnUse(() => import('../lib/forms/start-file-forms'), 'startAdditionForm');

/**
 * Starts the behaviours for logged-in users. They are a single behaviour, so that the first script of every page does
 * not grow with each; each part is loaded only by pages with an element for it.
 */
export function startForMembers(notice: HTMLElement, until: AbortSignal): void {
  markApplied(notice, until);
  const addition = find('[data-addition-form]');
  if (addition) startAddition(addition, until);
  const board = find('[data-board]');
  if (board)
    void import('../features/applications/browser/start-board').then(({ startBoard }) => {
      if (!until.aborted) startBoard(board, until);
    });
  const unsent = document.querySelectorAll<HTMLFormElement>('form[data-unsent]');
  const arrived = find('[data-text-arrived]');
  if (unsent.length > 0 || arrived)
    void import('../features/applications/browser/start-unsent-text').then(({ startTextArrived, startUnsentText }) => {
      // First, so that the form stays empty.
      if (arrived) startTextArrived(arrived);
      if (!until.aborted) for (const form of unsent) startUnsentText(form, until);
    });
  if (find('[data-own-time], [data-zone-choice]'))
    void import('../features/applications/interview/own-zone').then(({ chooseOwnZone, showOwnTime }) => {
      for (const time of document.querySelectorAll<HTMLElement>('[data-own-time]')) showOwnTime(time);
      for (const select of document.querySelectorAll<HTMLSelectElement>('[data-zone-choice]')) chooseOwnZone(select);
    });
  const queue = find('[data-review-keys]');
  const reasons = find('[data-saved-reasons]');
  if (queue || reasons)
    void import('../features/job-editing/review/start-review-keys').then(({ startReviewKeys, startSavedReasons }) => {
      if (until.aborted) return;
      if (queue) startReviewKeys(queue, until);
      if (reasons) startSavedReasons(reasons);
    });
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}
