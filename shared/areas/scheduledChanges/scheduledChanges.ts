import {
  actor,
  instant,
  integer,
  optional,
  references,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { guardMessages } from '#shared/engine/guardMessages.ts'
import { guards } from '#shared/engine/guards.ts'
import { scheduledChangeStates } from './scheduledChangeStates.ts'
import { scheduleMessages } from './messages.ts'

/** Bulk changes that start later, and may end. The platform makes them and undoes them. */
export const scheduledChanges = defineResource({
  name: 'scheduledChanges',
  path: '/scheduledChanges',
  title: { one: 'scheduled change', many: 'scheduled changes' },
  about:
    'To schedule a bulk change, select records in a list, choose an action, and set a start in its preview. To schedule a single change, choose "Schedule..." in the panel where you make the change.',
  permission: 'ordersRead',
  fields: { title: text('Change', { max: 200 }) },
  derived: {
    state: select('Status', scheduledChangeStates),
    startsAt: instant(scheduleMessages.startsAt),
    endsAt: optional(instant(scheduleMessages.endsAt)),
    timeZone: text(scheduleMessages.timeZone, { max: 60 }),
    guard: optional(select(guardMessages.guard, guards)),
    guardPercent: optional(integer(guardMessages.percent)),
    storeIds: references('Stores', 'stores'),
    records: integer('Records'),
    startedAt: optional(instant('Started')),
    endedAt: optional(instant('Ended')),
    decidedBy: optional(actor('Reviewed by')),
    decisionReason: optional(text('Decision reason', { max: 200 })),
    guardTrippedAt: optional(instant('Stopped by the guard')),
    problem: optional(text('Error', { max: 400 })),
  },
  list: {
    columns: ['title', 'startsAt', 'endsAt', 'state'],
    filters: ['state', 'startsAt', 'endsAt', 'storeIds', 'title'],
    tabs: 'state',
    search: ['title'],
    sort: '-startsAt',
    card: ['state', 'startsAt'],
  },
  api: {
    writes: [],
    noBulkReason: 'Open a scheduled change to edit, cancel, or run it.',
    /** Who scheduled it, what it changes, and how many hours ahead store admins get an email. */
    extraColumns: ['askerId', 'resource', 'action', 'planId', 'noticeHours'],
  },
  relations: { label: 'title' },
})
