import { optional, reference, text } from '../engine/fields.ts'

/** An account as what refers to it knows it, without all that its definition brings along. */
export const account = {
  name: 'users',
  label: 'email',
  sort: 'name',
  title: { one: 'user', many: 'users' },
  fields: {
    firstName: text('First name', { max: 60 }),
    lastName: text('Last name', { max: 60 }),
  },
  tells: ['firstName', 'lastName'],
}

/** Who sees to something. */
export const owner = optional(reference('Owner', account))
