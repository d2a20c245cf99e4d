// Runs a development tool or a script of the project in a recent Node:
// node scripts/tool.mjs eslint --max-warnings 0 . | node scripts/tool.mjs bench/run.mjs
import './runtime.mjs';
import { runScript, TOOLS } from './tools.mjs';

const [name, ...args] = process.argv.slice(2);
await runScript(TOOLS[name] ?? name, args);
