import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { closeDatabase, openDatabase } from '#db/client';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
  }
}

export default function makeTemplate({ provide }: TestProject): void {
  const folder = mkdtempSync(join(tmpdir(), 'pipeline-template-'));
  const path = join(folder, 'template.db');
  openDatabase(`file:${path}`);
  closeDatabase();
  provide('template', path);
}
