import { createSearchCodes } from '../codes/search-codes.js';
import { MemorySearchEngine } from './memory.search-engine.js';

it('is a search engine', () => {
  expect(MemorySearchEngine.prototype).toHaveProperty('search');
  expect(createSearchCodes).toBeInstanceOf(Function);
});
