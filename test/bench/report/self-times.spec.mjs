import { selfTimes } from './self-times.mjs';

const frame = (functionName, url, lineNumber = 0) => ({ callFrame: { functionName, url, lineNumber } });
const profile = {
  startTime: 1000,
  nodes: [
    { id: 1, ...frame('(idle)', '') },
    { id: 2, ...frame('render', 'file:///app/node_modules/react-dom/cjs/server.js', 9), children: [5] },
    { id: 3, ...frame('(garbage collector)', '') },
    { id: 4, ...frame('', 'file:///app/build/server/src/backend/search/index-search.js') },
    { id: 5, ...frame('slice', '') },
  ],
  samples: [2, 1, 2, 3, 4, 5, 2],
  timeDeltas: [10, 10, 30, 20, 5, 2, 10],
};

describe('self times of a profile', () => {
  it('are summed by function and by package within the window, without idle time', () => {
    const { functions, packages, busyUs } = selfTimes(profile, { from: 1015, to: 1080 });
    expect(busyUs).toBe(57);
    expect(packages).toEqual([
      { name: 'react-dom', us: 32 },
      { name: '(garbage collector)', us: 20 },
      { name: 'server/src/backend/search', us: 5 },
    ]);
    expect(functions).toContainEqual({
      name: 'slice  called by render  node_modules/react-dom/cjs/server.js:10',
      us: 2,
    });
    expect(functions[0]).toEqual({ name: 'render  node_modules/react-dom/cjs/server.js:10', us: 30 });
  });
});
