import { Readable } from 'node:stream';
import { UploadMemory } from '../../common/request-body.js';
import { readMultipartForm } from './read-form.js';

const LIMITS = { most: 2, mostBytes: 1000, maxTotalBytes: 2000 };
const TOKEN = ['token', 'right'] as const;

type Part = readonly [name: string, value: string, fileName?: string];

function sent(parts: readonly Part[]): [Readable, { 'content-type': string }] {
  const body = parts
    .map(
      ([name, value, file]) =>
        `--B\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n${value}\r\n`,
    )
    .join('');
  return [Readable.from([Buffer.from(`${body}--B--\r\n`)]), { 'content-type': 'multipart/form-data; boundary=B' }];
}

const mayHaveFiles = (body: Record<string, string | string[]>) => body.token === 'right';

async function read(parts: readonly Part[], receive?: Parameters<typeof readMultipartForm>[3]['receive']) {
  const answer = await readMultipartForm(...sent(parts), LIMITS, { mayHaveFiles, receive });
  if (!answer.ok) throw new Error(answer.violation);
  return answer.form;
}

describe('a form with files', () => {
  it('contains them after its token was verified', async () => {
    const form = await read([TOKEN, ['file', 'content', 'a.pdf'], ['name', 'Ann']]);
    expect(form.files.map(({ name }) => name)).toEqual(['a.pdf']);
    expect(form).toMatchObject({ filesRefused: false, body: { name: 'Ann' } });
  });

  it.each<[string, Part[]]>([
    ['has no token', [['file', 'content', 'a.pdf']]],
    [
      'has a wrong one',
      [
        ['token', 'wrong'],
        ['file', 'content', 'a.pdf'],
      ],
    ],
    ['has it after the first file', [['file', 'content', 'a.pdf'], TOKEN, ['other', 'content', 'b.pdf']]],
  ])('contains no files if it %s, but all typed values', async (_what, parts) => {
    const receive = () => Promise.reject(new Error('A file was looked at'));
    for (const form of [await read([...parts, ['name', 'Ann']]), await read([...parts, ['name', 'Ann']], receive)]) {
      expect(form).toMatchObject({ files: [], received: [], tooLarge: [], filesRefused: true });
      expect(form.body.name).toBe('Ann');
    }
  });

  it('ignores empty file fields', async () => {
    expect(
      await read([
        ['file', '', ''],
        ['name', 'Ann'],
      ]),
    ).toMatchObject({ filesRefused: false });
  });

  it('is refused while other uploads use up the memory of the process', async () => {
    const others = new UploadMemory();
    others.add(80_000_001);
    const parts = [TOKEN, ['file', 'content', 'a.pdf']] as const;
    expect(await readMultipartForm(...sent(parts), LIMITS, { mayHaveFiles })).toEqual({ ok: false, violation: 'busy' });
    others.release();
    expect((await read(parts)).files).toHaveLength(1);
    expect([others.bytes, UploadMemory.isFull]).toEqual([0, false]);
  });
});
