import { Island } from '../../../lib/islands/island';
import { SavedJobsIsland } from './saved-jobs-island';

/** The jobs kept on this device, at hand on every page. */
export function SavedJobsButton() {
  return <Island name="saved-jobs" when="idle" component={SavedJobsIsland} props={{}} />;
}
