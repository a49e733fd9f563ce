// Writes .br and .gz files for each built script and style sheet, so that the server never compresses the same file twice.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Compresses the files of a folder and its subfolders, on all processor cores at the same time. */
export async function compress(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(compressFile));
}

async function compressFile(path) {
  const text = await readFile(path);
  await Promise.all([
    toGzip(text, { level: 9 }).then((compressed) => writeFile(`${path}.gz`, compressed)),
    toBrotli(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }).then((compressed) => writeFile(`${path}.br`, compressed)),
  ]);
}
