import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCatalogues } from './catalogues.js';

describe('readCatalogues', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'catalogues-'));
    mkdirSync(join(folder, 'en'));
    mkdirSync(join(folder, 'en-GB'));
    writeFileSync(join(folder, 'en/home.json'), '{"title":"Home","more":{"deep":"Deep"}}');
    writeFileSync(join(folder, 'en/mail.json'), '{"greeting":"Hello,"}');
    writeFileSync(join(folder, 'en/rules.json'), '{"account":{"required":"Field is required"}}');
    writeFileSync(join(folder, 'en-GB/home.json'), '{"title":"Home page"}');
    writeFileSync(join(folder, 'README.md'), 'no catalogue');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('[I18N-01] gives pages no text that only the backend uses', () => {
    expect(readCatalogues('pages', folder)).toEqual({
      en: { home: { title: 'Home', more: { deep: 'Deep' } }, rules: { account: { required: 'Field is required' } } },
      'en-GB': { home: { title: 'Home page' } },
    });
  });

  it('[I18N-01] gives the backend its own texts, and those shared with pages', () => {
    expect(readCatalogues('backend', folder)).toEqual({
      en: { mail: { greeting: 'Hello,' }, rules: { account: { required: 'Field is required' } } },
      'en-GB': {},
    });
  });

  it('throws if there are none', () => {
    expect(() => readCatalogues('pages', join(folder, 'missing'))).toThrow('missing');
  });
});
