import { normalizeLine, toSameText } from '../normalizeText.ts'
import type { Field } from '../fields/fields.ts'
import { codeFrom } from '../fields/codeFrom.ts'
import { inputText } from '../fields/formValues.ts'
import { isChoice, kindOf } from '../fields/kinds.ts'
import { limits } from '#shared/limits.ts'
import { panelMessages } from '../panelMessages.ts'
import type { Fields, Resource } from '../resource.ts'
import { valuesFrom } from '../fields/sentValues.ts'
import type { Siblings } from '../fields/textRules.ts'
import { errorsIn, initialValues } from '../fields/validation.ts'

const say = panelMessages.paste

/** Fields that a paste takes for all its rows at once: the ones chosen from a list. */
export const sharedFields = (resource: Resource): Fields =>
  Object.fromEntries(
    Object.entries(resource.fields).filter(([, field]) => field.required && isChoice(field)),
  )

export const lineFields = (resource: Resource): readonly string[] => resource.paste ?? []

type Problem = { line: number; error: string }

type Pasted = {
  records: Record<string, unknown>[]
  /** The line of each record, from 1. */
  lines: number[]
  problems: Problem[]
}

/** The records of a "paste many" form, a line each with the fields of `paste`; every line that is wrong is named with all its faults. Stops at the limit. */
export function pastedRecords(resource: Resource, form: FormData): Pasted {
  const common = { ...initialValues(resource), ...valuesFrom(sharedFields(resource), form) }
  const repeated = repeats(resource)
  const records: Record<string, unknown>[] = []
  const lines: number[] = []
  const problems: Problem[] = []
  let filled = 0
  for (const { line, text } of readLines(String(form.get('lines') ?? ''))) {
    filled += 1
    if (filled > limits.createMany) {
      problems.push({ line, error: say.tooMany(limits.createMany) })
      break
    }
    const read = readLine(resource, text, common)
    if (typeof read === 'string') {
      problems.push({ line, error: read })
      continue
    }
    const values = { ...common, ...read }
    const twice = repeated(values, line)
    const errors = Object.values(errorsIn(resource.fields, values))
    for (const error of twice ? [...errors, twice] : errors) problems.push({ line, error })
    records.push(values)
    lines.push(line)
  }
  if (filled === 0) problems.push({ line: 1, error: say.empty })
  return { records, lines, problems }
}

/** Yields the lines that hold something, one by one, so that stopping at a limit saves the rest. */
function* readLines(pasted: string): Generator<{ line: number; text: string }> {
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

function readLine(
  resource: Resource,
  text: string,
  siblings: Siblings,
): Record<string, unknown> | string {
  const names = lineFields(resource)
  const labels = names.map((name) => resource.fields[name]?.label ?? name)
  const values = valuesOfLine(text)
  if (!values) return say.quotes
  const missing = names
    .slice(values.length)
    .find((name) => resource.wholeLines || !resource.fields[name]?.from)
  if (missing !== undefined)
    return say.tooFewValues(resource.fields[missing]?.label ?? missing, labels.join(' and '))
  if (values.slice(names.length).some((value) => value !== ''))
    return say.tooManyValues(values.length, labels.join(' and '))
  const cells = new Map(names.map((name, column) => [name, values[column] ?? '']))
  return Object.fromEntries(
    names.map((name) => {
      const field = resource.fields[name]
      if (!field) return [name, null]
      const source = resource.wholeLines ? undefined : cells.get(field.from ?? '')
      const cell = cells.get(name) || codeFrom(source ?? '', field)
      return [name, cellValue(field, cell, siblings)]
    }),
  )
}

function cellValue(field: Field, cell: string, siblings: Siblings): unknown {
  const { csv, empty } = kindOf(field)
  return cell === '' ? empty : csv?.in(cell, field, siblings)
}

function repeats({ fields, unique }: Resource) {
  const lineOf = new Map<string, number>()
  return (values: Record<string, unknown>, line: number): string | undefined => {
    for (const names of unique) {
      const last = names.at(-1)
      if (last === undefined || names.some((name) => values[name] === null)) continue
      const key = JSON.stringify(
        names.map((name) => {
          const value = values[name]
          return [name, typeof value === 'string' ? toSameText(value) : value]
        }),
      )
      const earlier = lineOf.get(key)
      if (earlier !== undefined)
        return say.twice(fields[last]?.label ?? last, inputText(values[last]), earlier)
      lineOf.set(key, line)
    }
    return undefined
  }
}

/** Parted by tabs where there is one, else by commas; two quotation marks in a marked value are one. Null if marks end within. */
function valuesOfLine(line: string): string[] | null {
  const cell = line.includes('\t') ? cells.tab : cells.comma
  const values: string[] = []
  for (let at = 0; ;) {
    cell.lastIndex = at
    const found = cell.exec(line)
    if (!found) return null
    const [whole, quoted, plain = '', end] = found
    values.push(normalizeLine(quoted?.replaceAll('""', '"') ?? plain))
    if (end === '') return values
    at += whole.length
  }
}

const cells = {
  comma: / *(?:"((?:[^"]|"")*)" *|([^", ][^,]*)?)(,|$)/y,
  tab: / *(?:"((?:[^"]|"")*)" *|([^"\t ][^\t]*)?)(\t|$)/y,
}
