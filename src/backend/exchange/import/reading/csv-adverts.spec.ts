import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { CsvRecords, type CsvRecord } from './csv-adverts.js';

function readAll(text: string, piece = text.length || 1): CsvRecord[] {
  const records = new CsvRecords(',');
  const found: CsvRecord[] = [];
  for (let at = 0; at < text.length; at += piece) found.push(...records.push(text.slice(at, at + piece)));
  return [...found, ...records.end()];
}

const fieldsOf = (text: string, piece?: number) => readAll(text, piece).map(({ fields }) => fields);

describe('CSV records', () => {
  it.each([
    [
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    ['"a,1","b\nc","d""e"\n', [['a,1', 'b\nc', 'd"e']]],
    ['"say "hi" to",x\n', [['say "hi" to', 'x']]],
    ['5" pipe,x\n', [['5" pipe', 'x']]],
    [',,\n', [['', '', '']]],
    ['', []],
  ])('%j', (text, fields) => {
    for (const piece of [1, 2, 3, 100]) expect(fieldsOf(text, piece)).toEqual(fields);
  });

  it('reads the CSV variants of other programs, in chunks of any size', () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', '\r\n', ' ', ';', '😀'), maxLength: 8 });
    const table = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, piece) => {
        const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect(fieldsOf(text, piece)).toEqual(rows);
        expect(parse(text, { record_delimiter: '\n' })).toEqual(rows);
      }),
    );
  });

  it('loses only the row whose quotation mark is never closed', () => {
    const records = readAll('a,b\n1,"open\n2,two\n3,three\n');
    expect(records.map(({ fields, line }) => [line, fields])).toEqual([
      [1, ['a', 'b']],
      [2, undefined],
      [3, ['2', 'two']],
      [4, ['3', 'three']],
    ]);
  });

  it('refuses a file that was truncated inside a field', () => {
    expect(() => readAll('a,b\n1,"half a fie')).toThrow(/cut off/);
  });

  it('accepts a field of a million characters, but not a line of many millions', () => {
    expect(fieldsOf(`"${'x'.repeat(1_000_000)}",b\n`)[0]?.[0]).toHaveLength(1_000_000);
    expect(() => readAll('x'.repeat(5_000_000), 100_000)).toThrow(/line of more than/);
  });
});
