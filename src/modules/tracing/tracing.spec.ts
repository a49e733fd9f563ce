import { summaryOf, withoutValues } from './tracing.js';

describe('SQL in traces', () => {
  it.each([
    [`select * from job where state = 'it''s secret' and id = $1`, 'select * from job where state = ? and id = $1'],
    ['select 1', 'select ?'],
    ['select  t1.x\n from t1 limit 20 offset 2.5', 'select t1.x from t1 limit ? offset ?'],
  ])('[OPS-03] %s has no values', (text, expected) => {
    expect(withoutValues(text)).toBe(expected);
  });

  it.each([
    ['/* keep plan */ select id from "job" where true', 'select job'],
    ['insert into mail (site) values ($1)', 'insert mail'],
    ['begin', 'begin'],
    ['', 'statement'],
  ])('[OPS-03] %s is named', (text, expected) => {
    expect(summaryOf(text)).toBe(expected);
  });
});
