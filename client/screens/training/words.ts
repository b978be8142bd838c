import type { TrainingStatus } from '#shared/resources/trainingCategories.ts'
import { formatNumber } from '#shared/numbers.ts'

export const trainingWords = {
  more: (name: string) => `More actions for ${name}`,
  contents: (count: number, name: string) =>
    `${formatNumber(count)} ${count === 1 ? 'piece' : 'pieces'} of content in ${name}`,
  open: 'Content',
  edit: 'Edit',
  preview: 'Preview as a member',
  completion: 'Completion',
  duplicate: 'Duplicate',
  delete: 'Delete',
  copyOf: (title: string) => `${title} (copy)`,
} as const

export const statusWords = {
  publish: {
    to: 'published',
    label: 'Publish',
    title: (name: string) => `Publish ${name}`,
    follows: 'Members see what is published in a category that is published.',
  },
  archive: {
    to: 'archived',
    label: 'Archive',
    title: (name: string) => `Archive ${name}`,
    follows: 'Members do not see it any more. It is kept, and may be published again.',
  },
  redraft: {
    to: 'draft',
    label: 'Back to draft',
    title: (name: string) => `Take ${name} back to draft`,
    follows: 'Members do not see it until it is published.',
  },
} as const satisfies Record<string, { to: TrainingStatus } & Record<string, unknown>>

export const duplicateWords = {
  title: (name: string) => `Duplicate ${name}`,
  explain: 'The copy is a draft, with all content as drafts.',
  submit: 'Duplicate',
} as const

export const completionWords = {
  title: (name: string) => `Completion of ${name}`,
  empty: 'None of its published content is required, so there is nothing to complete.',
  nobody: 'No active member of these stores is to complete it.',
  all: (completed: number, members: number) =>
    `${formatNumber(completed)} of ${formatNumber(members)} members have completed it`,
  overdue: (count: number) => `${formatNumber(count)} are late`,
  notDue: 'It has no due date.',
  byStore: 'Completion by store',
  store: 'Store',
  members: 'Members',
  done: 'Done',
  completed: 'Completed',
  late: 'Late',
  more: 'The 100 stores with the most members who have not completed it are shown.',
} as const
