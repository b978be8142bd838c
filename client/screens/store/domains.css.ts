import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'
import { stack, line } from './Store.css.ts'

export const records = style({ ...stack, gap: theme.space.x3 })
export const record = style({
  padding: theme.space.x3,
  border: line,
  borderRadius: theme.radius.medium,
})
export const recordFacts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${theme.space.x2} ${theme.space.x3}`,
  alignItems: 'baseline',
})
