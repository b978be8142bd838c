import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

const line = { alignItems: 'center', gap: theme.space.x2 } as const
export const progress = styleVariants({
  short: { display: 'inline-flex', ...line },
  full: { display: 'flex', ...line },
})
const bar = style({
  appearance: 'none',
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
/** Fits a table column, or fills its container. */
export const width = styleVariants({
  short: [bar, { width: '72px' }],
  full: [bar, { width: '100%' }],
})
/** As wide as "100%", so that the bars in a column align. */
export const number = style({
  minWidth: '6ch',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
})
