import { MemoryIndex } from './memory-index.js';

it('begins empty', () => {
  expect(new MemoryIndex().documents).toBe(0);
});
