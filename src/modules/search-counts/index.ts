export { SearchCounter } from './search-counter.js';
export { SearchCountsModule } from './search-counts.module.js';
