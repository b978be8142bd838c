import { optional, reference, text } from '../engine/fields.ts'

/** Who sees to something: an account, of which lists need not know all. */
export const owner = optional(
  reference('Owner', {
    name: 'users',
    label: 'email',
    sort: 'name',
    title: { one: 'user', many: 'users' },
    fields: {
      firstName: text('First name', { max: 60 }),
      lastName: text('Last name', { max: 60 }),
    },
    tells: ['firstName', 'lastName'],
  }),
)
