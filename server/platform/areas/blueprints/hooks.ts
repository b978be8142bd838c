import { blueprintSettings } from '#shared/areas/stores/blueprints/blueprintSettings.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { messages } from '#shared/messages.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import { blueprintsMessages } from './messages.ts'

/** Blueprints are shared by all stores, so only operators of all stores write them. */
export const blueprintHooks: ResourceHooks = {
  authorize({ caller }) {
    if (caller.storeIds !== null)
      throw new HttpError(403, 'forbidden', blueprintsMessages.allStores)
    return Promise.resolve()
  },
  validate: (values, { before }) => requireIncludedValues({ ...before, ...values }),
}

/** Requires a value for each included setting that no store can leave blank. */
function requireIncludedValues(blueprint: FieldValues): ValidationErrors {
  const { settings } = blueprint
  const included: unknown[] = Array.isArray(settings) ? settings : []
  return Object.fromEntries(
    blueprintSettings.flatMap((name) => {
      const { label, required } = stores.fields[name]
      const isMissing = required && included.includes(name) && (blueprint[name] ?? null) === null
      return isMissing ? [[name, messages.validation.required(label)]] : []
    }),
  )
}
