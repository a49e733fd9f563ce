// `npm run import -- FILE …`, `npm run feeds -- …`, `npm run content -- …`, `npm run seed`, `npm run backup -- FILE`,
// `npm run restore -- FILE`, `npm run files -- …`, `npm run migrate` and `npm run doctor`: installs and builds what is missing, then runs the
// command.
import { checkCommand, runCommand } from './commands.mjs';
import { install } from './install.mjs';

const [command, ...given] = process.argv.slice(2);
checkCommand(command);
process.env.NODE_ENV ||= 'production';
await install({ withoutTestPackages: true });
const { build } = await import('./build.mjs');
await build().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
await runCommand(command, given);
