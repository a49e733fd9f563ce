import { parse } from 'csv-parse/sync';
import { BYTE_ORDER_MARK, csvLine } from './csv-line.js';

it('[REC-08] a parsed CSV line equals the original, without formulas that a spreadsheet would run', () => {
  const cells = ['plain', 'a "quoted", text', 'two\r\nlines', ' spaces ', 'Größe', '', -5, 12];
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1'];
  const text = BYTE_ORDER_MARK + csvLine(cells) + csvLine(formulas);
  const read = parse(text, { bom: true, relaxColumnCount: true });
  expect(read[0]).toEqual(cells.map(String));
  expect(read[1]).toEqual(formulas.map((formula) => `'${formula}`));
});
