import { formatNumber } from '#shared/numbers.ts'

const rows = (count: number) => `${formatNumber(count)} ${count === 1 ? 'row' : 'rows'}`

const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}
const delimiters: Record<string, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}

export const importWords = {
  title: (many: string) => `Import ${many}`,
  steps: { choosing: 'File', mapping: 'Columns', ready: 'Check', ended: 'Import' },
  stepsLabel: 'Steps',
  file: 'File',
  explain: (most: string) => `The first row names the columns. At most ${most} rows.`,
  byKey: {
    both: (key: string) =>
      `A row updates the record with the same ${key}. Any other row creates one.`,
    create: (key: string) =>
      `Each row creates a record. A row is rejected if its ${key} already exists.`,
    change: (key: string) =>
      `Each row updates the record with the same ${key}. No records are created.`,
  },
  mode: 'Import mode',
  forNew: (many: string) => `For all new ${many}`,
  given: (many: string, values: string) => `For all new ${many}: ${values}.`,
  few: 'Only a few?',
  spare: (key: string) =>
    `A row without ${key} is not compared with what is there: imported twice, it is made twice.`,
  and: ' and ',
  mustHold: (fields: string) => `Columns that it needs: ${fields}.`,
  mayHold: (fields: string) => `Columns that it may have: ${fields}.`,
  template: 'Download what is there as a CSV file',
  open: 'Read the file',
  facts: (lines: number, encoding: string, delimiter: string) =>
    `${rows(lines)}, ${encodings[encoding] ?? encoding}, separated by ${delimiters[delimiter] ?? delimiter}`,
  columns: 'Which column holds what',
  notIn: 'Not in the file',
  unnamed: (at: number) => `Column ${at}`,
  example: (text: string) => `For example ${text}`,
  forNewRow: (one: string) => `Needed to create a ${one}`,
  check: 'Check',
  checkAgain: 'Check again',
  checking: 'Every row is looked at. Nothing is imported yet.',
  running: 'It is running. You may leave this page: Jobs, in the top bar, tells how far it is.',
  lost: 'The connection was lost. Trying again...',
  refresh: 'See how far it is',
  cancel: 'Stop',
  would: 'What would happen',
  did: 'Result',
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
  /** Shown only where there are any. */
  lateResults: { failed: 'Failed', left: 'Not imported' },
  totals: 'Owed to the members of these stores',
  points: 'Points',
  total: { unit: 'Unit', before: 'Before', by: 'Changes by', after: 'After' },
  problems: 'Rejected rows',
  line: (line: number, reasons: string) => `Row ${line}: ${reasons}`,
  lines: (reason: string, count: number, line: number) =>
    `${reason}: ${rows(count)}, the first is row ${line}`,
  mostFrequent: 'The most frequent reasons; the file has all.',
  failedFile: 'Download rejected rows with reasons',
  nothing: 'There is nothing in it to import.',
  run: (count: number) => `Import ${rows(count)}`,
  undo: 'Undo',
  close: 'Close',
  seeUndo: 'See the undo',
  again: 'Import another file',
  chooseAgain: 'Choose a corrected file',
  remembered: 'Your choice is remembered for files with the same column names.',
} as const
