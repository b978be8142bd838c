import {
  integer,
  longText,
  optional,
  references,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Statuses of categories and content. Members see only published ones. */
export const trainingStatuses = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
} as const
export type TrainingStatus = keyof typeof trainingStatuses

/** Training by subject for members (screens.md, Training categories). */
export const trainingCategories = defineResource({
  name: 'trainingCategories',
  path: '/training',
  title: { one: 'training category', many: 'training categories' },
  about: 'A training category contains videos, articles, and quizzes on one topic.',
  permission: 'Colors',
  fields: {
    title: text('Title', { max: 80 }),
    slug: text('Slug', {
      max: 41,
      pattern: patterns.code,
      derivedFrom: 'title',
      hint: "Used in the category's URL in stores.",
    }),
    description: optional(longText('Description', { max: 500 })),
    status: select('Status', trainingStatuses, { initial: 'draft' }),
    required: toggle('Required', {
      initial: false,
      hint: 'Requires members to complete this category.',
    }),
    dueDays: optional(
      integer('Due after (days)', {
        min: 1,
        max: 365,
        hint: 'Counted from the day a member joins.',
      }),
    ),
    storeIds: references('Stores', 'stores', { emptyLabel: 'All stores' }),
    groupIds: references('Member groups', 'memberGroups', { emptyLabel: 'All members' }),
    position: optional(
      integer('Position', {
        min: 1,
        max: 100_000,
        hint: 'Leave blank to add the category at the end.',
      }),
    ),
  },
  derived: { contents: integer('Content') },
  list: {
    columns: ['title', 'status', 'contents', 'required', 'dueDays', 'storeIds'],
    tabs: 'status',
    search: ['title', 'slug'],
    position: 'position',
  },
  form: {
    sections: [
      { title: 'General', fields: ['title', 'slug', 'description', 'status'] },
      { title: 'Audience', fields: ['required', 'dueDays', 'storeIds', 'groupIds'] },
      { title: 'Order', fields: ['position'] },
    ],
  },
  api: { unique: [['slug']], lifecycle: { fields: ['status'], freely: ['published'] } },
  relations: { label: 'title', disambiguatingFields: ['slug'] },
})
