/** Row as the trash and merges store it in JSON, where `dealId` is called `pipelineId`. */
export type StoredRow<Row extends { dealId: number }> = Omit<Row, 'dealId'> & {
  pipelineId: number;
};

export function toStoredRow<Row extends { dealId: number }>({
  dealId,
  ...row
}: Row): StoredRow<Row> {
  return { ...row, pipelineId: dealId };
}

export function fromStoredRow<Row extends { pipelineId: number }>({
  pipelineId,
  ...row
}: Row): Omit<Row, 'pipelineId'> & { dealId: number } {
  return { ...row, dealId: pipelineId };
}
