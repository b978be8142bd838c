import { optional, reference, text } from '#shared/engine/fields/fields.ts'
import { accountMessages } from './messages.ts'

/** An account as what refers to it knows it, without all that its definition brings along. */
export const accountReference = {
  name: 'users',
  label: 'name',
  sort: 'name',
  title: { one: 'user', many: 'users' },
  fields: { email: text(accountMessages.email, { max: 120 }) },
  disambiguatingFields: ['email'],
}

/** Who sees to something. */
export const ownerField = optional(reference(accountMessages.assignedTo, accountReference))
