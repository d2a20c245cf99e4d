import { roundLabel } from '~/models/pipeline/options';
import { PART_LABELS, type PipelineQuery } from '~/models/pipeline/query';
import { FilterChips } from './filter-bar';

interface PipelineChipsProps {
  query: PipelineQuery;
  /** The name of the owner with the id in the query, if the viewer may see their deals. */
  owner: string | undefined;
  ownerLabel: string;
  /** The file of the import in the query, if the viewer may see it. */
  importName: string | undefined;
}

export function PipelineChips({ query, owner, ownerLabel, importName }: PipelineChipsProps) {
  const { search, industry, round, group, userId, part, importId } = query;
  return (
    <FilterChips
      chips={[
        { name: 'search', label: 'Search', value: search },
        { name: 'industry', label: 'Industry', value: industry },
        { name: 'round', label: 'Round', value: roundLabel(round) },
        { name: 'group', label: 'Group', value: group },
        { name: 'userId', label: ownerLabel, value: userId && (owner ?? 'unknown') },
        { name: 'owner', label: ownerLabel, value: query.owner ?? '' },
        { name: 'part', label: 'Only', value: part ? PART_LABELS[part] : '' },
        { name: 'import', label: 'Import', value: importId ? (importName ?? 'unknown') : '' },
      ]}
    />
  );
}
