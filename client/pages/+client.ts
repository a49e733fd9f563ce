import '../styles/index.css';
import { startSaveButtons } from '../features/jobs/saved/save-buttons';
import { startIslands } from '../lib/islands/start-islands';
import { islands } from './islands';

// Pages are rendered on the server alone, so their styles come into the one style sheet by name and not by their scripts.
import.meta.glob('../{components,features,pages}/**/*.module.css', { eager: true });

startIslands(islands);
startSaveButtons();
