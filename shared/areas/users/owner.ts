import { optional, reference, text } from '#shared/engine/fields/fields.ts'
import { accountLabels } from './messages.ts'

/** An account as what refers to it knows it, without all that its definition brings along. */
export const account = {
  name: 'users',
  label: 'name',
  sort: 'name',
  title: { one: 'user', many: 'users' },
  fields: { email: text(accountLabels.email, { max: 120 }) },
  tells: ['email'],
}

/** Who sees to something. */
export const owner = optional(reference(accountLabels.assignedTo, account))
