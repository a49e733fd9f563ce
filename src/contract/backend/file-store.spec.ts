import { parseFilesUrl } from './file-store.js';

describe('FILES_URL', () => {
  it.each([
    ['s3://files', 'https://files.s3.us-east-1.amazonaws.com', ''],
    ['s3://files/jobs?region=eu-central-1', 'https://files.s3.eu-central-1.amazonaws.com/jobs', 'jobs/'],
    ['s3://files/jobs/eu/?endpoint=http://minio:9000', 'http://minio:9000/files/jobs/eu', 'jobs/eu/'],
    ['s3://files?endpoint=https://s3.example.org&pathStyle=off', 'https://files.s3.example.org', ''],
  ])('[OPS-04] %s: objects are below %s', (url, base, prefix) => {
    expect(parseFilesUrl(url)).toMatchObject({ base, prefix });
  });

  it.each([
    ['https://s3.example.org/files', 'names a bucket'],
    ['s3://', 'names a bucket'],
    ['s3://UP_PER', 'names a bucket'],
    ['s3://files:9000', 'names a bucket'],
    ['s3://id:secret@files', 'holds no keys'],
    ['s3://files/a b', 'prefix of letters'],
    ['s3://files?endpoint=s3.example.org', 'has an endpoint'],
    ['s3://files?endpoint=https://s3.example.org/path', 'has an endpoint'],
    ['s3://files?endpoint=https://id:secret@s3.example.org', 'has an endpoint'],
    ['s3://files?region=Frankfurt am Main', 'has a region'],
    ['s3://files?pathStyle=yes', 'has pathStyle=on'],
    ['s3://files?secret=secret', 'has only the parameters'],
  ])('[OPS-04] %s is refused: %s', (url, reason) => {
    const read = parseFilesUrl(url) as { error: string };
    expect(read.error).toContain(reason);
    expect(read.error).not.toContain('secret@');
  });
});
