// Runs a development tool, or a script of the project, in a Node that is recent enough:
// node scripts/tool.mjs eslint --max-warnings 0 . | node scripts/tool.mjs bench/run.mjs
import { runScript,TOOLS } from './tools.mjs';

import './runtime.mjs';

const [name, ...args] = process.argv.slice(2);
await runScript(TOOLS[name] ?? name, args);
