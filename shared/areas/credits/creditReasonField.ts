import { text } from '#shared/engine/fields/fields.ts'
import { creditReasonMessages } from './messages.ts'

/** The reason for reversing or expiring credits, or for rejecting a request. */
export const creditReasonField = text(creditReasonMessages.reason, { max: 200 })
