import '../styles/index.css';
import { startSaveButtons } from '../features/jobs/saved/save-buttons';
import { startIslands } from '../lib/islands/start-islands';
import { islands } from './islands';

startIslands(islands);
startSaveButtons();
