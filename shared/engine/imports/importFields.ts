import { file, isUpload } from '../fields/fields.ts'
import type { Field } from '../fields/fields.ts'
import { kindOf } from '../fields/kinds.ts'
import type { Fields, Imports, Resource } from '../resource.ts'
import { fieldError } from '../fields/validation.ts'
import { importFieldMessages } from './messages.ts'

type Importing = Pick<Resource, 'fields'> & { imports?: Imports; title?: Resource['title'] }

/** The fields that a line of a file may give. */
export const importFields = ({ fields, imports }: Importing): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, field]) =>
      imports?.fields
        ? imports.fields.includes(name)
        : kindOf(field).csv !== null && !isUpload(field),
    ),
  )

/** What a file is uploaded for that is imported, behind the name of the resource. */
export const importFile = 'import'

export const importField = ({ name }: Pick<Resource, 'name'>): Field<number> => ({
  ...file(importFieldMessages.file, { accept: ['text/csv'] }),
  uploadFor: `${name}.${importFile}`,
})

/** Without these no line can be told from another; within a place that gives one of them the file need not. */
export const keyFields = ({ fields, imports }: Importing): string[] =>
  (imports?.key ?? []).filter((name) => name in fields)

/** What a new record must be given besides its key: nothing else says it. */
export function fieldsOfNew(resource: Importing): string[] {
  if (resource.imports?.only === 'change') return []
  const key = keyFields(resource)
  return Object.entries(importFields(resource)).flatMap(([name, { required, initial }]) =>
    required && initial === undefined && !key.includes(name) ? [name] : [],
  )
}

/** Of the key, what a line may lack: where each makes a record, one without is compared with none. */
export const spareKeys = (resource: Importing): string[] =>
  resource.imports?.only === 'create'
    ? keyFields(resource).filter((name) => !resource.fields[name]?.required)
    : []

/** Without these no line could be taken. */
export function neededFields(resource: Importing): string[] {
  const spare = spareKeys(resource)
  return [
    ...keyFields(resource).filter((name) => !spare.includes(name)),
    ...(resource.imports?.only === 'create' ? fieldsOfNew(resource) : []),
  ]
}

/** Which column of the file gives a field, by its place from 0. */
export type Mapping = Record<string, number>

/** What is known of a file's columns: their heads and some cells of each. */
export type Columns = { heads: readonly string[]; samples: readonly (readonly string[])[] }

/** The letters and digits of a column's head, by which heads are compared. */
export const plainHead = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Which column may give which field: by `known`, then by name, then by its cells. No column is guessed twice. */
export function guessMapping(
  resource: Importing,
  { heads, samples }: Columns,
  known: Readonly<Record<string, string>> = {},
): Mapping {
  const fields = importFields(resource)
  const mapping: Mapping = {}
  const plainHeads = heads.map(plainHead)
  const isFree = (at: number) => !Object.values(mapping).includes(at)
  const guess = (isIt: (name: string, at: number) => boolean) => {
    for (const name of Object.keys(fields)) {
      if (name in mapping) continue
      const at = heads.findIndex((_, column) => isFree(column) && isIt(name, column))
      if (at >= 0) mapping[name] = at
    }
  }
  const names = (name: string) => {
    const { label = '', head = '' } = fields[name] ?? {}
    // Other programs call a size's name "Size name".
    return [name, label, head, `${resource.title?.one ?? ''} ${label}`].map(plainHead)
  }
  const toldBy = (name: string) => {
    const { label = '', to } = fields[name] ?? {}
    return Object.entries(to?.tells ?? {}).flatMap(([told, { kind, label: called }]) =>
      kind === 'text' ? [told, called, `${label} ${called}`].map(plainHead) : [],
    )
  }
  guess((name, at) => known[plainHeads[at] ?? ''] === name)
  guess((name, at) => names(name).includes(plainHeads[at] ?? '') && heads[at] !== '')
  // A column of members may be called by their e-mail, of stores by their code.
  guess((name, at) => toldBy(name).includes(plainHeads[at] ?? '') && heads[at] !== '')
  // What has a name of its own and was not understood is guessed by cells that hardly anything else looks like.
  guess((name, at) => isTelling(fields[name]) && looksLike(fields[name], samples[at] ?? []))
  return mapping
}

/** Choices of the operator by the heads of their columns, as `guessMapping` reads them. */
export const knownFrom = (heads: readonly string[], mapping: Mapping): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapping).map(([name, at]) => [plainHead(heads[at] ?? ''), name] as const),
  )

type AnyField = Fields[string] | undefined

const isTelling = (field: AnyField) =>
  field !== undefined &&
  (field.kind === 'colour' || field.kind === 'select' || field.pattern?.smallLetters === true)

function looksLike(field: AnyField, samples: readonly string[]): boolean {
  const filled = samples.filter((text) => text !== '')
  if (!field || filled.length === 0) return false
  return filled.every((text) => !fieldError(field, kindOf(field).csv?.in(text, field, {})))
}
