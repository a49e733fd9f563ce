import { listFilter, listQueryText, readListQuery } from './list-query.js';

describe('the query of a list of applications', () => {
  it.each(['', '?search=Ann+B%C3%A9ll', '?state=in_review', '?search=x&state=new&tag=Night+shift&sorting=rating'])(
    '[REC-05] %j is the same after parsing and writing',
    (text) => {
      expect(listQueryText(readListQuery(new URLSearchParams(text)))).toBe(text);
    },
  );

  it('[REC-05] ignores unknown values', () => {
    const query = readListQuery(new URLSearchParams(`state=x&sorting=salary&search=${'y'.repeat(300)}`));
    expect(listFilter(query)).toEqual({
      text: 'y'.repeat(100),
      state: null,
      tag: null,
      meetsCriteria: null,
      sort: 'newest',
    });
  });
});
