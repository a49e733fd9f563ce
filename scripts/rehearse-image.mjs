// `npm run image:rehearse`: builds the image of the Dockerfile with podman and uses it as an operator would, with a read-only file system
// and without capabilities. Prints sizes and times; fails if something does not work. Needs root on Debian, and installs podman there.
// If no image registry can be reached, the base image is made of Debian packages and the Node.js of this machine.
import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildImage, podman, podmanCommand } from './rehearsals/podman.mjs';

const IMAGE = 'localhost/causeboard:rehearsal';
const NAME = 'causeboard-rehearsal';
const PORT = 3790;
const URL = `http://127.0.0.1:${PORT}`;
/** The user `node` of the base image. */
const UID = 1000;
const READY_LIMIT_MS = 180_000;
const REQUESTS_AT_THE_END = 30;
const SECRET = 'a-secret-of-the-rehearsal-0123456789abcdef';

/** Restrictions under which the image can run according to docs/operating.md. */
const RIGHTS = [
  ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp', '--cap-drop=all'],
  ...['--security-opt', 'no-new-privileges', '--network', 'host', '--rm'],
];

const { values } = parseArgs({ options: { 'skip-build': { type: 'boolean', default: false } } });
if (process.getuid?.() !== 0) {
  console.error('The rehearsal builds and runs containers: run it as root.');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'causeboard-image-'));
const failures = [];
const check = (isTrue, text) => {
  console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${text}`);
  if (!isTrue) failures.push(text);
};
try {
  if (!values['skip-build']) buildImage(IMAGE, '.');
  await rehearse();
} finally {
  podman(['rm', '--force', NAME]);
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures.length === 0 ? 'The image works.' : `${failures.length} of the checks failed.`);
process.exit(failures.length === 0 ? 0 : 1);

async function rehearse() {
  const {
    Size: bytes,
    Config: config,
    Healthcheck: healthcheck,
  } = JSON.parse(podman(['image', 'inspect', IMAGE]).stdout)[0];
  console.log(`The image has ${(bytes / 1e6).toFixed(0)} MB, including its base.`);
  check(config.User === 'node', 'the image runs as the user `node`');
  const bill = JSON.parse(run(['cat', 'build/sbom.cdx.json']).stdout || '{}');
  check(
    bill.bomFormat === 'CycloneDX' && bill.components?.length > 50,
    `build/sbom.cdx.json lists ${bill.components?.length} components (CycloneDX ${bill.specVersion})`,
  );

  const data = ownFolder('data');
  const first = await start(data, { DEMO_DATA: 'on', DEMO_PASSWORD: 'demo-password-of-the-rehearsal' });
  console.log(`First start, with demo data: ready after ${first.ms} ms.`);
  check((await fetch(`${URL}/jobs`)).status === 200, '/jobs is served');
  const pid = podman(['inspect', '--format', '{{.State.Pid}}', NAME]).stdout.trim();
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  check(/^Uid:\t1000\t1000/m.test(status), 'the process is not root');
  check(/^CapEff:\t0+$/m.test(status) && /^CapBnd:\t0+$/m.test(status), 'the process has no capabilities');
  check(run(['sh', '-c', 'echo x > /app/x']).status !== 0, 'the root file system cannot be written');
  const [, ...health] = healthcheck?.Test ?? [];
  check(run(health, ['-e', `PORT=${PORT}`]).status === 0, 'the health check of the image passes');
  await end(first.child);

  const second = await start(data);
  console.log(`Start on existing data: ready after ${second.ms} ms (budget 2000).`);
  const asked = Array.from({ length: REQUESTS_AT_THE_END }, (_none, at) =>
    fetch(`${URL}/jobs?search=nurse&page=${at + 1}`).then(
      async (response) => (await response.text()).includes('</html>') && response.status,
      (error) => String(error.cause ?? error),
    ),
  );
  // Long enough for all requests to be sent, and too short for them to be answered.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const ms = await end(second.child);
  const answers = await Promise.all(asked);
  check(
    answers.every((answer) => answer === 200),
    `${REQUESTS_AT_THE_END} requests in flight were answered (${[...new Set(answers)].join(', ')})`,
  );
  console.log(`Ended ${ms} ms after SIGTERM (budget 5000).`);
  commands(data);
}

/** Tests the other commands that operators run with the image, on the data of a stopped site. */
function commands(data) {
  const volume = ['-v', `${data}:/data`];
  const works = (text, { status, stderr }, path) => {
    check(status === 0 && (!path || statSync(path).size > 0), text);
    if (status !== 0) console.log(stderr.slice(-2000));
  };
  works('causeboard migrate', run(['causeboard', 'migrate'], volume));
  works('causeboard seed', run(['causeboard', 'seed'], volume));
  works('causeboard feeds list', run(['causeboard', 'feeds', 'list'], volume));
  const jobs = [
    { title: 'Night nurse', description: 'Care for residents at night, in a team of four.', city: 'Leeds' },
  ];
  writeFileSync(join(data, 'jobs.json'), JSON.stringify(jobs));
  works(
    'causeboard import',
    run(['causeboard', 'import', '/data/jobs.json', '--organization', 'Harbour Hospice', '--allow-incomplete'], volume),
  );
  const backup = run(['causeboard', 'backup', '/data/site.tar.zst'], volume);
  works('causeboard backup', backup, join(data, 'site.tar.zst'));
  const other = ownFolder('restored');
  const restored = ['-v', `${other}:/data`, '-v', `${data}:/backup:ro`];
  works('causeboard restore', run(['causeboard', 'restore', '/backup/site.tar.zst'], restored));
  const diagnosis = run(['causeboard', 'doctor'], volume);
  check(
    diagnosis.status < 2 && diagnosis.stdout.includes('database'),
    `causeboard doctor (status ${diagnosis.status})`,
  );
}

function ownFolder(name) {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  chownSync(folder, UID, UID);
  chownSync(path, UID, UID);
  return path;
}

/** Runs one command in a new container, which ends with the command. */
function run(command, options = []) {
  return podman(['run', ...RIGHTS, ...options, '-e', `AUTH_SECRET=${SECRET}`, IMAGE, ...command]);
}

/** @returns the podman process, which forwards signals, and the time until the product was ready, in milliseconds */
async function start(data, settings = {}) {
  const environment = {
    AUTH_SECRET: SECRET,
    PORT: String(PORT),
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const variables = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const begun = performance.now();
  const [program, ...args] = podmanCommand([
    'run',
    ...RIGHTS,
    '--name',
    NAME,
    '-v',
    `${data}:/data`,
    ...variables,
    IMAGE,
  ]);
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  for (;;) {
    const isReady = await fetch(`${URL}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    const ms = Math.round(performance.now() - begun);
    if (isReady) return { child, ms };
    if (child.exitCode !== null || ms > READY_LIMIT_MS) throw new Error('The container did not become ready in time.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** @returns the time until the process ended, in milliseconds */
async function end(child) {
  const begun = performance.now();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  return Math.round(performance.now() - begun);
}
