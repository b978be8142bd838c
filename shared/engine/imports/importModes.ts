import type { Resource } from '../resource.ts'
import type { ApiOptions } from '../resourceOptions.ts'
import { importFieldMessages } from './messages.ts'

/** Allowed effects of a file's rows; the default creates and updates. */
export const importModes = {
  both: importFieldMessages.createAndUpdate,
  create: importFieldMessages.onlyCreate,
  change: importFieldMessages.onlyUpdate,
} as const
export type ImportMode = keyof typeof importModes

type ImportableResource = Pick<Resource, 'fields'> & { api: Pick<ApiOptions, 'import'> }

/** Whether the operator chooses the mode; some resources allow only one. */
export const canChooseImportMode = ({ api }: ImportableResource): boolean =>
  api.import !== undefined && api.import.only === undefined

/** Limits a resource to what an import in this mode does. */
export function limitImportMode<R extends ImportableResource>(resource: R, mode: ImportMode): R {
  if (!canChooseImportMode(resource) || !resource.api.import || mode === 'both') return resource
  return { ...resource, api: { ...resource.api, import: { ...resource.api.import, only: mode } } }
}

/** Returns the fields that can be set for all new records of a file; none if it only updates. */
export const getSharedNewRecordFields = ({ fields, api }: ImportableResource) =>
  Object.fromEntries(
    api.import?.only === 'change'
      ? []
      : (api.import?.newRecordFields ?? []).flatMap((name) => {
          const field = fields[name]
          return field ? [[name, field] as const] : []
        }),
  )
