#!/usr/bin/env node
// The commands of the image, for example `docker run … causeboard backup -`. The image needs no installation or build.
import { checkCommand, runCommand } from './commands.mjs';

const [command, ...given] = process.argv.slice(2);
checkCommand(command);
await runCommand(command, given);
