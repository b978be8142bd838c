import { ApiFailure } from '#shared/engine/api.ts'
import { optional } from '#shared/engine/fields/fields.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import {
  changeStoreStatus,
  reasonField,
  undoStatus,
} from '#shared/areas/stores/status/storeStatusCalls.ts'
import { isStatusChange, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent, Intents } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { storesClientMessages } from './messages.ts'

const status: Intent = async ({ api, form, key }) => {
  const change = String(form.get('change'))
  if (!isStatusChange(change))
    throw new ApiFailure({
      status: 400,
      code: 'bad_request',
      title: storesClientMessages.unknownStatusChange,
    })
  const reason = String(form.get('reason') ?? '').trim()
  const field = statusChanges[change].reason ? reasonField : optional(reasonField)
  const error = fieldError(field, reason)
  if (error) throw new Refusal({ reason: error })
  const reach = String(form.get(reachParam) ?? '')
  const asked = { change, reach, ...(reason ? { reason } : {}) }
  const store = await changeStoreStatus(api, target(form), asked, key)
  return { notice: 'status-changed', of: recordLink(stores, store), undo: undoStatus(store) }
}

export const changeIntents: Intents = { status }
