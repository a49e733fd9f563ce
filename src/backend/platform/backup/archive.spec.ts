import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { pack } from 'tar-stream';
import {
  tableParts,
  verifyArchive,
  ArchiveWriter,
  type EncryptionKey,
  ARCHIVE_FORMAT,
  type ArchiveHeader,
} from './archive.js';

const header: ArchiveHeader = {
  product: 'causeboard',
  format: ARCHIVE_FORMAT,
  release: '1.2.3',
  takenAt: '2026-11-25T12:00:00.000Z',
  migrations: ['0001-core'],
  postgresMajor: 18,
  site: null,
  tables: [
    { name: 'account', columns: ['id', 'email'] },
    { name: 'job', columns: ['id'] },
  ],
};
const accounts = Buffer.from('1\tanna@example.test\n2\tben@example.test\n');
// More than one part, with random content that cannot be compressed.
const jobs = [randomBytes(3_000_000), randomBytes(3_000_000), randomBytes(1000)];

async function write(key?: EncryptionKey): Promise<Buffer> {
  const output = new PassThrough();
  const written = buffer(output);
  const archive = await ArchiveWriter.open(header, output, key);
  await archive.addTable('account', Readable.from([accounts]));
  await archive.addTable('job', Readable.from(jobs));
  await archive.close({ sequences: [{ name: 'job_id_seq', value: '7', isCalled: true }] });
  return written;
}

const from = (bytes: Buffer) => () => Readable.from([bytes]);

/** Creates an archive without the writer, as an attacker could. */
async function tarOf(entries: [name: string, text: string | Buffer][]): Promise<Buffer> {
  const tar = pack();
  for (const [name, text] of entries) tar.entry({ name }, text as string);
  tar.finalize();
  return zstdCompressSync(await buffer(tar));
}

