import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** The text is truncated before the count is. */
export const repeated = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minWidth: 0,
})
globalStyle(`${repeated} > span`, { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' })
/** The number of equal failures that the row combines. */
export const times = style({
  flex: 'none',
  color: theme.color.textSoft,
  padding: `0 ${theme.space.x2}`,
  borderRadius: '999px',
  background: theme.color.canvas,
  border: `1px solid ${theme.color.line}`,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
