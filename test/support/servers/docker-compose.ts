import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A service as resolved by Compose, with variables and references replaced. */
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
  /** Each port in the short or the long form. */
  ports?: unknown[];
  deploy?: { replicas: number };
  /** The service starts only if one of these is active; versions of Compose differ in whether they list it otherwise. */
  profiles?: string[];
}

/**
 * Resolves a Compose file with Docker Compose; this needs no daemon.
 *
 * @param variables as in an `.env` file
 * @throws an error with Compose's message if it refuses the file
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
