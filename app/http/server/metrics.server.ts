import { createHash, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { NextFunction, Request, Response } from 'express';
import { getDatabasePath } from '#db/client';
import { getFreeDiskBytes } from '#db/disk';
import { getWriteQueue } from '#db/transaction';
import { env } from '~/env.server';
import { countQueuedTasks } from '~/jobs/threads/pool.server';
import { version } from '~/version.server';
import { CHECKS, getBackupAgeMs, getHealth } from './health.server';

/**
 * Renders `GET /metrics` in Prometheus' text format. Labels have few values, so that series stay
 * few.
 */

const BUCKET_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] as const;
const CONTENT_TYPE = 'text/plain; charset=utf-8; version=0.0.4';

const responses = Object.fromEntries(STATUS_CLASSES.map((name) => [name, 0]));
const durations = { buckets: Array<number>(BUCKET_SECONDS.length + 1).fill(0), seconds: 0 };
const eventLoop = monitorEventLoopDelay({ resolution: 20 });
if (env.METRICS_TOKEN) eventLoop.enable();

export function measureRequests(_request: Request, response: Response, next: NextFunction): void {
  const start = performance.now();
  response.once('close', () => {
    const name = response.writableFinished
      ? `${Math.floor(response.statusCode / 100)}xx`
      : 'aborted';
    responses[name] = (responses[name] ?? 0) + 1;
    const seconds = (performance.now() - start) / 1000;
    const bucket = BUCKET_SECONDS.findIndex((bound) => seconds <= bound);
    durations.buckets[bucket < 0 ? BUCKET_SECONDS.length : bucket]! += 1;
    durations.seconds += seconds;
  });
  next();
}

export async function answerMetrics(request: Request, response: Response): Promise<void> {
  if (!env.METRICS_TOKEN) {
    response.status(404).type('text').send('Not found');
    return;
  }
  response.set('Cache-Control', 'no-store');
  if (!hasToken(request, env.METRICS_TOKEN)) {
    response
      .status(401)
      .set('WWW-Authenticate', 'Bearer')
      .type('text')
      .send('Send METRICS_TOKEN as a Bearer token.');
    return;
  }
  response.set('Content-Type', CONTENT_TYPE).send(await renderMetrics());
}

/** Takes the same time for every wrong token. */
function hasToken({ headers }: Request, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const hashText = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashText(sent), hashText(token));
}

interface Sample {
  labels?: Record<string, string>;
  suffix?: string;
  value: number | undefined;
}

function formatMetric(type: string, name: string, help: string, samples: Sample[]): string {
  const lines = samples.flatMap(({ labels = {}, suffix = '', value }) => {
    if (value === undefined) return [];
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return [`${name}${suffix}${pairs.length ? `{${pairs.join(',')}}` : ''} ${value}`];
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

const formatGauge = (name: string, help: string, value: number | undefined) =>
  formatMetric('gauge', name, help, [{ value }]);

async function renderMetrics(): Promise<string> {
  const { checks } = await getHealth();
  const database = getDatabasePath(env.DATABASE_URL);
  const { rss, heapUsed } = process.memoryUsage();
  const backupAge = getBackupAgeMs();
  const metrics = [
    formatMetric('gauge', 'deal_pipeline_info', 'Version of the program.', [
      { labels: { version, node: process.versions.node }, value: 1 },
    ]),
    formatMetric(
      'counter',
      'http_requests_total',
      'Requests by class of status.',
      STATUS_CLASSES.map((status) => ({ labels: { status }, value: responses[status] })),
    ),
    formatMetric(
      'histogram',
      'http_request_duration_seconds',
      'Time from a request to the end of its response.',
      listDurationSamples(),
    ),
    formatMetric(
      'gauge',
      'nodejs_eventloop_delay_seconds',
      'Delay of the event loop since the previous reading.',
      listEventLoopSamples(),
    ),
    formatGauge(
      'process_start_time_seconds',
      'Start of the server.',
      Date.now() / 1000 - process.uptime(),
    ),
    formatGauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    formatGauge('nodejs_heap_used_bytes', 'JavaScript objects in use.', heapUsed),
    formatGauge('deal_pipeline_database_bytes', 'Size of the database.', getFileBytes(database)),
    formatGauge(
      'deal_pipeline_wal_bytes',
      'Size of the write-ahead log.',
      getFileBytes(`${database}-wal`),
    ),
    formatGauge(
      'deal_pipeline_disk_free_bytes',
      'Free space on the disk of the database.',
      await getFreeDiskBytes(dirname(database)).catch(() => undefined),
    ),
    formatGauge(
      'deal_pipeline_backup_age_seconds',
      'Age of the newest backup.',
      backupAge === undefined ? undefined : Math.round(backupAge / 1000),
    ),
    formatMetric(
      'gauge',
      'deal_pipeline_queue_length',
      'Tasks that wait.',
      Object.entries({
        writes: Math.max(0, getWriteQueue().length - 1),
        ...countQueuedTasks(),
      }).map(([queue, value]) => ({ labels: { queue }, value })),
    ),
    formatMetric(
      'gauge',
      'deal_pipeline_check',
      'Checks of /readyz: 1 is ok, 0.5 a warning, 0 a failure.',
      CHECKS.map((check) => ({
        labels: { check },
        value: { ok: 1, warn: 0.5, fail: 0 }[checks[check]],
      })),
    ),
  ];
  return `${metrics.join('\n')}\n`;
}

function listDurationSamples(): Sample[] {
  let count = 0;
  const buckets = durations.buckets.map((responsesInBucket, index) => {
    count += responsesInBucket;
    const bound = index < BUCKET_SECONDS.length ? String(BUCKET_SECONDS[index]) : '+Inf';
    return { suffix: '_bucket', labels: { le: bound }, value: count };
  });
  return [
    ...buckets,
    { suffix: '_sum', value: durations.seconds },
    { suffix: '_count', value: count },
  ];
}

function listEventLoopSamples(): Sample[] {
  const toSeconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  const samples = [
    { labels: { quantile: '0.5' }, value: toSeconds(eventLoop.percentile(50)) },
    { labels: { quantile: '0.99' }, value: toSeconds(eventLoop.percentile(99)) },
    { labels: { quantile: '1' }, value: toSeconds(eventLoop.max) },
  ];
  eventLoop.reset();
  return samples;
}

function getFileBytes(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
