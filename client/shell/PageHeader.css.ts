import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const header = style({ display: 'grid', gap: theme.space.x1, marginBottom: theme.space.x4 })
export const trail = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space.x1,
  color: theme.color.textSoft,
  fontSize: '13px',
})
export const step = style({
  selectors: {
    '& + &::before': { content: '/', marginInlineEnd: theme.space.x1, color: theme.color.textSoft },
  },
})
export const line = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: theme.space.x3,
  flexWrap: 'wrap',
})
export const title = style({
  fontSize: theme.size.title,
  fontWeight: 600,
  letterSpacing: '-0.01em',
  overflowWrap: 'anywhere',
})
export const loading = style({ color: theme.color.textSoft })
