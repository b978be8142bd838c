import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const form = style({ display: 'grid', gap: theme.space.x4 })
/** A line on both sides of the word. */
export const divider = style({
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  gap: theme.space.x3,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  '::before': { content: '', borderTop: `1px solid ${theme.color.line}` },
  '::after': { content: '', borderTop: `1px solid ${theme.color.line}` },
})
export const mark = style({ flex: 'none' })
