import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

const stack = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const

export const comments = style({ ...stack, gap: theme.space.x4 })
export const form = style({ ...stack, gap: theme.space.x3 })
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })
export const list = style({ ...stack, listStyle: 'none' })
export const comment = style({
  ...stack,
  gap: theme.space.x1,
  padding: `${theme.space.x3} 0`,
  borderTop: `1px solid ${theme.color.line}`,
  scrollMarginTop: `calc(${theme.height.topBar} + ${theme.space.x4})`,
})
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: theme.space.x3,
  overflowWrap: 'anywhere',
})
export const author = style({ fontWeight: 500 })
export const soft = style({
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
})
export const text = style({ ...stack, gap: theme.space.x2, minWidth: 0, overflowWrap: 'anywhere' })
globalStyle(`${text} :is(ul, ol)`, { paddingInlineStart: theme.space.x5, listStyle: 'revert' })
globalStyle(`${text} :is(pre, table)`, { overflowX: 'auto' })
export const pager = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: theme.space.x3,
})
