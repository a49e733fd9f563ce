import '../styles/index.css';
import { startPage } from '../lib/behaviours';
import { behaviours } from './behaviours';

// Pages are rendered only on the server, so their styles are included in the one style sheet by name and not through
// their scripts.
import.meta.glob('../{components,features,pages}/**/*.module.css', { eager: true });

startPage(behaviours);
