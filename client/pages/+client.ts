import '../styles/index.css';
import { startIslands } from '../lib/islands/start-islands';
import { islands } from './islands';

startIslands(islands);
