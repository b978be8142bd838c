import type { TrainingStatus } from '#shared/areas/training/trainingCategories.ts'
import { formatNumber } from '#shared/format/numbers.ts'

export const trainingMessages = {
  more: (name: string) => `More actions for ${name}`,
  contents: (count: number, name: string) =>
    `${formatNumber(count)} ${count === 1 ? 'content item' : 'content items'} in ${name}`,
  open: 'Content',
  edit: 'Edit',
  preview: 'Preview as a member',
  completion: 'Completion report',
  duplicate: 'Duplicate',
  delete: 'Delete',
  copyOf: (title: string) => `${title} (copy)`,
} as const

export const trainingStatusMessages = {
  publish: {
    to: 'published',
    label: 'Publish',
    title: (name: string) => `Publish ${name}`,
    follows: {
      trainingCategories: 'Members will see this category and its published content.',
      trainingContent: 'Members will see this content item if its category is published.',
    },
  },
  archive: {
    to: 'archived',
    label: 'Archive',
    title: (name: string) => `Archive ${name}`,
    follows: {
      trainingCategories:
        'Members will no longer see this category or its content. You can publish it again later.',
      trainingContent:
        'Members will no longer see this content item. You can publish it again later.',
    },
  },
  redraft: {
    to: 'draft',
    label: 'Revert to draft',
    title: (name: string) => `Revert ${name} to draft`,
    follows: {
      trainingCategories: "Members won't see this category or its content until you publish it.",
      trainingContent: "Members won't see this content item until you publish it.",
    },
  },
} as const satisfies Record<string, { to: TrainingStatus } & Record<string, unknown>>

export const trainingDuplicateMessages = {
  title: (name: string) => `Duplicate ${name}`,
  explain: {
    trainingCategories: 'The copy and all of its content start as drafts.',
    trainingContent: 'The copy starts as a draft.',
  } as Readonly<Record<string, string>>,
  submit: 'Duplicate',
} as const

export const trainingCompletionMessages = {
  title: (name: string) => `Completion report for ${name}`,
  empty: "No published content is required, so there's nothing to complete.",
  noRequiredMembers: "No active members in this category's stores have to complete it.",
  all: (completed: number, members: number) =>
    `Completed by ${formatNumber(completed)} of ${formatNumber(members)} members.`,
  overdue: (count: number) =>
    count === 1 ? '1 member is overdue.' : `${formatNumber(count)} members are overdue.`,
  notDue: 'This category has no due date.',
  notRequired: "This category isn't required, so members can't be overdue.",
  byStore: 'Completion by store',
  store: 'Store',
  members: 'Members',
  completed: 'Completed',
  late: 'Overdue',
  more: "Showing only the 100 stores with the most members who haven't completed this category.",
} as const
