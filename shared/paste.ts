import { parseValue, valuesFrom } from './formValues.ts'
import { limits } from './limits.ts'
import { panelMessages } from './panelMessages.ts'
import type { Fields, Resource } from './resource.ts'
import { errorsIn, initialValues } from './validation.ts'

/** Fields that a paste takes for all its rows at once: the ones chosen from a list. */
export const sharedFields = (resource: Resource): Fields =>
  Object.fromEntries(
    Object.entries(resource.fields).filter(
      ([, field]) => field.kind === 'select' && field.required,
    ),
  )

/** Fields of which each pasted line gives one: the required texts, in their order. */
export const lineFields = (resource: Resource): string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'text' && field.required)
    .map(([name]) => name)

type Pasted = {
  records: Record<string, unknown>[]
  /** The line of each record, from 1. */
  lines: number[]
  problems: { line: number; error: string }[]
}

/**
 * The records of a "paste many" form: each line of `lines` gives the required texts, parted by a tab (as copied from a
 * spreadsheet) or a comma; the last one takes the rest of the line. Empty lines are passed over.
 */
export function pastedRecords(resource: Resource, form: FormData): Pasted {
  const names = lineFields(resource)
  const common = { ...initialValues(resource), ...valuesFrom(sharedFields(resource), form) }
  const pasted = String(form.get('lines') ?? '').split(/\r\n|\r|\n/)
  const records: Record<string, unknown>[] = []
  const lines: number[] = []
  const problems: { line: number; error: string }[] = []
  pasted.forEach((line, at) => {
    if (line.trim() === '') return
    const parts = line.includes('\t') ? line.split('\t') : line.split(',')
    const cells = [...parts.slice(0, names.length - 1), parts.slice(names.length - 1).join(',')]
    const typed = names.map((name, column) => {
      const field = resource.fields[name]
      return [name, field ? parseValue(field, cells[column] ?? '') : null] as const
    })
    const values = { ...common, ...Object.fromEntries(typed) }
    const [error] = Object.values(errorsIn(resource.fields, values))
    if (error) problems.push({ line: at + 1, error })
    records.push(values)
    lines.push(at + 1)
  })
  if (records.length === 0) problems.push({ line: 1, error: panelMessages.paste.empty })
  if (records.length > limits.createMany)
    problems.push({
      line: limits.createMany + 1,
      error: panelMessages.paste.tooMany(limits.createMany),
    })
  return { records, lines, problems }
}
