import type { TrainingStatus } from '#shared/resources/trainingCategories.ts'
import { formatNumber } from '#shared/numbers.ts'

export const trainingWords = {
  more: (name: string) => `More actions for ${name}`,
  contents: (count: string, name: string) => `${count} content of ${name}`,
  open: 'Content',
  edit: 'Edit',
  preview: 'Preview as a member',
  completion: 'Completion',
  status: 'Publish or archive',
  duplicate: 'Duplicate',
  delete: 'Delete',
  copyOf: (title: string) => `${title} (copy)`,
} as const

export const statusWords = {
  title: (name: string) => `Publish or archive ${name}`,
  now: (status: string) => `It is ${status.toLowerCase()} now.`,
  means: 'Members see what is published in a category that is published.',
  incomplete: 'It cannot be published yet:',
  to: {
    draft: 'Back to draft',
    published: 'Publish',
    archived: 'Archive',
  } satisfies Record<TrainingStatus, string>,
} as const

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
