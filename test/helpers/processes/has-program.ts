import { spawnSync } from 'node:child_process';

/** Whether a program is installed here that tests use: `.ci/run` installs them. */
export const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).status === 0;
