import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const pager = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x4,
  minHeight: theme.height.normal,
  color: theme.color.textSoft,
  fontVariantNumeric: 'tabular-nums',
})
export const sizes = style({ display: 'flex', gap: theme.space.x1 })
export const size = style({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: '32px',
  minHeight: '24px',
  borderRadius: theme.radius.small,
  color: theme.color.textSoft,
  textDecoration: 'none',
  selectors: {
    '&[aria-current]': { background: theme.color.sunken, color: theme.color.text, fontWeight: 600 },
    '&:hover': { background: theme.color.sunken },
  },
})
export const steps = style({ display: 'flex', gap: theme.space.x2, marginInlineStart: 'auto' })
