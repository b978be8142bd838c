import { formatNumber } from '#shared/format/numbers.ts'
import type { PlanOutcome } from './planOutcomes.ts'

/** Effect of an action on a record, where "change" says too little. */
const outcomesByAction: Readonly<Record<string, string>> = {
  add: 'Will be added',
  delete: 'Will be deleted',
  remove: 'Will be removed',
}

export const planMessages = {
  outcomes: (action: string): Record<PlanOutcome, string> => ({
    create: 'Will be created',
    change: outcomesByAction[action] ?? 'Will change',
    unchanged: 'Unchanged',
    refused: 'Rejected',
    unknown: 'Not found',
  }),
  columns: ['Code', 'Name', 'Field', 'Before', 'After', 'Outcome', 'Reason'],
  row: (row: number) => `Row ${row}`,
  rows: 'Preview rows',
  filter: 'Show rows',
  all: 'All',
  pages: 'Preview pages',
  range: (from: number, to: number, total: number) =>
    `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}`,
  previous: 'Previous',
  next: 'Next',
  download: 'Download preview',
} as const
