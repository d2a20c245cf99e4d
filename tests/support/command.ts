import { execFile } from 'node:child_process';

export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

/** Runs `npm run NAME -- ARGS` in production; a killed command has code 137. */
export function runCommand(
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  return runProgram(['scripts/command.mjs', name, ...args], env);
}

/** Runs Node with `args` in production until it ends, or is killed after `timeout` ms. */
export function runProgram(
  args: string[],
  env: Record<string, string>,
  timeout = 0,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { timeout, env: { ...process.env, NODE_ENV: 'production', ...env } },
      (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 137) : 0, out: out.trim(), err: err.trim() }),
    );
  });
}
