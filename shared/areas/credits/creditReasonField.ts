import { text } from '#shared/engine/fields/fields.ts'
import { creditExpiryMessages } from './messages.ts'

/** Why credits are given back or expire, or a request is not approved. */
export const creditReasonField = text(creditExpiryMessages.reason, { max: 200 })
