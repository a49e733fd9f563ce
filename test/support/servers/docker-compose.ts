import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A service as Compose understands it, with variables and references resolved. */
export interface ComposeService {
  image: string;
  build?: { context: string; dockerfile?: string };
  command?: string[];
  entrypoint?: string[];
  depends_on?: object;
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  healthcheck?: object;
  /** Each in the short or in the long form. */
  ports?: unknown[];
  deploy?: { replicas: number };
  /** Without one of these the service is not started; versions of Compose differ in whether they show it then. */
  profiles?: string[];
}

/**
 * What Docker Compose makes of a file; no daemon is asked.
 *
 * @param variables as an `.env` file names them
 * @throws with the words of Compose when it refuses the file
 */
export function resolveCompose(file: string, variables: Record<string, string>): Record<string, ComposeService> {
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-compose-'));
  try {
    const env = join(folder, '.env');
    writeFileSync(
      env,
      Object.entries(variables)
        .map((pair) => pair.join('='))
        .join('\n'),
    );
    const program = process.env.DOCKER_COMPOSE_PATH ?? 'docker-compose';
    const text = execFileSync(program, ['--env-file', env, '-f', file, 'config'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH },
    });
    return (parse(text) as { services: Record<string, ComposeService> }).services;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
