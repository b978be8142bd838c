import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const place = style({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: theme.space.x1,
  fontSize: '12.5px',
  fontVariantNumeric: 'tabular-nums',
})
export const step = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '24px',
  height: '24px',
  borderRadius: theme.radius.small,
  color: theme.color.textSoft,
  selectors: {
    'a&:hover': { background: theme.color.sunken, color: theme.color.text },
    'span&': { opacity: 0.4 },
  },
})
export const list = style({ minHeight: '24px', lineHeight: '24px', color: theme.color.textSoft })
