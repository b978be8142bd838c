import {
  file,
  integer,
  longText,
  optional,
  reference,
  requiredWhile,
  select,
  text,
  toggle,
} from '../engine/fields/fields.ts'
import type { Field } from '../engine/fields/fields.ts'
import { httpsPattern } from '../engine/fields/patterns.ts'
import { defineResource } from '../engine/resource.ts'
import { limits } from '../limits.ts'
import { trainingCategories, trainingStatuses } from './trainingCategories.ts'

export const contentTypes = {
  video: 'Video',
  pdf: 'PDF',
  article: 'Article',
  link: 'Link',
  quiz: 'Quiz',
} as const
export type ContentType = keyof typeof contentTypes

/** A draft may be incomplete; what members see may not. */
const published = <Value>(field: Field<Value>, type: ContentType[], missing: string) =>
  requiredWhile(field, { type, status: ['published'] }, missing)

/** What a training category consists of (screens.md, Training content). */
export const trainingContent = defineResource({
  name: 'trainingContent',
  path: '/training/:categoryId/content',
  title: { one: 'content item', many: 'content items' },
  about: 'Content is what members of the stores watch, read and answer, in this order.',
  permission: 'Colors',
  fields: {
    title: text('Title', { max: 120 }),
    categoryId: reference('Category', trainingCategories),
    type: select('Type', contentTypes, { initial: 'article' }),
    minutes: integer('Minutes', { min: 1, max: 600 }),
    status: select('Status', trainingStatuses, { initial: 'draft' }),
    body: published(
      optional(longText('Article', { max: 20_000, hint: 'Markdown. Of an article.' })),
      ['article'],
      'An article is published with its text',
    ),
    url: published(
      optional(
        text('Address', {
          max: 500,
          pattern: httpsPattern('Address'),
          hint: 'Of a video or link.',
        }),
      ),
      ['video', 'link'],
      'A video or link is published with its address',
    ),
    file: published(
      optional(file('PDF', { accept: ['application/pdf'] })),
      ['pdf'],
      'A PDF is published with its file',
    ),
    captions: optional(
      file('Captions', {
        accept: ['text/vtt'],
        maxBytes: limits.captionBytes,
        hint: 'Of a video. SRT is converted.',
      }),
    ),
    questions: published(
      optional(
        longText('Questions', {
          max: 10_000,
          hint: 'Of a quiz. A question a line; below it the answers, the right one after *, others after -.',
        }),
      ),
      ['quiz'],
      'A quiz is published with its questions',
    ),
    passMark: published(
      optional(integer('Pass mark, %', { min: 1, max: 100, hint: 'Of a quiz.' })),
      ['quiz'],
      'A quiz is published with its pass mark',
    ),
    required: toggle('Required', { hint: 'Counts towards completion.' }),
    position: optional(integer('Position', { min: 1, max: 100_000, hint: 'Empty: at the end.' })),
  },
  parent: 'categoryId',
  sections: [
    { title: 'Content', fields: ['title', 'categoryId', 'type', 'minutes', 'status'] },
    { title: 'Article', fields: ['body'], only: { field: 'type', values: ['article'] } },
    {
      title: 'Video or link',
      fields: ['url', 'captions'],
      only: { field: 'type', values: ['video', 'link'] },
    },
    { title: 'PDF', fields: ['file'], only: { field: 'type', values: ['pdf'] } },
    { title: 'Quiz', fields: ['questions', 'passMark'], only: { field: 'type', values: ['quiz'] } },
    { title: 'Use', fields: ['required', 'position'] },
  ],
  columns: ['title', 'categoryId', 'type', 'minutes', 'required', 'status'],
  tabs: 'status',
  stands: { field: 'status', freely: ['published'] },
  search: ['title'],
  label: 'title',
  tells: ['categoryId', 'type'],
  position: 'position',
})
