import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks every 20 ms in a thread that nothing else delays, and reports the sorted waits in ms. */
const { port, path, cookie } = workerData;
let isOver = false;
parentPort.once('message', () => (isOver = true));

const ask = () =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { cookie } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    }).on('error', reject);
  });

const waits = [];
for (; !isOver; await pause(20)) {
  const start = performance.now();
  if ((await ask()) !== 200) throw new Error('Another user was refused.');
  waits.push(performance.now() - start);
}
parentPort.postMessage(waits.sort((a, b) => a - b));