describe('an archive', () => {
  let archive: Buffer;

  beforeAll(async () => {
    archive = await write();
  });

  it('returns what was written, in parts', async () => {
    const read = await verifyArchive(from(archive), {});
    const lines = Buffer.concat(jobs).toString('latin1').split('\n').length - 1;
    expect(read.header).toEqual(header);
    expect(read.manifest).toMatchObject({ rows: { account: 2, job: lines }, sequences: [{ name: 'job_id_seq' }] });
    const parts: Record<string, Buffer[]> = {};
    for await (const { table, data } of tableParts(from(archive), {}, read.manifest)) (parts[table] ??= []).push(data);
    expect(Buffer.concat(parts.account!)).toEqual(accounts);
    expect(parts.job!.length).toBe(2);
    expect(Buffer.concat(parts.job!).equals(Buffer.concat(jobs))).toBe(true);
  });

  it('[OPS-05] is rejected if it is truncated at any point', async () => {
    for (const share of [0, 0.001, 0.3, 0.7, 0.99]) {
      const cut = archive.subarray(0, Math.floor(archive.length * share));
      await expect(verifyArchive(from(cut), {})).rejects.toThrow(/is not a backup|cut off/);
    }
  });

  it('[OPS-05] is rejected with the name of the entry if any bit has changed', async () => {
    for (const share of [0.05, 0.5, 0.9, 0.9999]) {
      const changed = Buffer.from(archive);
      const at = Math.floor(changed.length * share);
      changed[at] = changed[at]! ^ 1;
      await expect(verifyArchive(from(changed), {})).rejects.toThrow(/tables\/(account|job)\/0000\d|manifest\.json/);
    }
  });

  it('[OPS-05] is rejected if it has changed between the first and the second reading', async () => {
    const { manifest } = await verifyArchive(from(archive), {});
    const other = await tarOf([
      ['header.json', JSON.stringify(header)],
      ['tables/account/00001', accounts],
      ['tables/job/00001', 'another'],
    ]);
    const read: string[] = [];
    const reading = (async () => {
      for await (const { table } of tableParts(from(other), {}, manifest)) read.push(table);
    })();
    await expect(reading).rejects.toThrow('tables/job/00001 was changed while the backup was read');
    expect(read).toEqual(['account']);
  });

  it('[OPS-05] is rejected if an entry was replaced, added or removed', async () => {
    const head = JSON.stringify(header);
    const sums = async (entries: [string, string][]) => {
      const { createHash } = await import('node:crypto');
      const sum = ([name, text]: [string, string]): [string, string] => [
        name,
        createHash('sha256').update(text).digest('hex'),
      ];
      return JSON.stringify({ rows: {}, sequences: [], entries: Object.fromEntries(entries.map(sum)) });
    };
    const rows = 'tables/job/00001';
    const manifest = await sums([
      ['header.json', head],
      [rows, '1\n'],
    ]);
    const whole = await tarOf([
      ['header.json', head],
      [rows, '1\n'],
      ['manifest.json', manifest],
    ]);
    // The manifest states no rows, as releases did that read the number too early.
    expect((await verifyArchive(from(whole), {})).manifest.rows).toEqual({ account: 0, job: 1 });
    const wrong: [RegExp, [string, string][]][] = [
      [
        /tables\/job\/00001 has been changed/,
        [
          ['header.json', head],
          [rows, '2\n'],
          ['manifest.json', manifest],
        ],
      ],
      [
        /tables\/job\/00001 is missing/,
        [
          ['header.json', head],
          ['manifest.json', manifest],
        ],
      ],
      [
        /tables\/job\/00002 is not in manifest\.json/,
        [
          ['header.json', head],
          [rows, '1\n'],
          ['tables/job/00002', '2\n'],
          ['manifest.json', manifest],
        ],
      ],
      [
        /tables\/job\/00001 occurs twice/,
        [
          ['header.json', head],
          [rows, '1\n'],
          [rows, '1\n'],
          ['manifest.json', manifest],
        ],
      ],
      [
        /does not belong to any table/,
        [
          ['header.json', head],
          ['../../etc/passwd', 'x'],
          ['manifest.json', manifest],
        ],
      ],
      [
        /follows the end/,
        [
          ['header.json', head],
          [rows, '1\n'],
          ['manifest.json', manifest],
          ['tables/job/00002', '2\n'],
        ],
      ],
      [/not a backup/, [['readme.txt', 'hello']]],
      [/format 9/, [['header.json', JSON.stringify({ ...header, format: 9 })]]],
      [/header\.json: migrations/, [['header.json', JSON.stringify({ ...header, migrations: [] })]]],
    ];
    for (const [message, entries] of wrong)
      await expect(verifyArchive(from(await tarOf(entries)), {})).rejects.toThrow(message);
  });

  it('is rejected if it is another kind of file', async () => {
    for (const bytes of [Buffer.from('hello'), randomBytes(5000), Buffer.alloc(0)])
      await expect(verifyArchive(from(bytes), {})).rejects.toThrow(/is not a backup|cut off or damaged/);
  });

  it('[OPS-05] can be read only with the key that it was encrypted for', async () => {
    const secret = await write({ passphrase: 'correct horse battery' });
    expect(secret.includes('anna@example.test')).toBe(false);
    expect((await verifyArchive(from(secret), { passphrase: 'correct horse battery' })).header).toEqual(header);
    await expect(verifyArchive(from(secret), { passphrase: 'wrong' })).rejects.toThrow('cannot be decrypted');
    await expect(verifyArchive(from(secret), {})).rejects.toThrow('BACKUP_PASSPHRASE');
    const cut = secret.subarray(0, secret.length - 20);
    await expect(verifyArchive(from(cut), { passphrase: 'correct horse battery' })).rejects.toThrow(
      /cut off or damaged/,
    );
  });

  it('[OPS-05] can be encrypted by a machine that cannot read it', async () => {
    const identity = await generateX25519Identity();
    const secret = await write({ recipients: [await identityToRecipient(identity)] });
    expect((await verifyArchive(from(secret), { identities: [identity] })).header).toEqual(header);
    await expect(verifyArchive(from(secret), { identities: [await generateX25519Identity()] })).rejects.toThrow(
      'decrypted',
    );
    await expect(write({ recipients: ['age1nonsense'] })).rejects.toThrow('cannot be encrypted');
  });
});
