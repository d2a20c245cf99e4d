// Imports an .xlsx, .csv or .tsv file through the public HTTP API, in one request.
//
//   PIPELINE_TOKEN=... node examples/import-csv.mjs FILE [--url http://localhost:3000] [--try]
//     [--on-duplicate fill|skip|create] [--on-conflict skip|overwrite] [--on-error refuse|skip] [--day-first true|false]
//
// The token is made on the page "Your account". Columns go to fields by their headers: those of an export, the names of
// the fields, or usual words (Startup, Sector, Stage …). With --try nothing is written. Exit code 0: the file was taken.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

const choice = { type: 'string' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    try: { type: 'boolean', default: false },
    'on-duplicate': choice,
    'on-conflict': choice,
    'on-error': choice,
    'day-first': choice,
  },
});
const { url, try: dryRun, ...choices } = values;
const [file] = positionals;
const token = process.env.PIPELINE_TOKEN;
if (!file || !token) {
  console.error('Usage: PIPELINE_TOKEN=... node examples/import-csv.mjs FILE [--url URL] [--try]');
  process.exit(1);
}

const address = new URL('/api/pipelines/import', url);
address.searchParams.set('dryRun', String(dryRun));
for (const [name, value] of Object.entries(choices)) {
  const parameter = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  address.searchParams.set(parameter, value);
}
const body = new FormData();
body.set('file', new File([readFileSync(file)], basename(file)));

try {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(address, { method: 'POST', headers, body });
  const answer = await response.json();
  if (response.ok) report(answer);
  else refuse(response.status, answer);
} catch (error) {
  console.error([error.message, error.cause?.message].filter(Boolean).join(': '));
  process.exitCode = 1;
}

function report({ id, counts, ...answer }) {
  const numbers = Object.entries(counts ?? answer).filter(([, n]) => typeof n === 'number');
  console.log(numbers.map(([name, n]) => `${n} ${name}`).join(', '));
  if (id) console.log(`Look at it or undo it: ${new URL(`/import/${id}/result`, url)}`);
}

function refuse(status, { message, errors = [] }) {
  console.error(`Nothing was imported: ${status} ${message}`);
  for (const { path, message } of errors) console.error(`${path}: ${message}`);
  process.exitCode = 1;
}
