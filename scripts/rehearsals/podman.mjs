// Podman for `npm run image:rehearse`: installed from Debian if missing, with its own image store, and with the settings it needs on
// machines that are containers or sandboxes themselves.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { canInstall, installPackages } from '../programs/debian-packages.mjs';

/** Outside the project, so that it does not become part of the build context. */
const STORE = '/var/tmp/causeboard-image';
const BASE = 'docker.io/library/node:24-bookworm-slim';
/** crun refuses to run if both versions of control groups are mounted. */
const UNIFIED = '/sys/fs/cgroup/unified';
const STORAGE = ['--root', `${STORE}/storage`, '--runroot', `${STORE}/run`, '--storage-driver', 'overlay'];
/** Podman's default limits are higher than some machines allow. */
const RUN_LIMITS = ['--cgroups=disabled', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1024:1024'];

/** @returns the program to start, and its arguments */
export function podmanCommand([action, ...args]) {
  const limits = action === 'run' ? RUN_LIMITS : [];
  const command = ['podman', ...STORAGE, action, ...limits, ...args];
  if (!existsSync(UNIFIED)) return command;
  return [
    'unshare',
    '--mount',
    '--propagation',
    'private',
    'sh',
    '-c',
    `umount ${UNIFIED}; exec "$@"`,
    'sh',
    ...command,
  ];
}

/** @returns status, stdout and stderr of a podman command */
export function podman(args, options = {}) {
  const [program, ...rest] = podmanCommand(args);
  return spawnSync(program, rest, { encoding: 'utf8', maxBuffer: 64_000_000, ...options });
}

/** Builds the Dockerfile of a folder. This machine's settings for the npm registry are mounted, so they do not become part of the image. */
export function buildImage(tag, context) {
  mkdirSync(STORE, { recursive: true });
  installed('podman', ['podman', 'buildah', 'crun']);
  provideBase();
  console.log('Building the image …');
  const mounts = [];
  const config = join(homedir(), '.npmrc');
  const ca = process.env.NODE_EXTRA_CA_CERTS;
  const lines = [existsSync(config) ? readFileSync(config, 'utf8') : ''];
  if (ca) {
    mounts.push('--volume', `${realpathSync(ca)}:/registry-ca.pem:ro`);
    lines.push('cafile=/registry-ca.pem');
  }
  writeFileSync(join(STORE, 'npmrc'), `${lines.join('\n')}\n`, { mode: 0o600 });
  mounts.push('--volume', `${STORE}/npmrc:/root/.npmrc:ro`);
  expectSuccess(
    podman(
      ['build', '--format', 'docker', '--isolation', 'chroot', '--network', 'host', ...mounts, '--tag', tag, context],
      {
        stdio: 'inherit',
      },
    ),
    'The image was not built.',
  );
}

/** Provides the base image of the Dockerfile: from a registry if possible, otherwise made of Debian packages and this machine's Node.js. */
function provideBase() {
  if (podman(['image', 'exists', BASE]).status === 0) return;
  if (podman(['pull', '--quiet', BASE], { timeout: 120_000 }).status === 0) return;
  console.log('No container registry can be reached: building the base image from Debian packages …');
  installed('mmdebstrap', ['mmdebstrap']);
  const folder = join(STORE, 'base');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'debian.tar');
  const debian = ['--variant=minbase', '--include=ca-certificates', 'bookworm', archive];
  expectSuccess(
    spawnSync('mmdebstrap', debian, { stdio: ['ignore', 'ignore', 'inherit'] }),
    'Debian was not installed.',
  );
  expectSuccess(podman(['import', '--quiet', archive, 'localhost/debian:bookworm']), 'Debian was not imported.');
  cpSync(realpathSync('node_modules/node/bin/node'), join(folder, 'node'));
  const which = spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim();
  cpSync(dirname(dirname(realpathSync(which))), join(folder, 'npm'), { recursive: true });
  rmSync(archive);
  writeFileSync(
    join(folder, 'Dockerfile'),
    `FROM localhost/debian:bookworm
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && groupadd --gid 1000 node \\
  && useradd --uid 1000 --gid node --create-home node
`,
  );
  expectSuccess(podman(['build', '--isolation', 'chroot', '--tag', BASE, folder]), 'The base image was not made.');
}

function installed(program, packages) {
  const isThere = () => spawnSync('which', [program]);
  if (isThere().status === 0) return;
  if (canInstall()) installPackages(...packages);
  expectSuccess(isThere(), `${program} is missing and was not installed.`);
}

function expectSuccess({ status, stderr }, message) {
  if (status === 0) return;
  console.error(`${stderr ?? ''}\n${message}`);
  process.exit(1);
}
