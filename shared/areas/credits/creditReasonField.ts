import { text } from '#shared/engine/fields/fields.ts'
import { creditExpiryMessages } from './messages.ts'

/** The reason for reversing or expiring credits, or for rejecting a request. */
export const creditReasonField = text(creditExpiryMessages.reason, { max: 200 })
