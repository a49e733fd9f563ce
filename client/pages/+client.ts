import '../styles/index.css';
import { showSaveButtons, startSaveButtons } from '../features/jobs/saved/save-buttons';
import { startIslands } from '../lib/islands/start-islands';
import { startPrefetching } from '../lib/soft/prefetch-pages';
import { islands } from './islands';

// Pages are rendered on the server alone, so their styles come into the one style sheet by name and not by their scripts.
import.meta.glob('../{components,features,pages}/**/*.module.css', { eager: true });

startIslands(islands);
startSaveButtons();
startPrefetching();
if (document.getElementById('job-search')) {
  void import('../features/jobs/browser/start-search-page').then(({ startSearchPage }) => {
    startSearchPage(() => {
      startIslands(islands);
      showSaveButtons();
    });
  });
}
