#!/usr/bin/env node
// The commands of the image: `docker run … causeboard backup -`. Nothing is installed or built there.
import { checkCommand, runCommand } from './commands.mjs';

const [command, ...given] = process.argv.slice(2);
checkCommand(command);
await runCommand(command, given);
