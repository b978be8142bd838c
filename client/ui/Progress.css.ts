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
export const number = style({ fontVariantNumeric: 'tabular-nums' })
