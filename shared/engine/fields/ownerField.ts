import { engineMessages } from '../messages.ts'
import { optional, reference } from './fields.ts'

/** The account that a record is assigned to. */
export const ownerField = optional(reference(engineMessages.assignedTo, 'users'))
