import { ApiError } from '#shared/engine/api.ts'
import { optional } from '#shared/engine/fields/fields.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import {
  cancelStoreDeletion,
  updateStoreStatus,
  maintenanceMessageField,
  statusReasonField,
  createStatusUndo,
} from '#shared/areas/stores/status/storeStatusCalls.ts'
import { isStatusChange, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent, Intents } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { statusPanelMessages } from './messages.ts'

const changeStatus: Intent = async ({ api, form, key }) => {
  const change = String(form.get('change'))
  if (!isStatusChange(change))
    throw new ApiError({
      status: 400,
      code: 'bad_request',
      title: statusPanelMessages.unknownStatusChange,
    })
  const reason = String(form.get('reason') ?? '').trim()
  const field = statusChanges[change].reason ? statusReasonField : optional(statusReasonField)
  const error = validateField(field, reason)
  if (error) throw new FormError({ reason: error })
  const message = String(form.get('message') ?? '').trim()
  const messageError = validateField(maintenanceMessageField, message)
  if (messageError) throw new FormError({ message: messageError })
  const impact = String(form.get(impactParam) ?? '')
  const input = {
    change,
    reach: impact,
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
  }
  const store = await updateStoreStatus(api, parseRecordVersion(form), input, key)
  return {
    notice: 'status-changed',
    of: toRecordLink(stores, store),
    undo: createStatusUndo(store),
  }
}

export const statusIntents: Intents = { status: changeStatus }

/** Restores a store that waits for its deletion. */
const restoreStore: Intent = async ({ api, form, key }) => {
  const store = await cancelStoreDeletion(api, parseRecordVersion(form), key)
  return { notice: 'restored', of: toRecordLink(stores, store) }
}

/** The forms of a store's page that change its status. */
export const storePageIntents: Intents = { ...statusIntents, restore: restoreStore }
