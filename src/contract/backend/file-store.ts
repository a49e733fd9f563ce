/** S3-compatible object storage for files. Its secrets never appear in logs or responses. */
export interface FileStoreOptions {
  /** `s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1&pathStyle=on`. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Location of objects. */
export interface StoreAddress {
  /** Base URL of objects, without a trailing slash. */
  base: string;
  /** URL of the bucket, for listing objects. */
  bucket: string;
  /** Prefix of keys in the bucket, empty or with a trailing slash. */
  prefix: string;
  region: string;
}

/** @returns the configured store, if there is one; the URL is not validated */
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
 * Parses `FILES_URL`. Without `endpoint` the store is Amazon S3. With `pathStyle=on`, the default if there is an `endpoint`, the bucket is
 * the first segment of the path instead of part of the host.
 *
 * @returns the location, or an error message, which never contains the text, because it may include a secret by mistake
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
