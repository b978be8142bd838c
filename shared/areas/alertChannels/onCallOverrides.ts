import { instant, reference, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Times at which another user is on call than the rotation says. */
export const onCallOverrides = defineResource({
  name: 'onCallOverrides',
  path: '/alertChannels?overrides',
  title: { one: 'on-call override', many: 'on-call overrides' },
  about: 'On-call overrides put another user on call for some time, for example during a vacation.',
  permission: 'alertChannels',
  fields: {
    reason: text('Reason', { max: 40 }),
    rotationId: reference('Rotation', 'onCallRotations'),
    userId: reference('User', 'users'),
    startsAt: instant('From'),
    endsAt: instant('Until', { hint: 'If overrides overlap, the one created last applies.' }),
  },
  list: {
    columns: ['reason', 'userId', 'startsAt', 'endsAt'],
    filters: ['rotationId', 'userId', 'startsAt', 'endsAt'],
    search: ['reason'],
    sort: '-startsAt',
  },
  relations: { label: 'reason', disambiguatingFields: ['rotationId'] },
})
