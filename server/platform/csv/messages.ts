const clean = 'Save it again as CSV in UTF-8'

export const csvMessages = {
  notText: `The file isn't a table of text, or it's damaged. ${clean}`,
  longLine: (line: number, most: number) =>
    `Line ${line} is longer than ${most.toLocaleString('en')} characters`,
  longRow: (line: number) =>
    `The row that starts in line ${line} is too long. Check it for a quotation mark that isn't closed`,
  manyColumns: (line: number, most: number) => `Line ${line} has more than ${most} columns`,
  openQuote: (line: number) =>
    `Line ${line}: a quotation mark opens a value and nothing closes it. Close it or remove it`,
  unreadable: (line: number) => `Line ${line} can't be read. ${clean}`,
} as const
