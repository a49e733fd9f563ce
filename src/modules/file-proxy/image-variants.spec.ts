import { waitFor } from '../../../test/support/wait-for.js';
import type { BackendFiles } from './backend-files.js';
import { ImageVariants } from './image-variants.js';

type Answer = Awaited<ReturnType<BackendFiles['fetch']>>;

const ANSWER: Answer = { status: 404, headers: {}, body: new Uint8Array() };
const AT_ONCE = 2;
const QUEUE = 200;

/** Creates variants of files whose arrival the test controls. */
function variantsOf() {
  const asked: string[] = [];
  const answers = new Map<string, (answer: Answer | Promise<Answer>) => void>();
  const fetch = (path: string) => {
    asked.push(path);
    return new Promise<Answer>((resolve) => answers.set(path, resolve));
  };
  const variants = new ImageVariants({ fetch } as BackendFiles);
  const get = (path: string) => variants.get(path, 96, 'webp');
  return { asked, answers, get };
}

describe('ImageVariants', () => {
  it('makes two at once, queues a limited number in order, and rejects the others', async () => {
    const { asked, answers, get } = variantsOf();
    const paths = Array.from({ length: AT_ONCE + QUEUE }, (_value, index) => `/${index}.png`);
    const gets = paths.map(get);
    await expect(get('/one-too-many.png')).resolves.toEqual({ kind: 'busy' });
    expect(asked).toEqual(paths.slice(0, AT_ONCE));
    // This variant is already being made, so the new request shares the work.
    const again = get(paths.at(-1)!);
    for (const [index, path] of paths.entries()) {
      await waitFor(`${path} to be asked for`, () => answers.has(path));
      expect(asked).toHaveLength(Math.min(index + AT_ONCE, paths.length));
      answers.get(path)!(ANSWER);
      await expect(gets[index]).resolves.toEqual({ kind: 'as-it-is', answer: ANSWER });
    }
    await expect(again).resolves.toEqual({ kind: 'as-it-is', answer: ANSWER });
    expect(asked).toEqual(paths);
  });

  it('continues with the next one after a failure, and retries on request', async () => {
    const { answers, get } = variantsOf();
    const failing = [get('/a.png'), get('/b.png')];
    const next = get('/c.png');
    await waitFor('both to be asked for', () => answers.size === AT_ONCE);
    for (const path of ['/a.png', '/b.png']) answers.get(path)!(Promise.reject(new Error('no')));
    for (const each of failing) await expect(each).rejects.toThrow('no');
    await waitFor('the next to be asked for', () => answers.has('/c.png'));
    answers.get('/c.png')!(ANSWER);
    await expect(next).resolves.toEqual({ kind: 'as-it-is', answer: ANSWER });
    answers.clear();
    const once = get('/a.png');
    await waitFor('it to be asked for again', () => answers.has('/a.png'));
    answers.get('/a.png')!(ANSWER);
    await expect(once).resolves.toEqual({ kind: 'as-it-is', answer: ANSWER });
  });
});
