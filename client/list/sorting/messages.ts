import { limits } from '#shared/limits.ts'

export const sortMessages = {
  title: 'Sort by',
  places: ['Sort by', 'Then by', 'Then by'],
  none: 'Nothing else',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
  hint: `Choose up to ${limits.sortColumns} columns. With a mouse, you can also hold Shift and click column headings.`,
  apply: 'Sort rows',
} as const
