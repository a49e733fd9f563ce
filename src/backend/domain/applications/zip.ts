import { Zip, ZipPassThrough } from 'fflate';

/** A file on its way into an archive. */
interface ArchivedFile {
  name: string;
  content: () => AsyncIterable<Uint8Array>;
}

/** An archive as it is made: one file after the other, and no more of it held than one piece. What is in them is compressed already. */
export async function* zipOf(files: readonly ArchivedFile[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for (const { name, content } of files) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const piece of content()) {
      entry.push(piece);
      yield* made.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}
