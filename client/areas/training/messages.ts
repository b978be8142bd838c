import type { TrainingStatus } from '#shared/areas/training/trainingCategories.ts'
import { formatNumber } from '#shared/format/numbers.ts'

export const trainingMessages = {
  more: (name: string) => `More actions for ${name}`,
  contents: (count: number, name: string) =>
    `${formatNumber(count)} ${count === 1 ? 'content item' : 'content items'} in ${name}`,
  open: 'Content',
  edit: 'Edit',
  preview: 'Preview as a member',
  completion: 'Completion',
  duplicate: 'Duplicate',
  delete: 'Delete',
  copyOf: (title: string) => `${title} (copy)`,
} as const

export const trainingStatusMessages = {
  publish: {
    to: 'published',
    label: 'Publish',
    title: (name: string) => `Publish ${name}`,
    follows: 'Members see published content in published categories.',
  },
  archive: {
    to: 'archived',
    label: 'Archive',
    title: (name: string) => `Archive ${name}`,
    follows: 'Members no longer see it. You can publish it again later.',
  },
  redraft: {
    to: 'draft',
    label: 'Revert to draft',
    title: (name: string) => `Revert ${name} to draft`,
    follows: "Members don't see it until you publish it.",
  },
} as const satisfies Record<string, { to: TrainingStatus } & Record<string, unknown>>

export const trainingDuplicateMessages = {
  title: (name: string) => `Duplicate ${name}`,
  explain: 'The copy and all of its content start as drafts.',
  submit: 'Duplicate',
} as const

export const trainingCompletionMessages = {
  title: (name: string) => `Completion of ${name}`,
  empty: "No published content is required, so there's nothing to complete.",
  nobody: 'These stores have no active members who have to complete this category.',
  all: (completed: number, members: number) =>
    `Completed by ${formatNumber(completed)} of ${formatNumber(members)} members`,
  overdue: (count: number) => `${formatNumber(count)} late`,
  notDue: 'No due date',
  byStore: 'Completion by store',
  store: 'Store',
  members: 'Members',
  done: 'Done',
  completed: 'Completed',
  late: 'Late',
  more: "Shows only the 100 stores where the most members haven't completed this category.",
} as const
