import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const status = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x2,
  whiteSpace: 'nowrap',
})
const dot = style({ width: '8px', height: '8px', borderRadius: '50%', flex: 'none' })
export const tone = styleVariants({
  good: [dot, { background: theme.color.success }],
  bad: [dot, { background: theme.color.error }],
  warn: [dot, { background: theme.color.warning }],
  off: [dot, { background: theme.color.lineStrong }],
})
