import { formatNumber } from '#shared/format/numbers.ts'

export const csvMessages = {
  notText: "The file isn't a CSV file, or it's damaged. Save it again as CSV in UTF-8.",
  longLine: (line: number, max: number) =>
    `Line ${line} is longer than ${formatNumber(max)} characters.`,
  longRow: (line: number) =>
    `The row that starts on line ${line} is too long. Check for a missing closing quotation mark.`,
  manyColumns: (line: number, max: number) => `Line ${line} has more than ${max} columns.`,
  openQuote: (line: number) =>
    `Line ${line} has a quotation mark that isn't closed. Close it or remove it.`,
  unreadable: (line: number) => `Line ${line} can't be read. Save the file again as CSV in UTF-8.`,
  unknownFormat: '"format" must be csv or ndjson.',
  unknownColumn: (column: string) => `There's no column "${column}" to export.`,
} as const
