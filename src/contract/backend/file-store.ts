/** Object storage for files, by the interface of S3. Its secrets never appear in logs or answers. */
export interface FileStoreOptions {
  /** `s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1&pathStyle=on`. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where objects are. */
export interface StoreAddress {
  /** What the addresses of objects begin with, without a slash at the end. */
  base: string;
  /** The address of the bucket, for lists. */
  bucket: string;
  /** What keys in the bucket begin with, empty or with a slash at the end. */
  prefix: string;
  region: string;
}

/** @returns the store that the environment or the settings name, if they do; the URL is not looked at */
export function fileStoreOf(given: {
  FILES_URL?: string | undefined;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
}): FileStoreOptions | undefined {
  const { FILES_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = given;
  return url && accessKeyId && secretAccessKey ? { url, accessKeyId, secretAccessKey } : undefined;
}

const PARAMETERS = ['endpoint', 'region', 'pathStyle'];
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+(?:\/[\w.-]+)*)?$/;
const REGION = /^[a-z0-9-]+$/;

/**
 * Reads `FILES_URL`. Without `endpoint` the store is Amazon S3. With `pathStyle=on` the bucket is the first part of the path and not of
 * the host, which is the default with `endpoint`.
 *
 * @returns the address, or what is wrong with it; that never repeats the text, which may hold a secret by mistake
 */
export function parseFilesUrl(text: string): StoreAddress | { error: string } {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return { error: 'begins with s3:// and names a bucket' };
  const { hostname, port, username, password, pathname, hash, searchParams } = new URL(text);
  if (username || password) return { error: 'holds no keys; they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' };
  if (!BUCKET.test(hostname) || port !== '' || hash !== '') return { error: 'begins with s3:// and names a bucket' };
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) return { error: `has only the parameters ${PARAMETERS.join(', ')}` };
  const prefix = pathname.replace(/^\/|\/$/g, '');
  if (!PREFIX.test(prefix) || prefix.split('/').some((part) => /^\.+$/.test(part)))
    return { error: 'has a prefix of letters, digits, dots, hyphens, underscores and slashes' };
  const region = searchParams.get('region') ?? 'us-east-1';
  if (!REGION.test(region)) return { error: 'has a region such as eu-central-1' };
  const style = searchParams.get('pathStyle');
  if (style !== null && style !== 'on' && style !== 'off') return { error: 'has pathStyle=on or pathStyle=off' };
  const given = searchParams.get('endpoint');
  const endpoint = readEndpoint(given ?? `https://s3.${region}.amazonaws.com`);
  if (!endpoint) return { error: 'has an endpoint such as https://s3.example.org, without a path' };
  const isPathStyle = style === null ? given !== null : style === 'on';
  const bucket = isPathStyle ? `${endpoint.origin}/${hostname}` : `${endpoint.protocol}//${hostname}.${endpoint.host}`;
  return { bucket, base: prefix ? `${bucket}/${prefix}` : bucket, prefix: prefix && `${prefix}/`, region };
}

function readEndpoint(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.pathname === '/' && url.search === '' && url.hash === '' && !url.username && !url.password;
  return isPlain && /^https?:$/.test(url.protocol) ? url : undefined;
}
