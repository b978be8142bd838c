import { trainingStatuses } from '#shared/resources/trainingCategories.ts'
import { stateCell } from '#client/list/stateCell.tsx'

/** The state of a category or of content, by its dot and word. */
export const status = stateCell('status', trainingStatuses, {
  draft: 'off',
  published: 'good',
  archived: 'off',
})
