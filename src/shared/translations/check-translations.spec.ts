import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

type Tree = { [name: string]: string | Tree };

describe('the check of translations', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'translations-'));
    for (const path of ['catalogues', 'client', 'config', 'src']) cpSync(path, join(folder, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Checks the copy with the change, then reverts the change. */
  function problemsWith(file: string, change: (messages: Tree) => void): string[] {
    const path = join(folder, 'catalogues', file);
    const before = readFileSync(path, 'utf8');
    const messages = JSON.parse(before) as Tree;
    change(messages);
    writeFileSync(path, JSON.stringify(messages));
    try {
      const { stderr } = spawnSync(process.execPath, [resolve('scripts/checks/translations.mjs')], {
        cwd: folder,
        encoding: 'utf8',
      });
      return stderr.split('\n').filter(Boolean);
    } finally {
      writeFileSync(path, before);
    }
  }

  it('[I18N-02] finds nothing wrong with the catalogues', () => {
    expect(problemsWith('en/home.json', () => undefined)).toEqual([]);
  });

  it('[I18N-02] finds a key that is missing in one language, and a used key that is missing in all', () => {
    const without = (messages: Tree) => void delete messages.promise;
    expect(problemsWith('de/home.json', without)).toEqual(['de: "home.promise" is missing']);
    expect(problemsWith('en/home.json', without)).toContain('en: "home.promise" is used and missing');
  });

  it('[I18N-02] finds a key that no code uses', () => {
    const problems = problemsWith('en/home.json', (messages) => (messages.leftOver = 'Left over'));
    expect(problems).toContain('en: "home.leftOver" is not used');
  });

  it('[I18N-02] finds a text that lost a placeholder', () => {
    expect(
      problemsWith('fr/jobs.json', (messages) => {
        const [name] =
          Object.entries(messages).find(
            ([key, text]) => typeof text === 'string' && text.includes('{') && !/_(one|many|other)$/.test(key),
          ) ?? [];
        messages[name!] = 'Sans nombre';
      }),
    ).toEqual([expect.stringContaining('has other placeholders than the English text')]);
  });

  it('[I18N-02] finds an American word in a text that British readers see', () => {
    const saying = 'has a word that is not used there';
    const british = problemsWith('en-GB/home.json', (messages) => (messages.promise = 'For your organization'));
    expect(british).toEqual([`en-GB: "home.promise" ${saying}`]);
    const american = problemsWith('en/home.json', (messages) => (messages.promise = 'Resumes for {organization}'));
    expect(american).toContain(`en-GB: "home.promise" ${saying}`);
  });

  it.each([
    ['Attention\u202f: lisez', 'has the wrong one of the two spaces that do not break at a mark'],
    ['Attention\u00a0!', 'has the wrong one of the two spaces that do not break at a mark'],
    ['Attention : lisez', 'has a space before a mark that can break'],
  ])('[I18N-02] finds the wrong space before a mark in French: %j', (text, saying) => {
    const problems = problemsWith('fr/home.json', (messages) => (messages.promise = text));
    expect(problems).toEqual([`fr: "home.promise" ${saying}`]);
  });
});
