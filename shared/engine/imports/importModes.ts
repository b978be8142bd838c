import type { ImportRules, Resource } from '../resource.ts'
import { importFieldMessages } from './messages.ts'

/** Allowed effects of a file's rows; the default creates and updates. */
export const importModes = {
  both: importFieldMessages.createAndUpdate,
  create: importFieldMessages.onlyCreate,
  change: importFieldMessages.onlyUpdate,
} as const
export type ImportMode = keyof typeof importModes

type ImportableResource = Pick<Resource, 'fields'> & { imports?: ImportRules }

/** Whether the operator chooses the mode; some resources allow only one. */
export const canChooseImportMode = ({ imports }: ImportableResource): boolean =>
  imports !== undefined && imports.only === undefined

/** Limits a resource to what an import in this mode does. */
export function limitImportMode<R extends ImportableResource>(resource: R, mode: ImportMode): R {
  if (!canChooseImportMode(resource) || !resource.imports || mode === 'both') return resource
  return { ...resource, imports: { ...resource.imports, only: mode } }
}

/** Returns the fields that can be set for all new records of a file; none if it only updates. */
export const getSharedNewRecordFields = ({ fields, imports }: ImportableResource) =>
  Object.fromEntries(
    imports?.only === 'change'
      ? []
      : (imports?.newRecordFields ?? []).flatMap((name) => {
          const field = fields[name]
          return field ? [[name, field] as const] : []
        }),
  )
