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
} from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { createHttpsPattern } from '#shared/engine/fields/patterns.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { trainingStatuses } from './trainingCategories.ts'

export const contentTypes = {
  video: 'Video',
  pdf: 'PDF',
  article: 'Article',
  link: 'Link',
  quiz: 'Quiz',
} as const
export type ContentType = keyof typeof contentTypes

/**
 * Requires a value once content is published, because a draft can be incomplete but what members
 * see can't.
 */
const requiredWhenPublished = <Value>(field: Field<Value>, type: ContentType[], missing: string) =>
  requiredWhile(field, { type, status: ['published'] }, missing)

/** The content of training categories (screens.md, Training content). */
export const trainingContent = defineResource({
  name: 'trainingContent',
  path: '/training/:categoryId/content',
  title: { one: 'content item', many: 'content items' },
  about:
    'Content items are the videos, PDFs, articles, links, and quizzes in a category, in the order members see them.',
  permission: 'Colors',
  fields: {
    title: text('Title', { max: 120 }),
    categoryId: reference('Category', 'trainingCategories'),
    type: select('Type', contentTypes, { initial: 'article' }),
    minutes: integer('Duration (minutes)', { min: 1, max: 600 }),
    status: select('Status', trainingStatuses, { initial: 'draft' }),
    body: requiredWhenPublished(
      optional(longText('Article', { max: 20_000, hint: 'Write the article in Markdown.' })),
      ['article'],
      'Add the text before you publish this article.',
    ),
    url: requiredWhenPublished(
      optional(
        text('URL', {
          max: 500,
          pattern: createHttpsPattern('URL'),
          hint: 'For videos and links.',
        }),
      ),
      ['video', 'link'],
      'Add the URL before you publish this video or link.',
    ),
    file: requiredWhenPublished(
      optional(file('PDF', { accept: ['application/pdf'] })),
      ['pdf'],
      'Upload the file before you publish this PDF.',
    ),
    captions: optional(
      file('Captions', {
        accept: ['text/vtt'],
        maxBytes: limits.captionBytes,
        hint: 'For videos. SRT files are converted to WebVTT.',
      }),
    ),
    questions: requiredWhenPublished(
      optional(
        longText('Questions', {
          max: 10_000,
          hint: 'One question per line, with its answers below. Start the correct answer with * and the others with -.',
        }),
      ),
      ['quiz'],
      'Add questions before you publish this quiz.',
    ),
    passMark: requiredWhenPublished(
      optional(
        integer('Passing score (%)', {
          min: 1,
          max: 100,
          hint: 'The percentage of correct answers needed to pass.',
        }),
      ),
      ['quiz'],
      'Add a passing score before you publish this quiz.',
    ),
    required: toggle('Required', { hint: 'Counts toward completion.' }),
    position: optional(
      integer('Position', {
        min: 1,
        max: 100_000,
        hint: 'Leave blank to add the content item at the end.',
      }),
    ),
  },
  list: {
    columns: ['title', 'categoryId', 'type', 'minutes', 'required', 'status'],
    tabs: 'status',
    search: ['title'],
    position: 'position',
  },
  form: {
    sections: [
      { title: 'General', fields: ['title', 'categoryId', 'type', 'minutes', 'status'] },
      { title: 'Article', fields: ['body'], visibleWhen: { field: 'type', values: ['article'] } },
      {
        title: 'Video or link',
        fields: ['url', 'captions'],
        visibleWhen: { field: 'type', values: ['video', 'link'] },
      },
      { title: 'PDF', fields: ['file'], visibleWhen: { field: 'type', values: ['pdf'] } },
      {
        title: 'Quiz',
        fields: ['questions', 'passMark'],
        visibleWhen: { field: 'type', values: ['quiz'] },
      },
      { title: 'Completion and order', fields: ['required', 'position'] },
    ],
  },
  api: { lifecycle: { fields: ['status'], freely: ['published'] } },
  relations: { label: 'title', parent: 'categoryId', disambiguatingFields: ['categoryId', 'type'] },
})
