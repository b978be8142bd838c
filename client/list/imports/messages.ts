import { formatNumber } from '#shared/format/numbers.ts'

const formatRowCount = (count: number) => (count === 1 ? '1 row' : `${formatNumber(count)} rows`)

const encodingNames: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}
const delimiterNames: Record<string, string> = {
  ',': 'comma-separated',
  ';': 'semicolon-separated',
  '\t': 'tab-separated',
  '|': 'pipe-separated',
}

export const importMessages = {
  title: (many: string) => `Import ${many}`,
  steps: { choosing: 'File', mapping: 'Columns', ready: 'Check', ended: 'Import' },
  stepsLabel: 'Steps',
  file: 'File',
  explain: (most: string) =>
    `The first row must contain the column names. You can import up to ${most} rows.`,
  byKey: {
    both: (key: string) =>
      `Each row updates the record with the same ${key}, or creates a record if there's no match.`,
    create: (key: string) =>
      `Each row creates a record. A row is rejected if a record with the same ${key} already exists.`,
    change: (key: string) =>
      `Each row updates the record with the same ${key}. No records are created.`,
  },
  mode: 'Import mode',
  forNew: (many: string) => `For all new ${many}`,
  valuesForNew: (many: string, values: string) => `For all new ${many}: ${values}.`,
  pasteInstead: 'Only a few?',
  rowsWithoutKey: (key: string) =>
    `Rows with no value for ${key} always create records, so importing the file twice creates duplicates.`,
  and: 'and',
  requiredColumns: (fields: string) => `Required columns: ${fields}.`,
  requiredColumnsForNew: (many: string, fields: string) =>
    `Also required for new ${many}: ${fields}.`,
  optionalColumns: (fields: string) => `Optional columns: ${fields}.`,
  template: 'Download current records (CSV)',
  open: 'Upload file',
  facts: (lines: number, encoding: string, delimiter: string) =>
    `${formatRowCount(lines)}, ${encodingNames[encoding] ?? encoding}, ${delimiterNames[delimiter] ?? delimiter}`,
  columns: 'Column mapping',
  notIn: 'Not in the file',
  unnamed: (at: number) => `Column ${at}`,
  example: (text: string) => `For example, ${text}`,
  forNewRow: (one: string) => `Required for each new ${one}`,
  check: 'Check file',
  checkAgain: 'Check again',
  checking: 'Checking every row. Nothing has been imported yet.',
  running:
    'The import is running. You can leave this page and follow the progress under Jobs in the top bar.',
  lost: 'The connection was lost. Reconnecting...',
  refresh: 'Refresh progress',
  cancel: 'Cancel job',
  preview: 'Preview',
  result: 'Result',
  counts: {
    lines: 'Rows',
    create: 'New',
    change: 'Updated',
    unchanged: 'Unchanged',
    refused: 'Rejected',
  },
  results: {
    lines: 'Rows',
    created: 'Created',
    updated: 'Updated',
    unchanged: 'Unchanged',
    rejected: 'Rejected',
  },
  /** Shown only if there are any. */
  lateResults: { failed: 'Failed', left: 'Not imported' },
  totals: "Members' outstanding credits in these stores",
  points: 'Points',
  total: { unit: 'Unit', before: 'Before', by: 'Change', after: 'After' },
  problems: 'Rejected rows',
  line: (line: number, reasons: string) => `Row ${line}: ${reasons}`,
  lines: (reason: string, count: number, line: number) =>
    `${reason}: ${formatRowCount(count)}, starting with row ${line}`,
  mostFrequent: 'These are the most common reasons. Download the file to see all of them.',
  failedFile: 'Download rejected rows with reasons',
  nothing: 'This file has no changes to import.',
  run: (count: number) => `Import ${formatRowCount(count)}`,
  undo: 'Undo',
  close: 'Close',
  seeUndo: 'View undo job',
  again: 'Import another file',
  chooseAgain: 'Select a corrected file',
  remembered: 'We save your choices for files with the same column names.',
} as const
