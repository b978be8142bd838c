import { normalizeLine, toComparableText } from '../normalizeText.ts'
import type { Field } from '../fields/fields.ts'
import { toUncheckedCode } from '../fields/codes.ts'
import { formatInput } from '../fields/formValues.ts'
import { isSelectField, getKind } from '../fields/kinds.ts'
import { limits } from '#shared/limits.ts'
import { listToolMessages } from '../listToolMessages.ts'
import type { Fields, Resource } from '../resource.ts'
import { parseFormData } from '../fields/parseFormData.ts'
import type { Siblings } from '../fields/textRules.ts'
import { validateFields, getInitialValues } from '../fields/validation.ts'

/**
 * Returns the fields that a paste sets for all its rows at once: the required ones with a fixed set
 * of options.
 */
export const getSharedPasteFields = (resource: Resource): Fields =>
  Object.fromEntries(
    Object.entries(resource.fields).filter(([, field]) => field.required && isSelectField(field)),
  )

export const getPasteLineFields = (resource: Resource): readonly string[] =>
  resource.form.paste ?? []

type LineError = { line: number; error: string }

type PastedRecords = {
  records: Record<string, unknown>[]
  /** Line of each record, from 1. */
  lines: number[]
  errors: LineError[]
}

/**
 * Parses the records of a "paste many" form, one per line with the fields of `paste`. Reports every
 * line that isn't valid, with all its errors. Stops at the limit.
 */
export function parsePastedRecords(resource: Resource, form: FormData): PastedRecords {
  const sharedValues = {
    ...getInitialValues(resource),
    ...parseFormData(getSharedPasteFields(resource), form),
  }
  const findDuplicate = createDuplicateCheck(resource)
  const records: Record<string, unknown>[] = []
  const lines: number[] = []
  const problems: LineError[] = []
  let filled = 0
  for (const { line, text } of splitPastedLines(String(form.get('lines') ?? ''))) {
    filled += 1
    if (filled > limits.createMany) {
      problems.push({ line, error: listToolMessages.paste.tooMany(limits.createMany) })
      break
    }
    const lineValues = parsePastedLine(resource, text, sharedValues)
    if (typeof lineValues === 'string') {
      problems.push({ line, error: lineValues })
      continue
    }
    const values = { ...sharedValues, ...lineValues }
    const duplicateError = findDuplicate(values, line)
    const errors = Object.values(validateFields(resource.fields, values))
    for (const error of duplicateError ? [...errors, duplicateError] : errors)
      problems.push({ line, error })
    records.push(values)
    lines.push(line)
  }
  if (filled === 0) problems.push({ line: 1, error: listToolMessages.paste.empty })
  return { records, lines, errors: problems }
}

/** Yields the lines with content one by one, so that stopping at a limit skips the rest. */
function* splitPastedLines(pasted: string): Generator<{ line: number; text: string }> {
  const lineEnd = /\r\n|\r|\n/g
  let start = 0
  for (let line = 1; start <= pasted.length; line += 1) {
    const end = lineEnd.exec(pasted)
    const text = pasted.slice(start, end?.index)
    if (text.trim() !== '') yield { line, text }
    if (!end) return
    start = lineEnd.lastIndex
  }
}

function parsePastedLine(
  resource: Resource,
  text: string,
  siblings: Siblings,
): Record<string, unknown> | string {
  const names = getPasteLineFields(resource)
  const labels = names.map((name) => resource.fields[name]?.label ?? name)
  const values = splitLineValues(text)
  if (!values) return listToolMessages.paste.quotes
  const missing = names.slice(values.length).find((name) => !resource.fields[name]?.derivedFrom)
  if (missing !== undefined)
    return listToolMessages.paste.tooFewValues(
      resource.fields[missing]?.label ?? missing,
      labels.join(' and '),
    )
  if (values.slice(names.length).some((value) => value !== ''))
    return listToolMessages.paste.tooManyValues(values.length, labels.join(' and '))
  const cells = new Map(names.map((name, column) => [name, values[column] ?? '']))
  return Object.fromEntries(
    names.map((name) => {
      const field = resource.fields[name]
      if (!field) return [name, null]
      const source = cells.get(field.derivedFrom ?? '') ?? ''
      const cell = cells.get(name) || toUncheckedCode(source, field)
      return [name, parsePastedCell(field, cell, siblings)]
    }),
  )
}

function parsePastedCell(field: Field, cell: string, siblings: Siblings): unknown {
  const { csv, emptyValue } = getKind(field)
  return cell === '' ? emptyValue : csv?.in(cell, field, siblings)
}

function createDuplicateCheck({ fields, api: { unique } }: Resource) {
  const linesByKey = new Map<string, number>()
  return (values: Record<string, unknown>, line: number): string | undefined => {
    for (const names of unique) {
      const last = names.at(-1)
      if (last === undefined || names.some((name) => values[name] === null)) continue
      const key = JSON.stringify(
        names.map((name) => {
          const value = values[name]
          return [name, typeof value === 'string' ? toComparableText(value) : value]
        }),
      )
      const earlier = linesByKey.get(key)
      if (earlier !== undefined)
        return listToolMessages.paste.twice(
          fields[last]?.label ?? last,
          formatInput(values[last]),
          earlier,
        )
      linesByKey.set(key, line)
    }
    return undefined
  }
}

/**
 * Splits at tabs if there is one, else at commas; two quotation marks in a quoted value are one.
 * Null if quotation marks don't surround a whole value.
 */
function splitLineValues(line: string): string[] | null {
  const cell = line.includes('\t') ? cellPatterns.tab : cellPatterns.comma
  const values: string[] = []
  for (let index = 0; ;) {
    cell.lastIndex = index
    const match = cell.exec(line)
    if (!match) return null
    const [matchedText, quoted, plain = '', end] = match
    values.push(normalizeLine(quoted?.replaceAll('""', '"') ?? plain))
    if (end === '') return values
    index += matchedText.length
  }
}

const cellPatterns = {
  comma: / *(?:"((?:[^"]|"")*)" *|([^", ][^,]*)?)(,|$)/y,
  tab: / *(?:"((?:[^"]|"")*)" *|([^"\t ][^\t]*)?)(\t|$)/y,
}
