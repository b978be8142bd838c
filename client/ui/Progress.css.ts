import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const progress = style({ display: 'inline-flex', alignItems: 'center', gap: theme.space.x2 })
export const bar = style({
  appearance: 'none',
  width: '72px',
  height: '6px',
  border: 0,
  borderRadius: theme.radius.round,
  background: theme.color.line,
  overflow: 'hidden',
  selectors: {
    '&::-webkit-progress-bar': { background: theme.color.line },
    '&::-webkit-progress-value': { background: theme.color.accent },
    '&::-moz-progress-bar': { background: theme.color.accent },
  },
})
/** As wide as 100 %, so that the bars of a column stand under each other. */
export const number = style({
  minWidth: '6ch',
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
})
