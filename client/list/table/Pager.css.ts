import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const pager = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x4,
  minHeight: theme.height.small,
  color: theme.color.textSoft,
  fontSize: '13px',
  fontVariantNumeric: 'tabular-nums',
  '@media': {
    [media.narrow]: {
      position: 'sticky',
      bottom: 0,
      zIndex: 13,
      gap: theme.space.x2,
      margin: `0 calc(-1 * ${theme.space.x3})`,
      padding: `${theme.space.x2} ${theme.space.x3}`,
      borderTop: `1px solid ${theme.color.line}`,
      background: theme.color.canvas,
    },
  },
})
export const sizes = style({
  display: 'flex',
  gap: theme.space.x1,
  '@media': { [media.narrow]: { display: 'none' } },
})
export const size = style({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: '32px',
  minHeight: '24px',
  borderRadius: theme.radius.small,
  color: theme.color.textSoft,
  textDecoration: 'none',
  selectors: {
    '&[aria-current]': { background: theme.color.line, color: theme.color.text, fontWeight: 500 },
    '&:hover': { background: theme.color.line },
  },
})
export const steps = style({ display: 'flex', gap: theme.space.x2, marginInlineStart: 'auto' })
