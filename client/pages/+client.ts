import '../styles/index.css';
import { startPage } from '../lib/behaviours';
import { behaviours } from './behaviours';

// Pages are rendered on the server alone, so their styles come into the one style sheet by name and not by their scripts.
import.meta.glob('../{components,features,pages}/**/*.module.css', { eager: true });

startPage(behaviours);
