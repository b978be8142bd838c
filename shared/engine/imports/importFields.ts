import { file, isUpload } from '../fields/fields.ts'
import type { Field } from '../fields/fields.ts'
import { getKind } from '../fields/kinds.ts'
import type { Fields, ImportRules, Resource } from '../resource.ts'
import { validateField } from '../fields/validation.ts'
import { importFieldMessages } from './messages.ts'

type ImportableResource = Pick<Resource, 'fields'> & {
  imports?: ImportRules
  title?: Resource['title']
}

/** Returns the fields that a line of a file can set. */
export const getImportFields = ({ fields, imports }: ImportableResource): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, field]) =>
      imports?.fields
        ? imports.fields.includes(name)
        : getKind(field).csv !== null && !isUpload(field),
    ),
  )

/** Second part of the upload target of an import file, after the name of the resource. */
export const importUploadKey = 'import'

export const createImportFileField = ({ name }: Pick<Resource, 'name'>): Field<number> => ({
  ...file(importFieldMessages.file, { accept: ['text/csv'] }),
  uploadFor: `${name}.${importUploadKey}`,
})

/** Returns the fields that identify a line, without those that the parent provides. */
export const getKeyFields = ({ fields, imports }: ImportableResource): string[] =>
  (imports?.key ?? []).filter((name) => name in fields)

/** Returns the fields without an initial value that a new record needs in addition to its key. */
export function getRequiredNewFields(resource: ImportableResource): string[] {
  if (resource.imports?.only === 'change') return []
  const key = getKeyFields(resource)
  return Object.entries(getImportFields(resource)).flatMap(([name, { required, initial }]) =>
    required && initial === undefined && !key.includes(name) ? [name] : [],
  )
}

/**
 * Returns the key fields that a line can omit: where every line creates a record, one without them
 * is compared with none.
 */
export const getOptionalKeys = (resource: ImportableResource): string[] =>
  resource.imports?.only === 'create'
    ? getKeyFields(resource).filter((name) => !resource.fields[name]?.required)
    : []

/** Returns the fields without which no line could be accepted. */
export function getRequiredColumns(resource: ImportableResource): string[] {
  const spare = getOptionalKeys(resource)
  return [
    ...getKeyFields(resource).filter((name) => !spare.includes(name)),
    ...(resource.imports?.only === 'create' ? getRequiredNewFields(resource) : []),
  ]
}

/** Column of the file for each field, by index from 0. */
export type ColumnMapping = Record<string, number>

/** Known facts of a file's columns: their headings and some cells of each. */
export type FileColumns = { heads: readonly string[]; samples: readonly (readonly string[])[] }

/** Returns the letters and digits of a column's heading, by which headings are compared. */
export const normalizeHeading = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Suggests a column per field, by earlier choices, name, then cells. No column is used twice. */
export function suggestMapping(
  resource: ImportableResource,
  { heads, samples }: FileColumns,
  known: Readonly<Record<string, string>> = {},
): ColumnMapping {
  const fields = getImportFields(resource)
  const mapping: ColumnMapping = {}
  const plainHeads = heads.map(normalizeHeading)
  const isFree = (at: number) => !Object.values(mapping).includes(at)
  const guess = (isIt: (name: string, at: number) => boolean) => {
    for (const name of Object.keys(fields)) {
      if (name in mapping) continue
      const at = heads.findIndex((_, column) => isFree(column) && isIt(name, column))
      if (at >= 0) mapping[name] = at
    }
  }
  const names = (name: string) => {
    const { label = '', heading: head = '' } = fields[name] ?? {}
    // Other programs call a size's name "Size name".
    return [name, label, head, `${resource.title?.one ?? ''} ${label}`].map(normalizeHeading)
  }
  const toldBy = (name: string) => {
    const { label = '', target: to } = fields[name] ?? {}
    return Object.entries(to?.disambiguatingFields ?? {}).flatMap(
      ([told, { kind, label: called }]) =>
        kind === 'text' ? [told, called, `${label} ${called}`].map(normalizeHeading) : [],
    )
  }
  guess((name, at) => known[plainHeads[at] ?? ''] === name)
  guess((name, at) => names(name).includes(plainHeads[at] ?? '') && heads[at] !== '')
  // A column of members may be named after their email, one of stores after their code.
  guess((name, at) => toldBy(name).includes(plainHeads[at] ?? '') && heads[at] !== '')
  // A field without a matching heading is guessed by cells, if hardly anything else looks like its
  // values.
  guess(
    (name, at) =>
      isRecognizable(fields[name]) && hasMatchingSamples(fields[name], samples[at] ?? []),
  )
  return mapping
}

/** Returns the operator's choices by column heading, as `suggestMapping` reads them. */
export const toKnownHeadings = (
  heads: readonly string[],
  mapping: ColumnMapping,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapping).map(([name, at]) => [normalizeHeading(heads[at] ?? ''), name] as const),
  )

type MaybeField = Fields[string] | undefined

const isRecognizable = (field: MaybeField) =>
  field !== undefined &&
  (field.kind === 'colour' || field.kind === 'select' || field.pattern?.lowercase === true)

function hasMatchingSamples(field: MaybeField, samples: readonly string[]): boolean {
  const filled = samples.filter((text) => text !== '')
  if (!field || filled.length === 0) return false
  return filled.every((text) => !validateField(field, getKind(field).csv?.in(text, field, {})))
}
