import { formatNumber } from '#shared/format/numbers.ts'
/** Lowercases labels for use inside a sentence. Abbreviations keep their capitals. */
const toSentenceCase = (labels: string) =>
  labels.replaceAll(/\b[A-Z](?=[a-z-])/g, (letter) => letter.toLowerCase())

export const importMessages = {
  wrongCellCount: (found: number, heads: number) =>
    `The row has ${found} values, but the file has ${heads} columns.`,
  sameKey: (fields: string, line: number) => `Row ${line} has the same ${toSentenceCase(fields)}.`,
  alreadyExists: (one: string, fields: string) =>
    `Another ${one} has this ${toSentenceCase(fields)}.`,
  notFound: (one: string, fields: string) => `No ${one} has this ${toSentenceCase(fields)}.`,
  chooseColumns: (fields: string) =>
    `To create one, choose a column for ${toSentenceCase(fields)}.`,
  checkFirst: 'Check the file first, then import it.',
  alreadyStarted:
    'This import is being checked or has already started. To import the file again, upload it again.',
  row: 'Row',
  reason: 'Reason',
  mappingBody: 'The body must have "mapping", an object with a column number for each field.',
  onlyBoth: '"mode" must be "both" for this import.',
  unknownField: (name: string) =>
    `"${name}" isn't a field of this import, or the file has no such column.`,
  checkTitle: (file: string) => `Check ${file}`,
  importTitle: (file: string) => `Import ${file}`,
  nothingToImport: "There's nothing to import in this file.",
  fileBody: 'The body must have "fileId", the ID of a file.',
  noFile: "This file doesn't exist. Upload it again.",
  empty: 'This file is empty.',
  tooManyColumns: (max: number) =>
    `This file has more than ${max} columns. Remove the columns that you don't need.`,
  tooManyRows: (max: number) =>
    `This file has more than ${formatNumber(max)} rows. Split it into smaller files.`,
  noRows: 'This file has column names but no rows.',
  placeBody:
    '"place" can have only one field: the resource\'s parent field, such as "storeId", with the ID of the record to import into.',
  notEmail: (text: string) => `"${text}" isn't an email address.`,
} as const
