import fc from 'fast-check';
import { findDay, findPeriod } from './period.js';

const PERIODS: readonly [text: string, from: string, until?: string][] = [
  ['03/2019 – present', '2019-03'],
  ['03/2019 - 12/2021', '2019-03', '2021-12'],
  ['März 2019 bis heute', '2019-03'],
  ['mars 2019 à aujourd’hui', '2019-03'],
  ['depuis septembre 2020', '2020-09'],
  ['seit 04/2021', '2021-04'],
  ['Since May 2018', '2018-05'],
  ['2015-2018', '2015', '2018'],
  ['2015–18', '2015', '2018'],
  ['2015/16', '2015', '2016'],
  ['Jan. 2010 — Sept. 2012', '2010-01', '2012-09'],
  ['from March 2019 to June 2020', '2019-03', '2020-06'],
  ['March – June 2019', '2019-03', '2019-06'],
  ['03-06/2019', '2019-03', '2019-06'],
  ['01.03.2019 – 31.12.2019', '2019-03', '2019-12'],
  ['03/19 - 06/21', '2019-03', '2021-06'],
  ['11/98–6/2003', '1998-11', '2003-06'],
  ['03/19 – heute', '2019-03'],
  ['seit 04/21', '2021-04'],
  ['von 03/19 bis 06/21', '2019-03', '2021-06'],
  ['03/05/2019 - 06/30/2021', '2019-03', '2021-06'],
  ['01/15/2018 - 02/01/2019', '2018-01', '2019-02'],
  ['01/15/2018 – present', '2018-01'],
  ['03/05/2019 - 07/06/2019', '2019-05', '2019-06'],
  ['2019-03 – 2020-05', '2019-03', '2020-05'],
  ['de janvier 2016 à février 2018', '2016-01', '2018-02'],
  ['Août 2014 – Déc. 2015', '2014-08', '2015-12'],
  ['von Oktober 2008 bis Juli 2011', '2008-10', '2011-07'],
  ['2019 - aktuell', '2019'],
  ['June 2020 -', '2020-06'],
  ['2019-09 – 2019', '2019-09', '2019'],
  ['2018', '2018', '2018'],
  ['Janvier 2019', '2019-01', '2019-01'],
];

describe('periods in lines', () => {
  it.each(PERIODS.map(([text, from, until]) => [text, from, until] as const))('[APP-03] %s', (text, from, until) => {
    expect(findPeriod(text)).toEqual({ period: until === undefined ? { from } : { from, until }, rest: '', at: 0 });
  });

  it('[APP-03] leave the rest of the line', () => {
    expect(findPeriod('Social worker, Hope House (2019 – present)')?.rest).toBe('Social worker, Hope House');
    expect(findPeriod('03/2019 – heute\tSozialarbeiterin')?.rest).toBe('Sozialarbeiterin');
    expect(findPeriod('Cook since May 2018')).toMatchObject({ rest: 'Cook', at: 5 });
  });

  it.each([
    ...['', 'Room 2001b', 'Tel. 030 1990 4711', '13/2019 – 15/2020 x', '2020 – 2018 and back', 'm2019'],
    ...['2019-09 – 2019-03', '13/19 – 15/20', '31/31/2019 – 12/30/2020'],
  ])('[APP-03] are not found where there is none: %s', (text) => {
    const found = findPeriod(text);
    // A single year is possible, but never an invalid month, nor an end before the start.
    if (found?.period.until) expect(found.period.until >= found.period.from).toBe(true);
    expect(found?.period.from ?? '').not.toMatch(/-(?:13|15)$/);
  });

  it('[APP-03] have no years of two digits, except in ranges of months', () => {
    for (const text of ['03/19', '13/19 – 06/21', '06/21 – 03/19', '03/19-06/21-9', '030/12 – 04/15', 'bis 03/19'])
      expect({ text, found: findPeriod(text) }).toEqual({ text, found: undefined });
  });

  it('[APP-03] days', () => {
    const days = [
      '12.03.1990',
      '12 March 1990',
      '12. März 1990',
      '1er mars 1990',
      'March 12, 1990',
      '1990-03-12',
      '31.02.1990',
    ];
    expect(days.map(findDay)).toEqual([
      ...['1990-03-12', '1990-03-12', '1990-03-12', '1990-03-01', '1990-03-12', '1990-03-12', undefined],
    ]);
  });

  it('[APP-03] accepts any line, and returns only ISO 8601', () => {
    const piece = fc.constantFrom(
      '2019',
      '03/',
      ' – ',
      'März ',
      ' bis ',
      'heute',
      '-',
      '20',
      "aujourd'hui",
      'é',
      '\t',
      '12.',
    );
    const line = fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(line, (text) => {
        const found = findPeriod(text);
        if (!found) return;
        const { from, until } = found.period;
        for (const date of until === undefined ? [from] : [from, until])
          expect(date).toMatch(/^(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2]))?$/);
      }),
      { numRuns: 2000, seed: 17 },
    );
  });
});
