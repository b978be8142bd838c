/**
 * The values of one line as CSV has them, without blanks around them: parted by tabs where there is one (as copied from
 * a spreadsheet), else by commas; a value in quotation marks may hold either, and two marks stand for one. Null when the
 * marks do not go around a whole value.
 */
export function valuesOfLine(line: string): string[] | null {
  const cell = line.includes('\t') ? cells.tab : cells.comma
  const values: string[] = []
  for (let at = 0; ;) {
    cell.lastIndex = at
    const found = cell.exec(line)
    if (!found) return null
    const [whole, quoted, plain = '', end] = found
    values.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === '') return values
    at += whole.length
  }
}

/** One value and what parts it from the next: in quotation marks, or up to the next one. */
const cells = {
  comma: / *(?:"((?:[^"]|"")*)" *|([^", ][^,]*)?)(,|$)/y,
  tab: / *(?:"((?:[^"]|"")*)" *|([^"\t ][^\t]*)?)(\t|$)/y,
}
