import fc from 'fast-check';
import { MultipartError, readMultipart, hasFiles, writeMultipart, UploadedFile } from './multipart.js';

const TYPE = 'multipart/form-data; boundary=B';
const OPERATIONS = { query: '{ upload }', variables: { file: null, note: '— ü' } };

const part = (disposition: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
const operations = part('name="operations"', JSON.stringify(OPERATIONS));
const map = (value: object) => part('name="map"', JSON.stringify(value));
const file = (name: string) => part(`name="${name}"; filename="a.txt"`, 'content');

const read = (body: string, type = TYPE) => readMultipart(Buffer.from(body), type);
const statusOf = (body: string, type?: string) =>
  read(body, type).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof MultipartError) return error.status;
      throw error;
    },
  );

describe('readMultipart', () => {
  it('reads operations, map and files', async () => {
    await expect(read(`${operations}${map({})}--B--`)).resolves.toEqual({ operations: OPERATIONS, files: 0 });
    const withFile = `${operations}${map({ 0: ['variables.file'] })}${file('0')}--B--\r\n`;
    const placed = { ...OPERATIONS, variables: { ...OPERATIONS.variables, file: expect.any(UploadedFile) as object } };
    const { operations: found, files } = await read(withFile);
    expect({ found, files }).toEqual({ found: placed, files: 1 });
    const { file: sent } = (found as { variables: { file: UploadedFile } }).variables;
    expect([sent.name, Buffer.from(sent.bytes).toString()]).toEqual(['a.txt', 'content']);
  });

  it('[GQL-03] parses what `writeMultipart` creates', async () => {
    const [one, two] = [
      new UploadedFile('één.pdf', Buffer.from('1')),
      new UploadedFile('"2".png', Buffer.alloc(70_000)),
    ];
    const variables = { files: [one, two], input: { note: 'ü', nothing: null } };
    expect([hasFiles(variables), hasFiles({ files: [null], note: 'x' })]).toEqual([true, false]);
    const sent = new Response(writeMultipart({ operationName: 'A', query: 'mutation A { a }', variables }));
    const body = Buffer.from(await sent.arrayBuffer());
    const answer = await readMultipart(body, sent.headers.get('content-type')!);
    expect(answer).toMatchObject({
      files: 2,
      operations: { operationName: 'A', variables: { input: variables.input } },
    });
    const { files } = (answer.operations as { variables: { files: UploadedFile[] } }).variables;
    expect(files.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['één.pdf', 1],
      [expect.stringContaining('2'), 70_000],
    ]);
  });

  it('does not treat a field as a file, whatever its type', async () => {
    const field =
      '--B\r\nContent-Disposition: form-data; name="0"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n';
    expect(await statusOf(`${operations}${map({ 0: ['variables.file'] })}${field}--B--`)).toBe(400);
  });

  it('accepts at most ten files', async () => {
    const files = (count: number) => Array.from({ length: count }, (_value, index) => file(String(index))).join('');
    expect(await statusOf(`${operations}${map({})}${files(10)}--B--`)).toBe(200);
    expect(await statusOf(`${operations}${map({})}${files(11)}--B--`)).toBe(413);
  });

  it('rejects parts without a name, and content types without a boundary', async () => {
    const body = `${operations}${map({})}`;
    expect(await statusOf(`${body}${part('filename="a.txt"', 'x')}--B--`)).toBe(400);
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=C'])
      expect({ type, status: await statusOf(`${body}--B--`, type) }).toEqual({ type, status: 400 });
  });

  it('rejects bodies truncated at any position', async () => {
    const body = `${operations}${map({ 0: ['variables.file'] })}${file('0')}--B--`;
    for (let length = 0; length < body.length; length++)
      expect({ length, status: await statusOf(body.slice(0, length)) }).toEqual({ length, status: 400 });
  });

  it('throws no unexpected error for any body', async () => {
    const line = fc.constantFrom('\r\n', '--B', '--B--', '--', operations, map({}), file('0'), 'Content-Disposition: ');
    const body = fc.array(fc.oneof(line, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(body, async (sent) => expect([200, 400, 413]).toContain(await statusOf(sent))),
      { numRuns: 500, seed: 417 },
    );
  });
});
