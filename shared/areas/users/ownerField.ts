import { optional, reference, text } from '#shared/engine/fields/fields.ts'
import { accountMessages } from './messages.ts'

/** The fields of an account that references use, so that they needn't load its whole definition. */
export const accountReference = {
  name: 'users',
  label: 'name',
  sort: 'name',
  title: { one: 'user', many: 'users' },
  fields: { email: text(accountMessages.email, { max: 120 }) },
  disambiguatingFields: ['email'],
}

/** The account that a record is assigned to. */
export const ownerField = optional(reference(accountMessages.assignedTo, accountReference))
