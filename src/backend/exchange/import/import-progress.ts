import { Presets, SingleBar } from 'cli-progress';

export interface ImportProgress {
  onBytes(phase: 'check' | 'import', bytes: number): void;
  stop(): void;
}

const NAMES = { check: 'Checking', import: 'Importing' };
const QUIET_MS = 5000;
const MEGABYTE = 1024 * 1024;

/** A bar on a terminal; elsewhere a line now and then. */
export function startProgress(size: number, output: NodeJS.WriteStream): ImportProgress {
  return output.isTTY ? startBar(size, output) : startLines(size, output);
}

function startBar(size: number, output: NodeJS.WriteStream): ImportProgress {
  const bar = new SingleBar(
    {
      stream: output,
      format: '{name} {bar} {percentage} % | {eta_formatted} left',
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  let current: string | undefined;
  return {
    onBytes(phase, bytes) {
      const name = NAMES[phase];
      if (name !== current) {
        bar.stop();
        bar.start(size, 0, { name });
        current = name;
      }
      bar.update(bytes);
    },
    stop: () => bar.stop(),
  };
}

function startLines(size: number, output: NodeJS.WriteStream): ImportProgress {
  let last = Date.now();
  return {
    onBytes(phase, bytes) {
      if (Date.now() - last < QUIET_MS) return;
      last = Date.now();
      output.write(`${NAMES[phase]}: ${(bytes / MEGABYTE).toFixed(0)} of ${(size / MEGABYTE).toFixed(0)} MB\n`);
    },
    stop: () => undefined,
  };
}
