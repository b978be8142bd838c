import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

/** One run of text, so that a narrow cell truncates it with an ellipsis. */
export const status = style({ whiteSpace: 'nowrap' })
const dot = style({
  display: 'inline-block',
  width: '7px',
  height: '7px',
  marginInlineEnd: theme.space.x2,
  borderRadius: '50%',
  verticalAlign: '1px',
})
/** Lighter than the text colors, which can't be distinguished in a dot. */
export const tone = styleVariants({
  good: [dot, { background: '#16a34a' }],
  bad: [dot, { background: theme.color.error }],
  warn: [dot, { background: '#d97706' }],
  off: [dot, { background: theme.color.lineStrong }],
})
