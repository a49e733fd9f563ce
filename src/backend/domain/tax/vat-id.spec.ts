import { hasVatIds, readVatId } from './check-vat-id.js';

describe('VAT ids', () => {
  it.each([
    ['DE136695976', 'DE', 'DE136695976'],
    ['de 136 695 976', 'DE', 'DE136695976'],
    ['136695976', 'DE', 'DE136695976'],
    ['EL094259216', 'GR', 'EL094259216'],
    ['GR 094259216', 'GR', 'EL094259216'],
    ['094259216', 'GR', 'EL094259216'],
    ['GB110305878', 'GB', 'GB110305878'],
    ['XI110305878', 'GB', 'XI110305878'],
    ['110305878', 'GB', 'GB110305878'],
    ['FR40303265045', 'FR', 'FR40303265045'],
    ['FR40303265045', 'MC', 'FR40303265045'],
    ['ATU13585627', 'AT', 'ATU13585627'],
    ['IE3628739UA', 'IE', 'IE3628739UA'],
    ['ESB58378431', 'ES', 'ESB58378431'],
    ['NL.1234.56782.B90', 'NL', 'NL123456782B90'],
  ])('[REC-08] %s of a buyer in %s is read as %s', (typed, country, id) => {
    const read = readVatId(typed, country);
    expect(read).toEqual({ ok: true, vatId: { id, prefix: id.slice(0, 2), number: id.slice(2) } });
  });

  it.each([
    ['DE136695977', 'DE', 'format'],
    ['DE13669597', 'DE', 'format'],
    ['XI123456789', 'GB', 'format'],
    ['DE136695976', 'FR', 'country'],
    ['XI110305878', 'IE', 'country'],
    ['<script>', 'DE', 'format'],
    ['=1+1', 'DE', 'format'],
    ['9'.repeat(10_000), 'DE', 'format'],
    ['DE', 'DE', 'format'],
  ])('[REC-08] %.20s of a buyer in %s is refused', (typed, country, fault) => {
    expect(readVatId(typed, country)).toEqual({ ok: false, fault });
  });

  it('[REC-08] are requested where they affect a tax', () => {
    expect(['DE', 'GR', 'GB', 'MC', 'CH', 'CA', 'US'].filter(hasVatIds)).toEqual(['DE', 'GR', 'GB', 'MC']);
  });
});
