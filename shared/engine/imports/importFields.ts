import { file, isUpload } from '../fields/fields.ts'
import { getReferenceTarget } from '../fields/referenceTarget.ts'
import type { Field } from '../fields/fields.ts'
import { getKind } from '../fields/kinds.ts'
import type { Fields, Resource } from '../resource.ts'
import type { ApiOptions } from '../resourceOptions.ts'
import { validateField } from '../fields/validation.ts'
import { importFieldMessages } from './messages.ts'

type ImportableResource = Pick<Resource, 'fields'> & {
  api: Pick<ApiOptions, 'import'>
  title?: Resource['title']
}

/** Returns the fields that a line of a file can set: all but files and secrets. */
export const getImportFields = ({ fields }: Pick<Resource, 'fields'>): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, field]) => getKind(field).csv !== null && !isUpload(field)),
  )

/** Second part of the upload target of an import file, after the name of the resource. */
export const importUploadKey = 'import'

export const createImportFileField = ({ name }: Pick<Resource, 'name'>): Field<number> => ({
  ...file(importFieldMessages.file, { accept: ['text/csv'] }),
  uploadFor: `${name}.${importUploadKey}`,
})

/** Returns the fields that identify a line, without those that the parent provides. */
export const getKeyFields = ({ fields, api }: ImportableResource): string[] =>
  (api.import?.key ?? []).filter((name) => name in fields)

/** Returns the fields without an initial value that a new record needs in addition to its key. */
export function getRequiredNewFields(resource: ImportableResource): string[] {
  if (resource.api.import?.only === 'change') return []
  const key = getKeyFields(resource)
  return Object.entries(getImportFields(resource)).flatMap(([name, { required, initial }]) =>
    required && initial === undefined && !key.includes(name) ? [name] : [],
  )
}

/**
 * Returns the key fields that a line can omit: where every line creates a record, one without them
 * is compared with none.
 */
export const getOptionalKeyFields = (resource: ImportableResource): string[] =>
  resource.api.import?.only === 'create'
    ? getKeyFields(resource).filter((name) => !resource.fields[name]?.required)
    : []

/** Returns the fields without which no line could be accepted. */
export function getRequiredColumns(resource: ImportableResource): string[] {
  const optionalKeys = getOptionalKeyFields(resource)
  return [
    ...getKeyFields(resource).filter((name) => !optionalKeys.includes(name)),
    ...(resource.api.import?.only === 'create' ? getRequiredNewFields(resource) : []),
  ]
}

/** Column of the file for each field, by index from 0. */
export type ColumnMapping = Record<string, number>

/** Known facts of a file's columns: their headings and some cells of each. */
type FileColumns = { heads: readonly string[]; samples: readonly (readonly string[])[] }

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
  knownHeadings: Readonly<Record<string, string>> = {},
): ColumnMapping {
  const fields = getImportFields(resource)
  const mapping: ColumnMapping = {}
  const normalizedHeadings = heads.map(normalizeHeading)
  const isFree = (index: number) => !Object.values(mapping).includes(index)
  const guess = (isMatch: (name: string, at: number) => boolean) => {
    for (const name of Object.keys(fields)) {
      if (name in mapping) continue
      const index = heads.findIndex((_, column) => isFree(column) && isMatch(name, column))
      if (index >= 0) mapping[name] = index
    }
  }
  const getNames = (name: string) => {
    const { label = '', heading = '' } = fields[name] ?? {}
    // Other programs call a size's name "Size name".
    return [name, label, heading, `${resource.title?.one ?? ''} ${label}`].map(normalizeHeading)
  }
  const getDetailNames = (name: string) => {
    const field = fields[name]
    const { label = '' } = field ?? {}
    const target = field && getReferenceTarget(field)
    return Object.entries(target?.disambiguatingFields ?? {}).flatMap(
      ([fieldName, { kind, label: fieldLabel }]) =>
        kind === 'text'
          ? [fieldName, fieldLabel, `${label} ${fieldLabel}`].map(normalizeHeading)
          : [],
    )
  }
  guess((name, index) => knownHeadings[normalizedHeadings[index] ?? ''] === name)
  guess(
    (name, index) =>
      getNames(name).includes(normalizedHeadings[index] ?? '') && heads[index] !== '',
  )
  // A column of members may be named after their email, one of stores after their code.
  guess(
    (name, index) =>
      getDetailNames(name).includes(normalizedHeadings[index] ?? '') && heads[index] !== '',
  )
  // A field without a matching heading is guessed by cells, if hardly anything else looks like its
  // values.
  guess(
    (name, index) =>
      isRecognizable(fields[name]) && hasMatchingSamples(fields[name], samples[index] ?? []),
  )
  return mapping
}

/** Returns the operator's choices by column heading, as `suggestMapping` reads them. */
export const toKnownHeadings = (
  heads: readonly string[],
  mapping: ColumnMapping,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapping).map(
      ([name, index]) => [normalizeHeading(heads[index] ?? ''), name] as const,
    ),
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
