import type { UnknownValues } from '#db/schema';
import { MAX_SHOWN_LENGTH } from '~/domain/import/reading/cell';
import { toValueKey } from '~/domain/import/values/value-choices';
import { truncate } from '~/domain/text/text';

const MAX_VALUES_PER_FIELD = 50;
const MAX_VALUES = 300;
const MAX_TRACKED_VALUES = 1_000;

interface TrackedField {
  header: string;
  values: Map<string, { text: string; cells: number; reason: string }>;
  untrackedCells: number;
}

export class UnknownValueCollector {
  private readonly fields = new Map<string, TrackedField>();

  add(field: string, header: string, { text, reason }: { text: string; reason: string }): void {
    const tracked = this.fields.get(field) ?? { header, values: new Map(), untrackedCells: 0 };
    this.fields.set(field, tracked);
    const shown = truncate(text, MAX_SHOWN_LENGTH);
    const known = tracked.values.get(toValueKey(shown));
    if (known) known.cells++;
    else if (tracked.values.size < MAX_TRACKED_VALUES)
      tracked.values.set(toValueKey(shown), { text: shown, cells: 1, reason });
    else tracked.untrackedCells++;
  }

  list(): UnknownValues[] {
    const share = Math.floor(MAX_VALUES / Math.max(1, this.fields.size));
    const limit = Math.max(1, Math.min(MAX_VALUES_PER_FIELD, share));
    return [...this.fields].map(([field, { header, values, untrackedCells }]) => {
      const sorted = [...values.values()].sort((a, b) => b.cells - a.cells);
      const further = sorted.slice(limit).reduce((sum, { cells }) => sum + cells, untrackedCells);
      return {
        field,
        header,
        values: sorted.slice(0, limit),
        ...(further && { moreCells: further }),
      };
    });
  }
}
