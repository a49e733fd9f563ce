/* global process, __dirname */
// For operators with pm2: `pm2 start ecosystem.config.cjs`, see "Process manager" in docs/operating.md. Settings are taken from the
// environment in which pm2 is called; each may be given in `env` below.
const { scripts } = require('./package.json');

// As `npm start` runs it.
const nodeArgs = / node (.*) scripts\/start\.mjs$/.exec(scripts.start)[1];

module.exports = {
  apps: [
    {
      // A new release runs beside the old one for a moment, under another name.
      name: process.env.PM2_NAME || 'causeboard',
      script: 'build/server/bundle/main.mjs',
      cwd: __dirname,
      instances: 2,
      exec_mode: 'cluster',
      node_args: nodeArgs,
      env: { NODE_ENV: 'production', PORT: process.env.PORT || '3000', MALLOC_ARENA_MAX: '1' },
      max_memory_restart: '512M',
      // A process is ready when it listens and says so; the old one of a reload answers until then.
      wait_ready: true,
      listen_timeout: 60_000,
      // Longer than SHUTDOWN_TIMEOUT_MS and the 15 s that closing the database may take.
      kill_timeout: 40_000,
      // The signal is for the process alone: the embedded database must not be stopped while the other process uses it.
      treekill: false,
    },
  ],
};
