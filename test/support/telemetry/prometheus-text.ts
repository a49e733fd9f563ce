/** A sample of the exposition format: one line. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The metrics of a process, as scraped. */
export class Scrape {
  private constructor(readonly samples: readonly Sample[]) {}

  /** @param port on which the process serves its metrics */
  static async of(port: number): Promise<Scrape> {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    if (answer.status !== 200) throw new Error(`The metrics answer ${answer.status}: ${await answer.text()}`);
    return Scrape.read(await answer.text());
  }

  /** @throws Error if a line is neither a sample nor a comment */
  static read(text: string): Scrape {
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Scrape(
      lines.map((line) => {
        const match = LINE.exec(line);
        if (!match) throw new Error(`Not a sample: ${line}`);
        const [, name = '', labels = '', value] = match;
        const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text] as const);
        return { name, labels: Object.fromEntries(pairs), value: Number(value) };
      }),
    );
  }

  /** Sum over all series with these labels. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number {
    return this.find(name, labels).reduce((sum, { value }) => sum + value, 0);
  }

  find(name: string, labels: Readonly<Record<string, string>> = {}): Sample[] {
    const wanted = Object.entries(labels);
    return this.samples.filter(
      (sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
    );
  }

  /** Values of a label, over all metrics whose names have the prefix. */
  valuesOf(label: string, prefix = 'causeboard_'): Set<string> {
    const values = this.samples.filter(({ name }) => name.startsWith(prefix)).map(({ labels }) => labels[label]);
    return new Set(values.filter((value) => value !== undefined));
  }
}
