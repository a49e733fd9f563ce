export { SearchCounter } from './search-counts.module.js';
export { SearchCountsModule } from './search-counts.module.js';
